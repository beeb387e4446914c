import { type Example, shareOfBlocks } from '@webpith/lab';
import {
  analyse,
  type Blocks,
  isTitle,
  memoised,
  type PageTree,
  type Regions,
  ROLE,
  regionsFromScores,
  scoresFromFeatures,
} from 'webpith/stages';
import type { Corrections } from '../api/extract.js';
import { selectorsOf } from './selectors.js';

/** Ancestors whose selectors are looked at; what lies further out holds most of the page. */
const MOST_UP = 40;

/** A labelled page as rules see it. */
export interface RulePage {
  readonly id: string;
  /** Words of each block; none of the title, which is neither content nor noise. */
  readonly words: Uint32Array;
  /** 1 for blocks that are content, by the labels. */
  readonly isContent: Uint8Array;
  /** 1 for blocks that the default keeps. */
  readonly isKept: Uint8Array;
  /** Selector → blocks inside elements that it matches. */
  readonly blocksOf: ReadonlyMap<string, readonly number[]>;
}

/** Reads a labelled page; undefined where its labels say nothing of content. */
export function rulePage(example: Example): RulePage | undefined {
  const { page } = example;
  const { blocks, features } = analyse(page.html, page.url === undefined ? {} : { url: page.url });
  const share = shareOfBlocks(blocks, example);
  if (share === undefined) return undefined;
  const regions = regionsFromScores(features.measurements, scoresFromFeatures(features));
  return {
    id: page.id,
    words: wordsWithoutTitle(blocks, regions),
    isContent: Uint8Array.from(share, own => (own > 0.5 ? 1 : 0)),
    isKept: keptBlocks(regions),
    blocksOf: blocksBySelector(blocks),
  };
}

/** A page that nobody labelled, as rules see it: content is what the default keeps, as its reader corrected it. */
export function correctedPage(
  page: { readonly id: string; readonly tree: PageTree; readonly url?: string },
  { keep, drop }: Corrections,
): RulePage {
  const { blocks, features } = analyse(page.tree, page.url === undefined ? {} : { url: page.url });
  const regions = regionsFromScores(features.measurements, scoresFromFeatures(features));
  const isKept = keptBlocks(regions);
  const isContent = isKept.slice();
  const [kept, dropped] = [new Set(keep), new Set(drop)];
  for (let b = 0; b < blocks.count; b++) {
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++) {
      if (kept.has(node)) isContent[b] = 1;
      if (dropped.has(node)) isContent[b] = 0;
    }
  }
  const words = wordsWithoutTitle(blocks, regions);
  return { id: page.id, words, isContent, isKept, blocksOf: blocksBySelector(blocks) };
}

function keptBlocks({ role }: Regions): Uint8Array {
  return role.map(own => (own === ROLE.content ? 1 : 0));
}

function wordsWithoutTitle({ words }: Blocks, regions: Regions): Uint32Array {
  return words.map((count, b) => (isTitle(regions, b) ? 0 : count));
}

function blocksBySelector({ tree, first, count }: Blocks): Map<string, number[]> {
  const bySelector = new Map<string, number[]>();
  const selectorsAt = memoised((node: number) => selectorsOf(tree, node));
  for (let b = 0; b < count; b++) {
    let node = tree.parent[first[b]!]!;
    for (let up = 0; up < MOST_UP && node > 0; up++, node = tree.parent[node]!) {
      for (const selector of selectorsAt(node)) {
        const blocks = bySelector.get(selector);
        if (blocks === undefined) bySelector.set(selector, [b]);
        else if (blocks.at(-1) !== b) blocks.push(b);
      }
    }
  }
  return bySelector;
}
