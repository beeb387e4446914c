import type { Gold } from '@webpith/lab';
import { labelBlocks } from '@webpith/lab/internals';
import { BoostingClassifier, type ClassifierModel, type Dataset, numericAttributes } from '@webpith/learn';
import { type Blocks, blocksFromTree, FEATURE_NAMES, Page, TAG, titleHeading } from 'webpith/stages';
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

export function isSeenBlock({ seen }: PageView, blocks: Blocks, b: number): boolean {
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
  /** Share of each block's words that are in the gold text. */
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

/** Longer blocks have more weight; every page has the same total weight. */
function weights({ words }: LabelledBlocks): Float64Array {
  const own = Float64Array.from(words, count => Math.sqrt(Math.min(count, 200) + 0.5));
  const sum = own.reduce((total, weight) => total + weight, 0);
  return own.map(weight => (100 * weight) / sum);
}

/** `seed` selects the rows and columns that each tree is trained on. */
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

/** Probability that each block is part of the body; columns are matched by name. */
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
