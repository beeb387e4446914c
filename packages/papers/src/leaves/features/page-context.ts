import type { Leaf } from '@webpith/lab';
import { memoised, type PageTree, TAG } from 'webpith/stages';
import { attributeList, sumSubtrees } from '../../tree.js';
import { countWords } from '../../write-text.js';
import {
  type Dictionary,
  type NamedValue,
  numbersAt,
  type Prefixes,
  textTokens,
  type ValueGroup,
  valueTokens,
} from './dictionary.js';
import type { FeatureWriter } from './writer.js';

const ATTRIBUTES_BY_LETTER = {
  c: attributeList('class', 'id', 'data-testid', 'data-component'),
  r: attributeList('role'),
  i: attributeList('itemprop', 'property', 'itemtype'),
  l: attributeList('rel'),
  h: attributeList('href'),
  t: attributeList('title', 'aria-label', 'alt'),
  n: attributeList('name', 'type'),
  s: attributeList('src', 'data-src'),
  d: attributeList('datetime'),
};
const LETTER_OF_ATTRIBUTE: ReadonlyMap<number, string> = new Map(
  Object.entries(ATTRIBUTES_BY_LETTER).flatMap(([letter, list]) => list.map(name => [name, letter])),
);

const PLACE_PREFIXES = ['o.', 'p.', 'g.', 'x.', 'before p.', 'after p.', 'box '];

/** Position of an element relative to the leaf. `near` covers two levels above the parent, `any` all ancestors. */
export const PLACE = { own: 0, parent: 1, near: 2, any: 3, before: 4, after: 5, box: 6 } as const;

/** Kinds of names. For boxes only the tokens of class and id (`c=`) are features. */
const KINDS = ['<', 'c=', 'C=', 'r=', 'i=', 'l=', 'h=', 'h:', 't=', 'n=', 's=', 'd'];
const PREFIXES: ReadonlyMap<string, Prefixes> = new Map(
  KINDS.map(kind => [
    kind,
    PLACE_PREFIXES.map(place => (place === 'box ' && kind !== 'c=' ? undefined : place + kind)),
  ]),
);

type TakeName = (kind: string, name: string) => void;

function elementValues(tree: PageTree, dictionary: Dictionary): (node: number) => readonly ValueGroup[] {
  const known = new Array<readonly ValueGroup[] | undefined>(tree.count);
  const familyOf = memoised((kind: string) => dictionary.values(PREFIXES.get(kind)!));
  const reader = memoised((letter: string) =>
    memoised((value: string): ValueGroup => {
      const values: NamedValue[] = [];
      readValue(letter, value, (kind, name) => {
        const named = familyOf(kind)(name);
        if (named !== undefined) values.push(named);
      });
      return { values, numbers: PLACE_PREFIXES.map(() => undefined) };
    }),
  );
  const groupsOf = (node: number) => {
    const groups = [reader('<')(tree.tagName(node))];
    for (let i = tree.attributeFirst[node]!; i < tree.attributeFirst[node + 1]!; i++) {
      const letter = LETTER_OF_ATTRIBUTE.get(tree.attributeName[i]!);
      if (letter === undefined) continue;
      const group = reader(letter)(tree.attributeValue(i));
      if (group.values.length > 0) groups.push(group);
    }
    return groups;
  };
  return node => {
    known[node] ??= groupsOf(node);
    return known[node];
  };
}

function readValue(letter: string, value: string, take: TakeName): void {
  if (letter === '<') take('<', value);
  else if (letter === 'h') readLink(value, take);
  else if (letter === 'd') take('d', '');
  else readNames(letter, value, take);
}

function readNames(letter: string, value: string, take: TakeName): void {
  const kind = `${letter}=`;
  for (const token of valueTokens(value)) take(kind, token);
  if (letter !== 'c' || !value.includes('-')) return;
  for (const whole of value.toLowerCase().split(/\s+/, 12))
    if (whole.includes('-')) take('C=', whole.slice(0, 40));
}

function readLink(href: string, take: TakeName): void {
  take('h:', /^\s*(mailto|tel|javascript|#|https?|\/)/i.exec(href)?.[1]?.toLowerCase() ?? '');
  if (/^\s*mailto:\s*\?/i.test(href)) take('h:', 'mailto?');
  for (const token of valueTokens(href.slice(0, 160), 10)) take('h=', token);
}

/** Words of the comments directly before a leaf or one of its three nearest ancestors (§2.3: “surrounding comment”). */
export function commentsAround(tree: PageTree, node: number): string[] {
  const words: string[] = [];
  for (let n = node, up = 0; n > 0 && up < 4; n = tree.parent[n]!, up++) {
    const before = previousComment(tree, n);
    if (before >= 0) words.push(...valueTokens(tree.text(before).slice(0, 120)).slice(0, 8));
  }
  return words;
}

function previousComment(tree: PageTree, node: number): number {
  for (let n = node - 1; n > tree.parent[node]! && n >= node - 2; n--) {
    if (tree.tag[n] === TAG['#comment']) return tree.end[n]! <= node ? n : -1;
    if (tree.tag[n] !== TAG['#text'] || tree.text(n).trim() !== '') return -1;
  }
  return -1;
}

interface OpenElement {
  readonly node: number;
  readonly added: readonly number[];
  readonly bundle: unknown;
}

/** Writes the features of an element and all its ancestors, each once. Calls must be in document order. */
export function ancestorFeatures(
  tree: PageTree,
  valuesOf: (node: number) => readonly ValueGroup[],
  place: number,
  out: FeatureWriter,
): (node: number) => void {
  const open: OpenElement[] = [];
  let held = new Uint8Array(1 << 13);
  const enter = (node: number) => {
    const added: number[] = [];
    for (const group of valuesOf(node)) {
      for (const number of numbersAt(group, place)) {
        if (number >= held.length) held = grown(held, 2 * number);
        if (held[number] === 1) continue;
        held[number] = 1;
        added.push(number);
      }
    }
    const above = open.at(-1)?.bundle;
    open.push({
      node,
      added,
      bundle: above !== undefined && added.length === 0 ? above : out.bundle(above, added),
    });
  };
  return node => {
    while (open.length > 0 && !tree.contains(open.at(-1)!.node, node))
      for (const number of open.pop()!.added) held[number] = 0;
    const entered: number[] = [];
    for (let n = node, top = open.at(-1)?.node ?? 0; n > top; n = tree.parent[n]!) entered.push(n);
    for (let k = entered.length - 1; k >= 0; k--) enter(entered[k]!);
    if (open.length > 0) out.addBundle(open.at(-1)!.bundle);
  };
}

function grown(marks: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(length);
  more.set(marks);
  return more;
}

const WORD_PREFIXES: Prefixes = ['w=', 'before w=', 'after w=', 'first w=', 'under ', 'last heading '];

/** Source of a word: the leaf, its neighbours, its first words, the heading of its box, or the last heading. */
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
