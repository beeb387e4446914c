import type { Leaf } from '@webpith/lab';
import { type PageTree, TAG } from 'webpith/stages';
import { sumSubtrees } from '../../tree.js';
import { countWords } from '../../write-text.js';
import { type Dictionary, type NamedValue, type Prefixes, textTokens } from './dictionary.js';
import { elementValues } from './elements.js';

const WORD_PREFIXES: Prefixes = ['w=', 'before w=', 'after w=', 'first w=', 'under ', 'last heading '];

/** Place of a word: the leaf, its neighbours, its first words, the heading of its box, the last heading. */
export const WORD_PLACE = { own: 0, before: 1, after: 2, first: 3, under: 4, last: 5 } as const;

export interface PageContext {
  readonly tree: PageTree;
  readonly leaves: readonly Leaf[];
  readonly texts: readonly string[];
  readonly tokens: readonly (readonly (NamedValue | undefined)[])[];
  readonly words: Uint32Array;
  readonly depths: Uint16Array;
  readonly leafSums: Uint32Array;
  readonly wordSums: Uint32Array;
  readonly linkSums: Uint32Array;
  readonly linkCounts: Uint32Array;
  readonly imageCounts: Uint32Array;
  readonly paragraphDepth: number;
  readonly valuesOf: ReturnType<typeof elementValues>;
}

export function pageContext(
  tree: PageTree,
  leaves: readonly Leaf[],
  texts: readonly string[],
  dictionary: Dictionary,
): PageContext {
  const depths = new Uint16Array(tree.count);
  let paragraphs = 0;
  let depthSum = 0;
  for (let n = 1; n < tree.count; n++) {
    depths[n] = depths[tree.parent[n]!]! + 1;
    if (tree.tag[n] !== TAG.p) continue;
    paragraphs++;
    depthSum += depths[n]!;
  }
  const wordOf = dictionary.values(WORD_PREFIXES);
  const words = Uint32Array.from(texts, countWords);
  const leafSums = new Uint32Array(tree.count);
  const wordSums = new Uint32Array(tree.count);
  const linkSums = new Uint32Array(tree.count);
  const linkCounts = new Uint32Array(tree.count);
  const imageCounts = new Uint32Array(tree.count);
  leaves.forEach(({ node, kind }, i) => {
    leafSums[node] = 1;
    if (kind === 'image') imageCounts[node] = 1;
    if (kind !== 'text') return;
    wordSums[node] = words[i]!;
    if (!inLink(tree, node)) return;
    linkSums[node] = words[i]!;
    linkCounts[node] = 1;
  });
  sumSubtrees(tree, leafSums, wordSums, linkSums, linkCounts, imageCounts);
  const paragraphDepth = paragraphs > 0 ? depthSum / paragraphs : 8;
  return {
    tree,
    leaves,
    texts,
    tokens: texts.map(text => textTokens(text).map(wordOf)),
    words,
    depths,
    leafSums,
    wordSums,
    linkSums,
    linkCounts,
    imageCounts,
    paragraphDepth,
    valuesOf: elementValues(tree, dictionary),
  };
}

function inLink(tree: PageTree, node: number): boolean {
  for (let n = tree.parent[node]!, up = 0; n > 0 && up < 6; n = tree.parent[n]!, up++) {
    if (tree.tag[n] === TAG.a) return true;
  }
  return false;
}

export interface MainText {
  readonly node: number;
  readonly first: number;
  readonly last: number;
}

const LONG = 12;

/** The deepest element with at least 70 % of the words of long leaves (twelve words or more, outside links). */
export function mainText({ tree, leaves, words, linkSums }: PageContext): MainText {
  const sums = new Uint32Array(tree.count);
  leaves.forEach(({ node, kind }, i) => {
    if (kind === 'text' && words[i]! >= LONG && linkSums[node] === 0) sums[node] = words[i]!;
  });
  sumSubtrees(tree, sums);
  let node = 0;
  for (let n = 1; n < tree.count; ) {
    if (sums[n]! * 10 >= sums[0]! * 7 && tree.tag[n] !== TAG['#text']) node = n++;
    else n = tree.end[n]!;
  }
  let first = -1;
  let last = -1;
  leaves.forEach((leaf, i) => {
    if (words[i]! < LONG || linkSums[leaf.node]! > 0 || !tree.contains(node, leaf.node)) return;
    if (first < 0) first = i;
    last = i;
  });
  return { node, first, last };
}
