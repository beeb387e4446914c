import { type Extractor, type Gold, LabError } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { type ClassifierModel, loadModel, type ModelFile } from '@webpith/learn';
import type { WrapperLabels } from '../labels.js';
import { squeezedView } from '../layout.js';
import type { ModelByMode } from '../model.js';
import { type PageView, shortText, textOf } from '../view.js';
import { bestSubtree, withoutOtherStories } from './best-subtree.js';
import {
  BLOCK_COLUMNS,
  blockRows,
  bodyProbabilities,
  fitBlocks,
  type LabelledBlocks,
  labelledBlocks,
} from './blocks.js';
import { chooseTitle, fitTitles, type LabelledTitle, labelledTitles } from './titles.js';

export interface PlusModel {
  readonly blocks: ClassifierModel;
  readonly title: ClassifierModel;
}

export interface PlusPage {
  readonly blocks: LabelledBlocks;
  readonly titles: readonly LabelledTitle[];
}

const MIN_PROBABILITY = 0.5;

interface PlusChoice {
  readonly body: number;
  readonly title?: number | undefined;
  readonly pruned: string;
}

export function plusPage(view: PageView, labels: WrapperLabels, gold: Gold): PlusPage {
  return {
    blocks: labelledBlocks(blockRows(view), gold),
    titles: labels.title === undefined ? [] : labelledTitles(view, labels.body, labels.title),
  };
}

export function fitPlus(pages: readonly PlusPage[], seed?: number): PlusModel {
  return {
    blocks: fitBlocks(
      pages.map(page => page.blocks),
      seed,
    ),
    title: fitTitles(pages.flatMap(page => page.titles)),
  };
}

export function choosePlus(view: PageView, model: PlusModel): PlusChoice | undefined {
  const page = blockRows(view);
  const { blocks } = page;
  const probabilities = withoutOtherStories(view, page, bodyProbabilities(model.blocks, page.rows));
  const body = bestSubtree(view, blocks, probabilities);
  if (body === undefined) return undefined;
  const title = chooseTitle(view, body, model.title);
  const kept = blocks.texts.filter(
    (_, b) => probabilities[b]! >= MIN_PROBABILITY && view.tree.contains(body, blocks.node[b]!),
  );
  const pruned = kept.length > 0 ? kept.join('\n') : textOf(view, body);
  return { body, pruned, title };
}

export function plusToJSON({ blocks, title }: PlusModel): Record<keyof PlusModel, ModelFile> {
  return { blocks: blocks.toJSON(), title: title.toJSON() };
}

export function plusFromJSON(json: unknown): PlusModel {
  const file = json as Partial<Record<keyof PlusModel, unknown>> | null;
  if (!file?.blocks || !file.title) {
    const message =
      'The model of wrapper-plus is broken: expected {blocks, title}. Train it: pith train wrapper-plus.';
    throw new LabError('bad-model', message);
  }
  const { attributes } = file.blocks as Partial<ClassifierModel>;
  // The columns of the model must be a subset of those of a block.
  if (!attributes?.every(({ name }) => BLOCK_COLUMNS.includes(name))) {
    const message =
      'The model of wrapper-plus learned from other columns than blocks have now. Train it: pith train wrapper-plus.';
    throw new LabError('bad-model', message);
  }
  return { blocks: loadModel(file.blocks), title: loadModel(file.title) };
}

export function plusExtractor(models: ModelByMode<PlusModel>): Extractor {
  return {
    name: 'wrapper-plus',
    extract(page) {
      const view = squeezedView(pageTree(page));
      const choice = choosePlus(view, models[view.mode]);
      if (choice === undefined) return { text: '' };
      const { body, pruned: text, title } = choice;
      return title === undefined
        ? { text, nodes: { body } }
        : { text, title: shortText(view, title), nodes: { body, title } };
    },
  };
}
