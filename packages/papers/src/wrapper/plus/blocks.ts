import type { Gold } from '@webpith/lab';
import { labelBlocks } from '@webpith/lab/internals';
import { BoostingClassifier, type ClassifierModel, type Dataset, numericAttributes } from '@webpith/learn';
import { type Blocks, blocksFromTree, FEATURE_NAMES, Page, TAG, titleHeading } from 'webpith/stages';
import { subtreeSums } from '../../tree.js';
import { fontSizeOf, type PageView, rectOf } from '../view.js';

const LAYOUT_COLUMNS = ['left', 'top', 'width', 'height', 'font-size', 'is-seen'];

export const BLOCK_COLUMNS: readonly string[] = [
  ...FEATURE_NAMES,
  ...LAYOUT_COLUMNS.map(name => `layout-${name}`),
];

export interface BlockRows {
  readonly blocks: Blocks;
  readonly rows: Float32Array;
  readonly title: number;
  /** Hash of the tags and classes on the path from the root, by node. */
  readonly paths: Int32Array;
}

export function blockRows(view: PageView): BlockRows {
  const blocks = blocksFromTree(view.tree);
  const title = documentTitle(view);
  const heading = titleHeading(blocks, [title])?.block;
  const metadata = { title: title || undefined, heading, schemaTypes: [] };
  const page = new Page(blocks, metadata);
  const { rows: own, width } = page.features;
  const rows = new Float32Array(blocks.count * BLOCK_COLUMNS.length);
  for (let b = 0; b < blocks.count; b++) {
    const at = b * BLOCK_COLUMNS.length;
    rows.set(own.subarray(b * width, (b + 1) * width), at);
    rows.set(layoutRow(view, blocks, b), at + width);
  }
  return { blocks, rows, title: page.landmarks.title, paths: page.paths.hashes };
}

function isSeenBlock({ seen }: PageView, blocks: Blocks, b: number): boolean {
  return seen.subarray(blocks.first[b], blocks.end[b]).includes(1);
}

export function documentTitle({ tree }: PageView): string {
  const node = tree.tag.indexOf(TAG.title);
  return node < 0 ? '' : tree.textContent(node).trim();
}

function layoutRow(view: PageView, blocks: Blocks, b: number): number[] {
  const { screen } = view;
  const rect = rectOf(view, blocks.first[b]!);
  const isSeen = Number(isSeenBlock(view, blocks, b));
  if (!rect) return [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, isSeen];
  return [
    rect.left / screen.width,
    rect.top / screen.height,
    rect.width / screen.width,
    rect.height / screen.height,
    fontSizeOf(view, blocks.node[b]!),
    isSeen,
  ];
}

export interface LabelledBlocks {
  readonly rows: Float32Array;
  readonly share: Float32Array;
  readonly words: Uint32Array;
}

export function labelledBlocks({ blocks, rows }: BlockRows, gold: Gold): LabelledBlocks {
  return { rows, ...labelBlocks(blocks, gold) };
}

/** Smaller than the library's model, because there are fewer training pages. */
const OPTIONS = {
  rounds: 150,
  learningRate: 0.08,
  maxLeaves: 15,
  minLeafRows: 40,
  l2: 5,
  rowShare: 0.7,
  columnShare: 0.25,
  maxBins: 63,
  seed: 1,
};

function weights({ words }: LabelledBlocks): Float64Array {
  const own = Float64Array.from(words, count => Math.sqrt(Math.min(count, 200) + 0.5));
  const sum = own.reduce((total, weight) => total + weight, 0);
  return own.map(weight => (100 * weight) / sum);
}

export function fitBlocks(pages: readonly LabelledBlocks[], seed = OPTIONS.seed): ClassifierModel {
  const columns = BLOCK_COLUMNS.length;
  const count = pages.reduce((sum, page) => sum + page.share.length, 0);
  const data = new Float32Array(count * columns);
  const y = new Int32Array(count);
  const all = new Float64Array(count);
  let at = 0;
  for (const page of pages) {
    data.set(page.rows, at * columns);
    y.set(
      page.share.map(share => Number(share > 0.5)),
      at,
    );
    all.set(weights(page), at);
    at += page.share.length;
  }
  const dataset: Dataset = {
    attributes: numericAttributes(BLOCK_COLUMNS),
    x: { kind: 'dense', rows: count, columns, data },
    y,
    classes: ['noise', 'body'],
    weights: all,
  };
  return new BoostingClassifier({ ...OPTIONS, seed }).fit(dataset);
}

