import { align, type Gold, LabError, wordsOf } from '@webpith/lab';
import { titleScore } from '@webpith/lab/internals';
import { datasetFromRows, numericAttributes, SupportVectorMachine, seededRandom } from '@webpith/learn';
import { blocksFromTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { BODY_FEATURES, bodyRows, type CandidateRows, TITLE_FEATURES, titleRowsFor } from './candidates.js';
import { type FeatureSet, POSITIVE, type SubtreeModel, type WrapperModel } from './model.js';
import { fontSizeOf, isReadable, type PageView, rectOf, shortText } from './view.js';

export interface WrapperLabels {
  readonly body: number;
  readonly title?: number | undefined;
  readonly coverage: number;
}

const MIN_TITLE_F1 = 0.8;

/** T_BODY and T_TITLE of a page (§2), by alignment with its gold; undefined if the page has no text. */
export function labelPage(view: PageView, gold: Pick<Gold, 'text' | 'title'>): WrapperLabels | undefined {
  const body = labelBody(view, gold.text ?? '');
  if (body === undefined) return undefined;
  const title = gold.title === undefined ? undefined : labelTitle(view, gold.title, body.node);
  return { body: body.node, coverage: body.coverage, title };
}

/** The drawn subtree with the highest word F1, the deepest on ties: no child may contain the whole body (§2). */
function labelBody(view: PageView, gold: string): { node: number; coverage: number } | undefined {
  const { tree, seen } = view;
  const blocks = blocksFromTree(tree);
  const isSeen = (b: number) => seen.subarray(blocks.first[b], blocks.end[b]).includes(1);
  const texts = blocks.texts.map((text, b) => (isSeen(b) ? wordsOf(text) : []));
  const goldWords = wordsOf(gold);
  const { page, coverage } = align(texts.flat(), goldWords);
  const words = new Float64Array(tree.count);
  const found = new Float64Array(tree.count);
  let at = 0;
  texts.forEach((text, b) => {
    const node = blocks.node[b]!;
    words[node]! += text.length;
    for (let i = 0; i < text.length; i++) found[node]! += page[at++]!;
  });
  const [allWords, allFound] = [subtreeSums(tree, words), subtreeSums(tree, found)];
  let best: number | undefined;
  let bestF1 = 0;
  for (let node = 1; node < tree.count; node++) {
    if (allFound[node] === 0 || !rectOf(view, node)) continue;
    const f1 = (2 * allFound[node]!) / (allWords[node]! + goldWords.length);
    if (f1 >= bestF1) [best, bestF1] = [node, f1];
  }
  return best === undefined ? undefined : { node: best, coverage };
}

/**
 * The element that agrees best with the gold title; on ties the one in the largest font, then the one closest to the
 * body's upper edge, then the deepest.
 */
function labelTitle(view: PageView, title: string, body: number): number | undefined {
  const { tree, lengths } = view;
  const bodyTop = rectOf(view, body)!.top;
  const longest = 2 * title.length + 40;
  let best: { node: number; rank: readonly number[] } | undefined;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || !isReadable(view, node) || lengths[node]! > longest) continue;
    const rect = rectOf(view, node);
    if (!rect) continue;
    const { f1, exact } = titleScore(title, shortText(view, node));
    if (f1 < MIN_TITLE_F1) continue;
    const rank = [exact, f1, fontSizeOf(view, node), -Math.abs(bodyTop - rect.top)];
    if (!best || isAtLeast(rank, best.rank)) best = { node, rank };
  }
  return best?.node;
}

function isAtLeast(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, i) => value !== other[i]);
  return at < 0 || rank[at]! > other[at]!;
}

export interface TrainingPage {
  readonly body: readonly LabelledRow[];
  readonly title: readonly LabelledRow[];
}

interface LabelledRow {
  readonly features: readonly number[];
  readonly isCorrect: boolean;
}

export interface FitOptions {
  readonly bodyFeatures: FeatureSet;
  readonly titleFeatures: FeatureSet;
}

/** C and γ of both SVMs were chosen by cross-validation on sites other than those reported on; see README.md. */
const MACHINE = { cost: 10, gamma: 2, kernel: 'rbf', standardise: false, seed: 1 } as const;
const NEGATIVES_PER_PAGE = 60;

const BODY_COLUMNS: Readonly<Record<FeatureSet, readonly number[]>> = {
  ALL: BODY_FEATURES.map((_, i) => i),
  CONTENT: [0, 1],
  SPATIAL: [2, 3, 4, 5],
};

const TITLE_COLUMNS: Readonly<Record<FeatureSet, readonly number[]>> = {
  ALL: TITLE_FEATURES.map((_, i) => i),
  SPATIAL: [0, 1, 2, 3, 4, 5, 6],
  CONTENT: [7, 8, 9],
};

/** Candidates of a labelled page. Those that show the same text as the correct one are omitted. */
export function trainingPage(view: PageView, labels: WrapperLabels): TrainingPage {
  const labelled = ({ candidates, rows }: CandidateRows, correct: number) =>
    candidates.flatMap((node, i) =>
      node === correct || !hasSameText(view, node, correct)
        ? [{ features: rows[i]!, isCorrect: node === correct }]
        : [],
    );
  return {
    body: labelled(bodyRows(view), labels.body),
    title: labels.title === undefined ? [] : labelled(titleRowsFor(view, labels.body), labels.title),
  };
}

function hasSameText({ tree, lengths }: PageView, node: number, correct: number): boolean {
  const isNested = tree.contains(node, correct) || tree.contains(correct, node);
  return isNested && lengths[node] === lengths[correct];
}

export function fitWrapper(
  pages: readonly TrainingPage[],
  { bodyFeatures = 'ALL', titleFeatures = 'ALL' }: Partial<FitOptions> = {},
): WrapperModel {
  const [bodies, titles] = [pages.map(page => page.body), pages.map(page => page.title)];
  return {
    body: fitSubtreeModel(bodies, BODY_FEATURES, BODY_COLUMNS[bodyFeatures]),
    title: fitSubtreeModel(titles, TITLE_FEATURES, TITLE_COLUMNS[titleFeatures]),
  };
}

function fitSubtreeModel(
  pages: readonly (readonly LabelledRow[])[],
  names: readonly string[],
  columns: readonly number[],
): SubtreeModel {
  const random = seededRandom(1);
  const rows = pages.flatMap(page => {
    const negatives = page.filter(row => !row.isCorrect);
    // A page without a positive candidate would contribute only negatives.
    return negatives.length === page.length
      ? []
      : [...page.filter(row => row.isCorrect), ...random.shuffle(negatives).slice(0, NEGATIVES_PER_PAGE)];
  });
  if (rows.length === 0) {
    const message = `The labelled subtree is a candidate on none of the ${pages.length} pages. Add more pages, or use a larger screen.`;
    throw new LabError('bad-input', message);
  }
  const data = datasetFromRows({
    attributes: numericAttributes(columns.map(column => names[column]!)),
    rows: rows.map(row => columns.map(column => row.features[column]!)),
    labels: rows.map(row => (row.isCorrect ? POSITIVE : '0')),
    classes: ['0', POSITIVE],
  });
  return { columns, machine: new SupportVectorMachine(MACHINE).fit(data) };
}
