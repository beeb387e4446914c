import { wordsOf } from '@webpith/lab';
import { multisetOverlap, titleScore } from '@webpith/lab/internals';
import {
  BoostingClassifier,
  type ClassifierModel,
  datasetFromRows,
  denseMatrix,
  numericAttributes,
} from '@webpith/learn';
import { IS_HEADING, meaning, TAG } from 'webpith/stages';
import { largestFontSize, TITLE_FEATURES, titleFeatures } from '../candidates.js';
import { isReadable, type PageView, type Rect, rectOf, shortText } from '../view.js';
import { documentTitle } from './blocks.js';

/** The columns of a title candidate: the paper's, and additional ones for modern pages. */
export const TITLE_COLUMNS: readonly string[] = [
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

export interface LabelledTitle {
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

export function labelledTitles(view: PageView, body: number, title: number): LabelledTitle[] {
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

export function fitTitles(candidates: readonly LabelledTitle[]): ClassifierModel {
  const data = datasetFromRows({
    attributes: numericAttributes(TITLE_COLUMNS),
    rows: candidates.map(({ row }) => row),
    labels: candidates.map(({ isCorrect }) => (isCorrect ? '1' : '0')),
    classes: ['0', '1'],
  });
  return new BoostingClassifier(OPTIONS).fit(data);
}

export function chooseTitle(view: PageView, body: number, model: ClassifierModel): number | undefined {
  const candidates = titleCandidatesOf(view, rectOf(view, body)!);
  if (candidates.length === 0) return undefined;
  const both = model.probabilities(denseMatrix(titleRows(view, body, candidates), TITLE_COLUMNS.length));
  let best = 0;
  for (let i = 1; i < candidates.length; i++) if (both[2 * i + 1]! > both[2 * best + 1]!) best = i;
  return candidates[best];
}
