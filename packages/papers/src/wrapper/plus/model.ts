import {
  type Explanation,
  type Extractor,
  type Gold,
  type MethodModel,
  type ModelCard,
  wordsOf,
} from '@webpith/lab';
import { methodModel, multisetOverlap, pageTree, titleScore } from '@webpith/lab/internals';
import {
  BoostingClassifier,
  type ClassifierModel,
  datasetFromRows,
  denseMatrix,
  numericAttributes,
} from '@webpith/learn';
import { IS_HEADING, meaning, TAG } from 'webpith/stages';
import { ModelReader } from '../../model-file.js';
import { largestFontSize, TITLE_FEATURES, titleFeatures } from '../candidates.js';
import { commentParts } from '../comment-parts.js';
import type { WrapperLabels } from '../fit.js';
import { squeezedView } from '../layout.js';
import { type ModelByMode, modelsByMode } from '../model.js';
import { isReadable, type PageView, type Rect, rectOf, shortText, textOf } from '../view.js';
import {
  BLOCK_COLUMNS,
  type BlockRows,
  bestSubtree,
  blockRows,
  bodyProbabilities,
  documentTitle,
  fitBlocks,
  type LabelledBlocks,
  labelledBlocks,
  withoutOtherStories,
} from './blocks.js';

/** The columns of a title candidate: the paper's, and additional ones for modern pages. */
const TITLE_COLUMNS: readonly string[] = [
  ...TITLE_FEATURES,
  'HeadingLevel',
  'InDocumentTitle',
  'OfDocumentTitle',
  'LinkedShare',
  'Repeats',
  'InsideBody',
];

const LONGEST_TITLE = 400;
const SCREENS = 3;

function titleCandidatesOf(view: PageView, body: Rect): number[] {
  const { tree, lengths, screen } = view;
  const candidates: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || !isReadable(view, node) || lengths[node]! > LONGEST_TITLE)
      continue;
    const rect = rectOf(view, node);
    if (!rect || rect.top > Math.max(SCREENS * screen.height, body.top + screen.height)) continue;
    if (isOnlyWrapper(view, node)) continue;
    candidates.push(node);
  }
  return candidates;
}

function isOnlyWrapper({ tree, lengths }: PageView, node: number): boolean {
  if (meaning(tree.tag[node]!) & IS_HEADING) return false;
  const isHeading = (n: number) => n > 0 && (meaning(tree.tag[n]!) & IS_HEADING) !== 0;
  const parent = tree.parent[node]!;
  if (isHeading(parent) && lengths[parent] === lengths[node]) return true;
  for (let child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
    if (tree.tag[child]! > TAG['#comment'] && lengths[child] === lengths[node]) return true;
  }
  return false;
}

function titleRows(view: PageView, bodyNode: number, candidates: readonly number[]): number[][] {
  const body = rectOf(view, bodyNode)!;
  const largest = largestFontSize(view);
  const documentWords = wordsOf(documentTitle(view));
  const texts = candidates.map(node => wordsOf(shortText(view, node)));
  const times = new Map<string, number>();
  for (const words of texts) times.set(words.join(' '), (times.get(words.join(' ')) ?? 0) + 1);
  return candidates.map((node, i) => {
    const words = texts[i]!;
    const common = multisetOverlap(documentWords, words);
    return [
      ...titleFeatures(view, body, largest, node),
      headingLevel(view, node),
      words.length > 0 ? common / words.length : 0,
      documentWords.length > 0 ? common / documentWords.length : 0,
      view.linked[node]! / view.lengths[node]!,
      times.get(words.join(' '))!,
      Number(view.tree.contains(bodyNode, node)),
    ];
  });
}

function headingLevel({ tree }: PageView, node: number): number {
  const tag = tree.tag[node]!;
  return meaning(tag) & IS_HEADING ? tag - TAG.h1 + 1 : 7;
}

interface LabelledTitle {
  readonly row: readonly number[];
  readonly isCorrect: boolean;
}

const OPTIONS = {
  rounds: 100,
  learningRate: 0.08,
  maxLeaves: 15,
  minLeafRows: 10,
  l2: 5,
  rowShare: 0.8,
  columnShare: 0.5,
  seed: 1,
};

function labelledTitles(view: PageView, body: number, title: number): LabelledTitle[] {
  const { tree } = view;
  const candidates = titleCandidatesOf(view, rectOf(view, body)!);
  const rows = titleRows(view, body, candidates);
  const correct = shortText(view, title);
  return candidates.flatMap((node, i) => {
    const isExact = titleScore(correct, shortText(view, node)).exact === 1;
    const isSamePlace = tree.contains(node, title) || tree.contains(title, node);
    return isExact && !isSamePlace ? [] : [{ row: rows[i]!, isCorrect: isExact }];
  });
}

function fitTitles(candidates: readonly LabelledTitle[]): ClassifierModel {
  const data = datasetFromRows({
    attributes: numericAttributes(TITLE_COLUMNS),
    rows: candidates.map(({ row }) => row),
    labels: candidates.map(({ isCorrect }) => (isCorrect ? '1' : '0')),
    classes: ['0', '1'],
  });
  return new BoostingClassifier(OPTIONS).fit(data);
}

function chooseTitle(view: PageView, body: number, model: ClassifierModel): number | undefined {
  const candidates = titleCandidatesOf(view, rectOf(view, body)!);
  if (candidates.length === 0) return undefined;
  const both = model.probabilities(denseMatrix(titleRows(view, body, candidates), TITLE_COLUMNS.length));
  let best = 0;
  for (let i = 1; i < candidates.length; i++) if (both[2 * i + 1]! > both[2 * best + 1]!) best = i;
  return candidates[best];
}

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
      return {
        text,
        title: title === undefined ? undefined : shortText(view, title),
        nodes: { body, title, without: commentParts(view, body) },
      };
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
