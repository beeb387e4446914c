import { type Gold, LabError } from '@webpith/lab';
import { type ClassifierModel, loadModel, type ModelFile } from '@webpith/learn';
import type { WrapperLabels } from '../labels.js';
import { type PageView, textOf } from '../view.js';
import { bestSubtree } from './best-subtree.js';
import { bodyProbabilities, fitBlocks, type LabelledBlocks, labelledBlocks } from './block-model.js';
import { BLOCK_COLUMNS, blockRows } from './block-rows.js';
import { withoutOtherStories } from './other-stories.js';
import { chooseTitle, fitTitles, type LabelledTitle, labelledTitles } from './title-model.js';

/** The variant’s two models: of blocks, and of titles. */
export interface PlusModel {
  readonly blocks: ClassifierModel;
  readonly title: ClassifierModel;
}

/** What a labelled page teaches the variant. */
export interface PlusPage {
  readonly blocks: LabelledBlocks;
  readonly titles: readonly LabelledTitle[];
}

/** A block inside the body that is less probable than this is pruned. */
const LEAST_PROBABILITY = 0.5;

/** What the variant makes of a page. */
export interface PlusChoice {
  readonly body: number;
  readonly title?: number;
  /** The body’s text without the blocks in it that are improbable. */
  readonly pruned: string;
}

/** Takes from a page what the variant learns from. */
export function plusPage(view: PageView, labels: WrapperLabels, gold: Gold): PlusPage {
  return {
    blocks: labelledBlocks(blockRows(view), gold),
    titles: labels.title === undefined ? [] : labelledTitles(view, labels.body, labels.title),
  };
}

/** Fits both models; the seed is that of the model of blocks. */
export function fitPlus(pages: readonly PlusPage[], seed?: number): PlusModel {
  return {
    blocks: fitBlocks(
      pages.map(page => page.blocks),
      seed,
    ),
    title: fitTitles(pages.flatMap(page => page.titles)),
  };
}

/** One body and one title; undefined where a page shows no text. */
export function choosePlus(view: PageView, model: PlusModel): PlusChoice | undefined {
  const page = blockRows(view);
  const { blocks } = page;
  const probabilities = withoutOtherStories(view, page, bodyProbabilities(model.blocks, page.rows));
  const body = bestSubtree(view, blocks, probabilities);
  if (body === undefined) return undefined;
  const title = chooseTitle(view, body, model.title);
  const kept = blocks.texts.filter(
    (_, b) => probabilities[b]! >= LEAST_PROBABILITY && view.tree.contains(body, blocks.node[b]!),
  );
  const pruned = kept.length > 0 ? kept.join('\n') : textOf(view, body);
  return { body, pruned, ...(title === undefined ? {} : { title }) };
}

/** The variant as plain data. */
export function plusToJSON({ blocks, title }: PlusModel): Record<keyof PlusModel, ModelFile> {
  return { blocks: blocks.toJSON(), title: title.toJSON() };
}

/** Reads what `plusToJSON` wrote. */
export function plusFromJSON(json: unknown): PlusModel {
  const file = json as Partial<Record<keyof PlusModel, unknown>> | null;
  if (!file?.blocks || !file.title) {
    const message =
      'The model of wrapper-plus is broken: expected {blocks, title}. Train it: pith train wrapper-plus.';
    throw new LabError('bad-model', message);
  }
  const columns = (file.blocks as Partial<Pick<ClassifierModel, 'attributes'>>).attributes?.map(
    ({ name }) => name,
  );
  // Columns may have come since; none that it learned from may have gone.
  if (!columns?.every(name => BLOCK_COLUMNS.includes(name))) {
    const message =
      'The model of wrapper-plus learned from other columns than blocks have now. Train it: pith train wrapper-plus.';
    throw new LabError('bad-model', message);
  }
  return { blocks: loadModel(file.blocks), title: loadModel(file.title) };
}
