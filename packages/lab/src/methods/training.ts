import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { PageTree } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { pageDigest, readLabels } from '../corpora/labels.js';
import { readCorpus } from '../corpora/read.js';
import { splitCorpus, splitGroup } from '../corpora/split.js';
import { LabError } from '../errors.js';
import type { Example, Extractor } from '../extractor.js';
import { bagOfWords } from '../metrics/overlap.js';
import {
  type Method,
  type MethodJob,
  type OwnTraining,
  type TrainedModel,
  type TrainingControl,
  yieldToAbort,
} from './method.js';
import { nameOf, writeModelFile } from './model-file.js';

export interface TrainableMethod extends Method {
  readonly own: OwnTraining;
}

export function isTrainable(method: Method): method is TrainableMethod {
  return method.own !== undefined;
}

interface ReadingOptions extends TrainingControl {
  readonly render?: ((page: Page) => Promise<PageTree>) | undefined;
}

export async function readExamples(
  folder: string,
  { render, onProgress, signal }: ReadingOptions = {},
): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    signal?.throwIfAborted();
    const labels = await readLabels(folder, page);
    const tree = await render?.(page);
    examples.push({ page: tree === undefined ? page : { ...page, tree }, labels });
    // A value of 1 or less would be taken as a share.
    if (examples.length > 1) onProgress?.('pages read', examples.length);
  }
  if (examples.length > 0) return examples;
  throw new LabError(
    'bad-corpus',
    `${folder} has no pages to train on. Name a labelled folder with --corpus.`,
  );
}

interface ModelOrigin {
  readonly name: string;
  readonly corpus: string;
}

/** Trains a method on labelled pages; the model's card records the pages and the scores on held-out ones. */
export async function trainModel(
  { own }: TrainableMethod,
  examples: readonly Example[],
  { name, corpus }: ModelOrigin,
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const { model, plots } = await own.train(examples, control);
  const training = {
    pages: examples.length,
    corpora: [{ name: corpus, digest: examplesDigest(examples) }],
  };
  return { model: { ...model, name, card: { ...model.card, training } }, plots };
}

/** Digest of the bytes, texts and labels of the examples. */
function examplesDigest(examples: readonly Example[]): string {
  const hash = createHash('sha256');
  for (const { page, labels } of examples) {
    const { id, url, type, title, text } = page;
    hash.update(JSON.stringify([id, url, type, title, text, pageDigest(page.html), labels?.nodes]));
  }
  return hash.digest('hex');
}

export async function trainToFile(
  method: TrainableMethod,
  { corpus, out, render, onProgress, signal }: MethodJob & { readonly corpus: string; readonly out: string },
): Promise<string> {
  const control = { onProgress, signal };
  const examples = await readExamples(corpus, { ...control, render });
  const { model } = await trainModel(
    method,
    examples,
    { name: nameOf(out), corpus: basename(corpus) },
    control,
  );
  await yieldToAbort(signal);
  // A method with a learning curve measures its held-out scores itself.
  const metrics =
    model.card.curve === undefined
      ? await heldOutScores(method, examples, control)
      : (model.card.metrics as HeldOutScores | undefined);
  await yieldToAbort(signal);
  const file = metrics === undefined ? model : { ...model, card: { ...model.card, metrics } };
  const written = await writeModelFile(out, method.own.fileOf?.(file) ?? file);
  const scores = metrics === undefined ? '' : `; ${scoresInWords(metrics)}`;
  return `${written}. Trained on ${examples.length} pages${scores}.`;
}

interface HeldOutScores {
  readonly [name: string]: number | undefined;
  readonly learnedFrom: number;
  readonly heldOut: number;
  readonly f1?: number | undefined;
  readonly labelAccuracy?: number | undefined;
}

const HELD_OUT = 0.25;

/** Scores on a quarter of the sites by a model trained on the others; undefined if those are too few to train on. */
async function heldOutScores(
  method: TrainableMethod,
  examples: readonly Example[],
  { onProgress, signal }: TrainingControl,
): Promise<HeldOutScores | undefined> {
  const aside = new Set(heldOutPages(examples.map(({ page }) => page)));
  const [learned, held] = [false, true].map(isHeld =>
    examples.filter(({ page }) => aside.has(page.id) === isHeld),
  ) as [Example[], Example[]];
  if (learned.length === 0 || held.length === 0) return undefined;
  let trained: TrainedModel;
  try {
    trained = await method.own.train(learned, {
      signal,
      onProgress: (step, share) => onProgress?.(`${step}, without the held-out pages`, share),
    });
  } catch (error) {
    if (error instanceof LabError && error.code === 'bad-input') return undefined;
    throw error;
  }
  const scores = await scoresOf(await method.load(trained.model), held);
  return { learnedFrom: learned.length, heldOut: held.length, ...scores };
}

/** Whole sites, or pages if all are from one site. */
function heldOutPages(pages: readonly Page[]): string[] {
  if (new Set(pages.map(splitGroup)).size > 1) return splitCorpus(pages, { testShare: HELD_OUT }).test;
  return pages.slice(Math.ceil((1 - HELD_OUT) * pages.length)).map(({ id }) => id);
}

async function scoresOf(extractor: Extractor, examples: readonly Example[]) {
  const f1s: number[] = [];
  let [right, found, labelled] = [0, 0, 0];
  for (const { page, labels } of examples) {
    const extraction = await extractor.extract(page);
    if (page.text?.trim()) f1s.push(bagOfWords(page.text, extraction.text).f1);
    if (extraction.labels === undefined || labels === undefined) continue;
    for (const [node, label] of Object.entries(labels.nodes)) {
      const own = extraction.labels[Number(node)];
      labelled++;
      if (own !== undefined) found++;
      if (own === label) right++;
    }
  }
  // A method that labels regions is not scored by labels of leaves.
  const isComparable = 2 * found > labelled;
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  return {
    f1: f1s.length === 0 ? undefined : rounded(f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length),
    labelAccuracy: isComparable ? rounded(right / labelled) : undefined,
  };
}

function scoresInWords({ learnedFrom, heldOut, f1, labelAccuracy }: HeldOutScores): string {
  const scores = [
    ...(f1 === undefined ? [] : [`F1 ${f1.toFixed(3)}`]),
    ...(labelAccuracy === undefined ? [] : [`${(100 * labelAccuracy).toFixed(1)} % of labels right`]),
  ];
  if (scores.length === 0) scores.push('no scores');
  return `${scores.join(' and ')} on ${heldOut} held-out pages when trained on the other ${learnedFrom}`;
}
