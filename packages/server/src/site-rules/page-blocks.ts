import { type Example, shareOfBlocks } from '@webpith/lab';
import {
  ATTR,
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

/** Ancestors considered; elements further out contain most of the page. */
const MAX_UP = 40;

/** A page as input for rule learning. */
export interface RulePage {
  readonly id: string;
  /** Words per block; 0 for the title, which is neither content nor noise. */
  readonly words: Uint32Array;
  /** 1 for content blocks by the labels. */
  readonly isContent: Uint8Array;
  /** 1 for blocks that the default keeps. */
  readonly isKept: Uint8Array;
  /** Selector → blocks inside matching elements. */
  readonly blocksOf: ReadonlyMap<string, readonly number[]>;
}

/** Returns undefined if the labels do not cover content. */
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

/** A page without labels: its content is what the default keeps, with the reader's corrections. */
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

/** Generated names: long runs of digits or hexadecimal digits, or digits between letters. */
const GENERATED = /\d{3,}|[0-9a-f]{8,}|[a-z]\d[a-z]|__[\w-]{5,}$/i;
/** Names that the library's selectors support. */
const PLAIN = /^[A-Za-z_][\w-]{1,80}$/;
/** Tags that describe their content. */
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
/** Attributes that name parts of a page. */
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
