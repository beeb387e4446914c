import {
  type Blocks,
  blocksFromTree,
  FEATURE_NAMES,
  featuresFromBlocks,
  TAG,
  titleHeading,
} from 'webpith/stages';
import { fontSizeOf, type PageView, rectOf } from '../view.js';

/** Columns that a layout adds to the library's features of a block. */
const LAYOUT_COLUMNS = ['left', 'top', 'width', 'height', 'font-size', 'is-seen'];

/** The columns of a block in this variant. */
export const BLOCK_COLUMNS: readonly string[] = [
  ...FEATURE_NAMES,
  ...LAYOUT_COLUMNS.map(name => `layout-${name}`),
];

/** The blocks of a page, a row of numbers each. */
export interface BlockRows {
  readonly blocks: Blocks;
  readonly rows: Float32Array;
  /** The block that shows the page's title, or -1. */
  readonly title: number;
  /** Hash of the tags and classes down to each node. */
  readonly paths: Int32Array;
}

/** Features of the blocks of a page: the library's, and where the block lies. */
export function blockRows(view: PageView): BlockRows {
  const blocks = blocksFromTree(view.tree);
  const title = documentTitle(view);
  const {
    rows: own,
    width,
    measurements: facts,
  } = featuresFromBlocks(blocks, {
    title: title || undefined,
    heading: titleHeading(blocks, [title])?.block,
    schemaTypes: [],
  });
  const rows = new Float32Array(blocks.count * BLOCK_COLUMNS.length);
  for (let b = 0; b < blocks.count; b++) {
    const at = b * BLOCK_COLUMNS.length;
    rows.set(own.subarray(b * width, (b + 1) * width), at);
    rows.set(layoutRow(view, blocks, b), at + width);
  }
  return { blocks, rows, title: facts.landmarks.title, paths: facts.paths.hashes };
}

/** Whether a reader sees anything of a block. */
export function isSeenBlock({ seen }: PageView, blocks: Blocks, b: number): boolean {
  return seen.subarray(blocks.first[b], blocks.end[b]).includes(1);
}

/** What the page's `<title>` says. */
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
