import { basename, join } from 'node:path';
import {
  cachedCorpusDigest,
  type Example,
  type MethodJob,
  type ModelCard,
  type TrainedModel,
  type TrainingControl,
} from '@webpith/lab';
import { pageTree, refuseFew } from '@webpith/lab/internals';
import { writeModel } from '../model-file.js';
import {
  LEARN_CORPUS,
  type LearnCase,
  learnCase,
  learnCases,
  learnPages,
  withoutStyles,
} from './experiment/cases.js';
import { fitWrapper } from './fit.js';
import { type LayoutMode, layoutOf, squeezedView } from './layout.js';
import { LEARNED_SITES, pagesOfSites } from './made-up-sites.js';
import { type ModelByMode, wrappersToJSON } from './model.js';
import { fitPlus, plusModelsToJSON } from './plus/model.js';

/** Numbers of training pages of the shipped models. More pages hardly help (see the results) and enlarge the SVMs. */
export const WRAPPER_PAGES = 200;
export const PLUS_PAGES = 300;

/** Rendered pages are learned with their embedded styles and without, since linked sheets are often missing. */
export async function trainWrapper(job: MethodJob): Promise<string> {
  const pages = await learnPages({ ...job, corpus: undefined }, WRAPPER_PAGES);
  const also = [...pages.map(withoutStyles), ...pagesOfSites(0, LEARNED_SITES)];
  const added = await learnCases(also, 'rendered', job);
  const model = await byMode(job, WRAPPER_PAGES, (cases, mode) =>
    fitWrapper([...cases, ...(mode === 'rendered' ? added : [])].map(page => page.training)),
  );
  const card = { ...(await cardOf(job, WRAPPER_PAGES)), withoutStylesAndMadeUp: added.length };
  return `Wrote ${await writeModel(job.root, 'wrapper', wrappersToJSON(model, card))}`;
}

export async function trainPlus(job: MethodJob): Promise<string> {
  const model = await byMode(job, PLUS_PAGES, cases => fitPlus(cases.map(page => page.plus)));
  const card = await cardOf(job, PLUS_PAGES);
  return `Wrote ${await writeModel(job.root, 'wrapper-plus', plusModelsToJSON(model, card))}`;
}

async function cardOf({ corpora }: MethodJob, pages: number): Promise<ModelCard> {
  const folder = join(corpora, LEARN_CORPUS);
  const digest = await cachedCorpusDigest(folder);
  return { training: { pages, corpora: [{ name: basename(folder), digest }] } };
}

async function byMode<T>(
  job: MethodJob,
  count: number,
  fit: (cases: LearnCase[], mode: LayoutMode) => T,
): Promise<Record<LayoutMode, T>> {
  const pages = await learnPages({ ...job, corpus: undefined }, count);
  const model = async (mode: LayoutMode) => fit(await learnCases(pages, mode, job), mode);
  return { rendered: await model('rendered'), estimated: await model('estimated') };
}

/** The paper learns from a few pages of one site. With fewer than this, the SVM has too few correct subtrees. */
const LEAST_PAGES = 3;

interface OwnCases {
  readonly cases: readonly LearnCase[];
  readonly card: ModelCard;
}

/**
 * The user's own pages, with their layout if they were rendered and an estimated one otherwise. The model records the
 * number of pages of each kind, because accuracy is lower on a kind that it was not trained on.
 */
function ownCases(examples: readonly Example[], { onProgress, signal }: TrainingControl): OwnCases {
  const layouts: Record<LayoutMode, number> = { rendered: 0, estimated: 0 };
  const cases = examples.flatMap(({ page }, i) => {
    signal?.throwIfAborted();
    onProgress?.('pages', i / examples.length);
    const tree = pageTree(page);
    const learned = page.title && page.text ? learnCase(page, tree, squeezedView) : undefined;
    if (learned === undefined) return [];
    layouts[layoutOf(tree).mode]++;
    return [learned];
  });
  refuseFew(cases, LEAST_PAGES, 'a title and main content that are shown on the page', examples.length);
  return { cases, card: { layouts } };
}

const both = <M>(model: M): ModelByMode<M> => ({ rendered: model, estimated: model });

export async function trainOwn(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const { cases, card } = ownCases(examples, control);
  const model = fitWrapper(cases.map(({ training }) => training));
  return { model: wrappersToJSON(both(model), card), plots: [] };
}

export async function trainOwnPlus(
  examples: readonly Example[],
  control: TrainingControl = {},
): Promise<TrainedModel> {
  const { cases, card } = ownCases(examples, control);
  const model = fitPlus(cases.map(({ plus }) => plus));
  return { model: plusModelsToJSON(both(model), card), plots: [] };
}
