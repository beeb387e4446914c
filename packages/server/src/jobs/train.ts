import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  bagOfWords,
  bootstrapDifference,
  type Example,
  type Extractor,
  listCorpora,
  loadExtractor,
  type Page,
  readCorpus,
  readGold,
  trainModel,
} from '@webpith/lab';
import { addModel } from '@webpith/store';
import { examplesToLearn } from '../annotation/labelled-pages.js';
import { type BeforeAfter, type TrainingMetrics, type TrainResult, trainJob } from '../api/jobs.js';
import { fourDigits, meansOf } from '../before-after.js';
import { trainableMethod } from '../extraction/methods.js';
import type { JobContext } from './worker.js';

const PARTS = { read: 0.05, trained: 0.6, compared: 0.75 };

export async function runTraining(context: JobContext): Promise<TrainResult> {
  const { store, job, signal, report } = context;
  const { method, corpus, name, annotator, gate } = trainJob.parse({ kind: 'train', ...job.options });
  report('reading labelled pages', 0);
  const { examples, skipped } = await examplesToLearn({ store, corpus, annotator });
  const annotators = [...new Set(examples.flatMap(({ labels }) => labels.annotator ?? []))].sort();
  const trainable = (await trainableMethod(method))!;
  const title = name ?? `${method} on ${corpus}`;
  const origin = { name: title, corpus };
  const { model, plots } = await trainModel(trainable, examples, origin, {
    signal,
    onProgress: (step, share) => report(step, PARTS.read + (PARTS.trained - PARTS.read) * share),
  });
  const after = await trainable.load(model);
  const measured = await measure(context, { examples, model, after, gate: gate ?? method === 'adapted' });
  const metrics = { ...measured, annotators };
  // Use the id of the job, so that a restarted job saves one model.
  await addModel(store, {
    id: job.id,
    name: title,
    method,
    corpus,
    pages: examples.length,
    createdBy: job.createdBy,
    metrics,
    plots,
    data: model,
  });
  return { model: job.id, name: title, pages: examples.length, metrics, skipped };
}

interface Trained {
  readonly examples: readonly Example[];
  readonly model: unknown;
  readonly after: Extractor;
  readonly gate: boolean;
}

async function measure(context: JobContext, trained: Trained): Promise<TrainingMetrics> {
  const { report } = context;
  const { examples, after } = trained;
  const before = await loadExtractor('default');
  const compared = await comparePages(
    examples.map(({ page }) => page),
    before,
    after,
    done => {
      context.signal.throwIfAborted();
      report(
        'comparing before and after',
        PARTS.trained + ((PARTS.compared - PARTS.trained) * done) / examples.length,
      );
    },
  );
  const own = compared.length === 0 ? undefined : meansOf(compared);
  const heldOut = heldOutOf(trained.model);
  const gate = trained.gate
    ? await gateSample(context, before, after, share =>
        report('measuring on other corpora', PARTS.compared + (1 - PARTS.compared) * share),
      )
    : undefined;
  return { own, each: own && eachOf(compared), heldOut, gate };
}

/** Held-out scores: the first and last point of the model's learning curve, with an interval of the change. */
function heldOutOf(model: unknown): BeforeAfter | undefined {
  const { curve = [] } = ((model as { card?: object })?.card ?? {}) as {
    readonly curve?: readonly { readonly f1: number; readonly each?: readonly number[] }[];
  };
  const [first] = curve;
  const last = curve.at(-1);
  if (curve.length < 2 || !first || !last) return undefined;
  const scores = { pages: curve.length, before: first.f1, after: last.f1 };
  if (first.each === undefined || last.each === undefined) return scores;
  const { low, high } = bootstrapDifference(last.each, first.each);
  return { ...scores, low: fourDigits(low), high: fourDigits(high) };
}

export interface Compared {
  readonly page: Page;
  readonly before: number;
  readonly after: number;
}

export async function comparePages(
  pages: AsyncIterable<Page> | Iterable<Page>,
  before: Extractor,
  after: Extractor,
  onPage: (done: number) => void = () => {},
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for await (const page of pages) {
    if (!page.text?.trim()) continue;
    await setImmediate(); // yields to the event loop, so that the thread receives a stop
    compared.push({ page, before: await f1Of(before, page), after: await f1Of(after, page) });
    onPage(compared.length);
  }
  return compared;
}

async function f1Of(extractor: Extractor, page: Page): Promise<number> {
  try {
    return bagOfWords(page.text!, (await extractor.extract(page)).text).f1;
  } catch {
    return 0; // as in evaluations, a failure scores 0
  }
}

function eachOf(compared: readonly Compared[]): NonNullable<TrainingMetrics['each']> {
  return compared.map(({ page: { id, url, title }, before, after }) => ({
    page: id,
    before: fourDigits(before),
    after: fourDigits(after),
    url,
    title,
  }));
}

const PAGES = 60;
/** Allowed loss of F1, as in the quality gate. */
const TOLERANCE = 0.003;

async function gateSample(
  { corpora, signal }: Pick<JobContext, 'corpora' | 'signal'>,
  before: Extractor,
  after: Extractor,
  report: (share: number) => void,
): Promise<TrainingMetrics['gate']> {
  if (corpora === undefined) return undefined;
  const names = listCorpora(corpora);
  const gate: NonNullable<TrainingMetrics['gate']> = [];
  for (const [i, corpus] of names.entries()) {
    const folder = join(corpora, corpus);
    const ids = await sampledIds(folder);
    const pages = readCorpus(folder, { ids, onProblem: () => {} });
    const compared = await comparePages(pages, before, after, done => {
      signal.throwIfAborted();
      report((i + done / ids.length) / names.length);
    });
    if (compared.length === 0) continue;
    const means = meansOf(compared);
    gate.push({ corpus, ...means, holds: means.after >= means.before - TOLERANCE });
  }
  return gate;
}

async function sampledIds(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) {
    if (gold.text?.trim()) ids.push(gold.id);
  }
  const step = Math.max(1, ids.length / PAGES);
  return Array.from({ length: Math.min(PAGES, ids.length) }, (_, i) => ids[Math.floor(i * step)]!);
}