export function bodyProbabilities(model: ClassifierModel, rows: Float32Array): Float64Array {
  const width = BLOCK_COLUMNS.length;
  const count = rows.length / width;
  if (count === 0) return new Float64Array(0);
  const places = model.attributes.map(({ name }) => BLOCK_COLUMNS.indexOf(name));
  const columns = places.length;
  const data = new Float32Array(count * columns);
  for (let b = 0; b < count; b++) {
    for (let c = 0; c < columns; c++) data[b * columns + c] = rows[b * width + places[c]!]!;
  }
  const both = model.probabilities({ kind: 'dense', rows: count, columns, data });
  return Float64Array.from({ length: count }, (_, b) => both[2 * b + 1]!);
}

/**
 * The subtree with the highest expected F1, the deepest on ties; undefined if no block is visible. With probabilities p
 * and words w of blocks, the expected F1 is 2 · Σ inside p·w / (Σ inside w + Σ all p·w). Probabilities are sharpened
 * first, otherwise many improbable words outweigh a short article.
 */
export function bestSubtree(view: PageView, blocks: Blocks, probabilities: Float64Array): number | undefined {
  const { tree } = view;
  const words = new Float64Array(tree.count);
  const expected = new Float64Array(tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (!isSeenBlock(view, blocks, b)) continue;
    words[blocks.node[b]!]! += blocks.words[b]!;
    expected[blocks.node[b]!]! += blocks.words[b]! * sharpened(probabilities[b]!);
  }
  const [allWords, allExpected] = [subtreeSums(tree, words), subtreeSums(tree, expected)];
  let best: number | undefined;
  let bestF1 = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || allExpected[node] === 0 || !rectOf(view, node)) continue;
    const f1 = (2 * allExpected[node]!) / (allWords[node]! + allExpected[0]!);
    if (f1 >= bestF1) [best, bestF1] = [node, f1];
  }
  return best;
}

/**
 * Doubles the log-odds. On `wcxb`, by folds of sites, factors 1, 1.5, 2, 3 and 6 give 631, 633, 633, 632 and 631
 * correct bodies of 667.
 */
function sharpened(p: number): number {
  return p ** 2 / (p ** 2 + (1 - p) ** 2);
}

/** Minimum expected words for the title's branch to be a complete story. */
const STORY_WORDS = 300;
/** The minimum if the path of the other heading equals the title's, since one template probably produced both. */
const TEMPLATE_WORDS = 100;
/** Minimum expected words for a sibling branch with a heading to be another story. */
const OTHER_WORDS = 50;

/**
 * Sets the probabilities of other stories on an endless page to 0: if the title's branch contains a complete story,
 * sibling branches with a heading and text are other stories. The limits were set on `wcxb` by folds of sites: two
 * pages of 667 improve, none gets worse. No page there has another heading with the title's path.
 */
export function withoutOtherStories(
  view: PageView,
  { blocks, title, paths }: BlockRows,
  probabilities: Float64Array,
): Float64Array {
  if (title < 0) return probabilities;
  const { tree } = view;
  const titleNode = blocks.node[title]!;
  const branch = branchesBeside(view, titleNode);
  const towards = childrenTowards(view, titleNode);
  const expected = expectedWords(view, blocks, probabilities);
  const isOther = new Uint8Array(tree.count);
  for (let b = title + 1; b < blocks.count; b++) {
    if (blocks.level[b] === 0 || blocks.texts[b] === blocks.texts[title]) continue;
    const other = branch[blocks.node[b]!]!;
    const own = towards[tree.parent[other]!]!;
    if (other === 0 || own === 0) continue;
    const least = paths[blocks.node[b]!] === paths[titleNode] ? TEMPLATE_WORDS : STORY_WORDS;
    if (expected[own]! >= least && expected[other]! >= OTHER_WORDS) isOther[other] = 1;
  }
  return probabilities.map((p, b) => (isOther[branch[blocks.node[b]!]!] ? 0 : p));
}

function branchesBeside({ tree }: PageView, titleNode: number): Int32Array {
  const branch = new Int32Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (!tree.contains(node, titleNode)) branch[node] = branch[tree.parent[node]!]! || node;
  }
  return branch;
}

function childrenTowards({ tree }: PageView, titleNode: number): Int32Array {
  const child = new Int32Array(tree.count);
  for (let node = titleNode; node > 0; node = tree.parent[node]!) child[tree.parent[node]!] = node;
  return child;
}

function expectedWords(view: PageView, blocks: Blocks, probabilities: Float64Array): Float64Array {
  const own = new Float64Array(view.tree.count);
  for (let b = 0; b < blocks.count; b++) {
    if (isSeenBlock(view, blocks, b)) own[blocks.node[b]!]! += blocks.words[b]! * probabilities[b]!;
  }
  return subtreeSums(view.tree, own);
}
