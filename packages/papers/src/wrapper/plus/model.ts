import type { Explanation, Extractor, Gold, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel, pageTree } from '@webpith/lab/internals';
import type { ClassifierModel } from '@webpith/learn';
import { ModelReader } from '../../model-file.js';
import type { WrapperLabels } from '../fit.js';
import { squeezedView } from '../layout.js';
import { type ModelByMode, modelsByMode } from '../model.js';
import { type PageView, shortText, textOf } from '../view.js';
import {
  BLOCK_COLUMNS,
  type BlockRows,
  bestSubtree,
  blockRows,
  bodyProbabilities,
  fitBlocks,
  type LabelledBlocks,
  labelledBlocks,
  withoutOtherStories,
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
  readonly page: BlockRows;
  readonly probabilities: Float64Array;
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
  return { body, pruned, title, page, probabilities };
}

const METHOD = 'wrapper-plus';
const reader = new ModelReader(METHOD);

export function plusModelsToJSON(
  { rendered, estimated }: ModelByMode<PlusModel>,
  card: ModelCard,
): MethodModel {
  const files = ({ blocks, title }: PlusModel) => ({ blocks: blocks.toJSON(), title: title.toJSON() });
  return methodModel(METHOD, { rendered: files(rendered), estimated: files(estimated) }, card);
}

export function plusModelsFromJSON(json: unknown): ModelByMode<PlusModel> {
  return modelsByMode(reader, json, plusFromJSON);
}

function plusFromJSON(json: unknown): PlusModel {
  const file = reader.object(json, 'the models of a layout');
  const blocks = reader.classifier(file.blocks, 'blocks');
  const unknown = blocks.attributes.find(({ name }) => !BLOCK_COLUMNS.includes(name));
  if (unknown !== undefined) return reader.refuse('columns that blocks have now', unknown.name);
  return { blocks, title: reader.classifier(file.title, 'titles') };
}

export function plusExtractor(models: ModelByMode<PlusModel>): Extractor {
  return {
    name: METHOD,
    extract(page) {
      const view = squeezedView(pageTree(page));
      const choice = choosePlus(view, models[view.mode]);
      if (choice === undefined) return { text: '' };
      const { body, pruned: text, title } = choice;
      return title === undefined
        ? { text, nodes: { body } }
        : { text, title: shortText(view, title), nodes: { body, title } };
    },
    explain(page) {
      const view = squeezedView(pageTree(page));
      return explainChoice(view, choosePlus(view, models[view.mode]));
    },
  };
}

function explainChoice(view: PageView, choice: PlusChoice | undefined): Explanation {
  if (choice === undefined) return { notes: ['the page shows no text'], findings: [] };
  const { page, body, title, probabilities } = choice;
  const { blocks } = page;
  const findings = blocks.texts.map((_, b) => {
    const score = probabilities[b]!;
    const isInside = view.tree.contains(body, blocks.node[b]!);
    const isLikely = score >= MIN_PROBABILITY;
    return {
      node: blocks.node[b]!,
      first: blocks.first[b]!,
      end: blocks.end[b]!,
      kept: isInside && isLikely,
      stage: 'block',
      reason: isLikely && !isInside ? 'outside the chosen subtree' : `probability ${score.toFixed(2)}`,
      score,
      evidence: [
        { fact: `probability of the body ${score.toFixed(3)}`, weight: 2 * score - 1 },
        { fact: `${isInside ? 'inside' : 'outside'} the chosen subtree`, weight: isInside ? 1 : -1 },
      ],
    };
  });
  const titled = title === undefined ? 'no title' : `title at ${view.tree.path(title)}`;
  return { notes: [`body at ${view.tree.path(body)}, ${titled}`], findings };
}
