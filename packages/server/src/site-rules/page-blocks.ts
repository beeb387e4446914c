import { type Example, shareOfBlocks } from '@webpith/lab';
import {
  ATTR,
  analyse,
  type Blocks,
  isTitle,
  memoised,
  type PageTree,
  ROLE,
  regionsFromScores,
  scoresFromFeatures,
} from 'webpith/stages';
import type { Corrections } from '../api/extract.js';

/** Number of ancestors of a block whose selectors are considered; ancestors further out contain most of the page. */
const MAX_UP = 40;

export interface RulePage {
  readonly id: string;
  /** Words per block; 0 for the title, which is neither content nor noise. */
  readonly words: Uint32Array;
  readonly isContent: Uint8Array;
  /** 1 for blocks that the default keeps. */
  readonly isKept: Uint8Array;
  /** Selector → blocks inside matching elements. */
  readonly blocksOf: ReadonlyMap<string, readonly number[]>;
}

/** Returns undefined if the example has no usable labels. */
export function rulePage(example: Example): RulePage | undefined {
  const { id, html, url } = example.page;
  const { blocks, ...read } = readBlocks(html, url);
  const share = shareOfBlocks(blocks, example);
  return share && { id, ...read, isContent: Uint8Array.from(share, own => (own > 0.5 ? 1 : 0)) };
}

/** Converts a page without labels: its content is the output of the default with the reader's corrections applied. */
export function correctedPage(
  { id, tree, url }: { readonly id: string; readonly tree: PageTree; readonly url: string | undefined },
  { keep, drop }: Corrections,
): RulePage {
  const { blocks, ...read } = readBlocks(tree, url);
  const isContent = read.isKept.slice();
  const [kept, dropped] = [new Set(keep), new Set(drop)];
  for (let b = 0; b < blocks.count; b++) {
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++) {
      if (kept.has(node)) isContent[b] = 1;
      if (dropped.has(node)) isContent[b] = 0;
    }
  }
  return { id, ...read, isContent };
}

function readBlocks(page: PageTree | Uint8Array, url: string | undefined) {
  const { blocks, features } = analyse(page, { url });
  const regions = regionsFromScores(features.page, scoresFromFeatures(features));
  return {
    blocks,
    words: blocks.words.map((count, b) => (isTitle(regions, b) ? 0 : count)),
    isKept: regions.role.map(role => (role === ROLE.content ? 1 : 0)),
    blocksOf: blocksBySelector(blocks),
  };
}

function blocksBySelector({ tree, first, count }: Blocks): Map<string, number[]> {
  const bySelector = new Map<string, number[]>();
  const selectorsAt = memoised((node: number) => selectorsOf(tree, node));
  for (let b = 0; b < count; b++) {
    let node = tree.parent[first[b]!]!;
    for (let up = 0; up < MAX_UP && node > 0; up++, node = tree.parent[node]!) {
      for (const selector of selectorsAt(node)) {
        const blocks = bySelector.get(selector);
        if (blocks === undefined) bySelector.set(selector, [b]);
        else if (blocks.at(-1) !== b) blocks.push(b);
      }
    }
  }
  return bySelector;
}

/** Generated names: long runs of digits or hexadecimal digits, a digit between letters, a long suffix after `__`. */
const GENERATED = /\d{3,}|[0-9a-f]{8,}|[a-z]\d[a-z]|__[\w-]{5,}$/i;
/** Names that the library's selectors support. */
const PLAIN = /^[A-Za-z_][\w-]{1,80}$/;
const MEANINGFUL_TAGS = new Set([
  'aside',
  'nav',
  'footer',
  'header',
  'figure',
  'figcaption',
  'form',
  'article',
  'main',
  'dialog',
]);
const PART_ATTRIBUTES = ['role', 'itemprop', 'data-component', 'data-testid', 'data-type'] as const;
const MAX_CLASSES = 6;

/** Simple selectors that match an element and are likely to exist on other pages of the site. */
function selectorsOf(tree: PageTree, node: number): readonly string[] {
  const tag = tree.tagName(node);
  const selectors: string[] = [];
  if (tag === 'html' || tag === 'body' || !/^[a-z][\w-]{0,40}$/.test(tag)) return selectors;
  const id = tree.attribute(node, ATTR.id);
  if (id !== undefined && isStable(id)) selectors.push(`#${id}`);
  const classes = (tree.attribute(node, ATTR.class) ?? '')
    .split(/\s+/)
    .filter(isStable)
    .slice(0, MAX_CLASSES);
  for (const name of classes) selectors.push(`.${name}`, `${tag}.${name}`);
  const values = new Map(tree.attributes(node));
  for (const name of PART_ATTRIBUTES) {
    const value = values.get(name);
    if (value !== undefined && PLAIN.test(value)) selectors.push(`${tag}[${name}=${value}]`);
  }
  if (MEANINGFUL_TAGS.has(tag)) selectors.push(tag);
  return selectors;
}

function isStable(name: string): boolean {
  return PLAIN.test(name) && !GENERATED.test(name);
}
