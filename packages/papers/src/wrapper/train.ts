import type { Example, MethodJob, TrainedModel, TrainingControl } from '@webpith/lab';
import { pageTree, refuseNone } from '@webpith/lab/internals';
import { writeModel } from '../model-file.js';
import { type LearnCase, learnCase, learnCases, learnPages } from './experiment/cases.js';
import { fitWrapper } from './fit.js';
import { type LayoutMode, layoutOf, squeezedView } from './layout.js';
import { wrapperToJSON } from './model.js';
import { fitPlus, plusToJSON } from './plus/model.js';

/** Numbers of training pages of the shipped models. More pages hardly help (see the results) and enlarge the SVMs. */
export const WRAPPER_PAGES = 200;
export const PLUS_PAGES = 300;

export async function trainWrapper(job: MethodJob): Promise<string> {
  const model = await byMode(job, WRAPPER_PAGES, cases =>
    wrapperToJSON(fitWrapper(cases.map(page => page.training))),
  );
  return `Wrote ${await writeModel(job.root, 'wrapper', model)}`;
}

export async function trainPlus(job: MethodJob): Promise<string> {
  const model = await byMode(job, PLUS_PAGES, cases => plusToJSON(fitPlus(cases.map(page => page.plus))));
  return `Wrote ${await writeModel(job.root, 'wrapper-plus', model)}`;
}

async function byMode<T>(
  job: MethodJob,
  count: number,
  fit: (cases: LearnCase[]) => T,
): Promise<Record<LayoutMode, T>> {
  const pages = await learnPages(job, count);
  const model = async (mode: LayoutMode) => fit(await learnCases(pages, mode, job));
  return { rendered: await model('rendered'), estimated: await model('estimated') };
}

/**
 * Learns from the user's own pages, with their layout if they were rendered and an estimated one otherwise. The model
 * records the number of pages of each kind, because accuracy is lower on a kind that it was not trained on.
 */
export async function trainOwn(
  examples: readonly Example[],
  { onProgress, signal }: TrainingControl = {},
): Promise<TrainedModel> {
  const learnedFrom: Record<LayoutMode, number> = { rendered: 0, estimated: 0 };
  const cases = examples.flatMap(({ page }, i) => {
    signal?.throwIfAborted();
    onProgress?.('pages', i / examples.length);
    const tree = pageTree(page);
    const learned = page.title && page.text ? learnCase(page, tree, squeezedView) : undefined;
    if (learned === undefined) return [];
    learnedFrom[layoutOf(tree).mode]++;
    return [learned];
  });
  refuseNone(cases, 'a title and main content');
  const model = wrapperToJSON(fitWrapper(cases.map(({ training }) => training)));
  return { model: { rendered: model, estimated: model, learnedFrom }, plots: [] };
}
