import {
  type Blocks,
  blocksFromTree,
  FEATURE_NAMES,
  featuresFromBlocks,
  TAG,
  titleHeading,
} from 'webpith/stages';
import { fontSizeOf, type PageView, rectOf } from '../view.js';

/** Layout columns added to the library's block features. */
const LAYOUT_COLUMNS = ['left', 'top', 'width', 'height', 'font-size', 'is-seen'];

export const BLOCK_COLUMNS: readonly string[] = [
  ...FEATURE_NAMES,
  ...LAYOUT_COLUMNS.map(name => `layout-${name}`),
];

export interface BlockRows {
  readonly blocks: Blocks;
  readonly rows: Float32Array;
  /** The block with the page's title, or -1. */
  readonly title: number;
  /** Hash of the tags and classes on the path to each node. */
  readonly paths: Int32Array;
}

export function blockRows(view: PageView): BlockRows {
  const blocks = blocksFromTree(view.tree);
  const title = documentTitle(view);
  const {
    rows: own,
    width,
    facts,
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
