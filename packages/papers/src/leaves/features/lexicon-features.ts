import { ATTR, memoised, memoisedWeakly, type PageTree, TAG } from 'webpith/stages';
import { attributeList } from '../../tree.js';
import { linkAround } from '../leaf-text.js';
import { CONCEPTS, type Concept } from '../lexicon.js';
import type { Dictionary } from './dictionary.js';
import type { RichContext } from './feature-sets.js';
import type { PageContext } from './page-context.js';
import type { FeatureWriter } from './writer.js';

const NAMES = Object.keys(CONCEPTS);
const LIST: readonly Concept[] = Object.values(CONCEPTS);
const NAMED: ReadonlySet<number> = new Set(
  attributeList('class', 'id', 'role', 'itemprop', 'aria-label', 'data-testid', 'data-component'),
);
const LONGEST_TEXT = 14;
const LONGEST_LINK = 2000;

type Reader = (value: string) => number;

/**
 * The patterns of a column by concept, and one pattern that matches if any of them does, because most values match
 * none. Plain words come first, which lets the engine dispatch on their first letters.
 */
function columnOf(column: keyof Concept): { patterns: readonly (RegExp | undefined)[]; any: RegExp } {
  const patterns = LIST.map(concept => concept[column]);
  const sources = patterns.flatMap(pattern => (pattern ? alternatives(pattern.source) : []));
  const [words, others] = [sources.filter(isWord), sources.filter(source => !isWord(source))];
  return { patterns, any: new RegExp([...new Set([...words, ...others])].join('|')) };
}

const isWord = (source: string) => /^[\w-]+$/.test(source);

function alternatives(source: string): string[] {
  const found = [''];
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!;
    if (sign === '\\') found[found.length - 1] += sign + source[++at]!;
    else if (sign === '|' && depth === 0) found.push('');
    else {
      if ('([{'.includes(sign)) depth++;
      if (')]}'.includes(sign)) depth--;
      found[found.length - 1] += sign;
    }
  }
  return found;
}

const COLUMNS = { text: columnOf('text'), link: columnOf('link'), names: columnOf('names') };

function reader(column: keyof Concept): Reader {
  const { patterns, any } = COLUMNS[column];
  return memoised((value: string) => {
    let bits = 0;
    if (value !== '' && any.test(value))
      for (let c = 0; c < patterns.length; c++) if (patterns[c]?.test(value)) bits |= 1 << c;
    return bits;
  });
}

export function lexiconFeatures(context: RichContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, texts, words, main, heads, dates } = context;
  const [readText, readLink, readNames] = [reader('text'), reader('link'), reader('names')];
  const ofElement = elementBits(tree, readNames);
  const textBits = texts.map((text, i) => (words[i]! <= LONGEST_TEXT ? readText(plain(text)) : 0));
  const underBits = heads.map(heading => (heading < 0 ? 0 : textBits[heading]!));
  const above = bitsAbove(context, ofElement, firstLeafBits(context, textBits));
  const put = featureWriter(out);
  return i => {
    const { node } = leaves[i]!;
    const side = i < main.first ? 0 : i > main.last ? 2 : 1;
    const parent = tree.parent[node]!;
    const box = above.box[parent]!;
    let near = ofElement(parent) | ofElement(tree.parent[parent]!);
    if (leaves[i]!.kind !== 'text') near |= ofElement(node);
    const link = linkBits(tree, node, readLink);
    put(0, textBits[i]!, side);
    put(1, link, side);
    put(2, near, side);
    put(3, box, side);
    put(4, above.any[parent]! & ~box, side);
    put(5, underBits[i]!, side);
    put(8, above.first[parent]!, side);
    if (i > 0) put(6, textBits[i - 1]!, side);
    if (i + 1 < leaves.length) put(7, textBits[i + 1]!, side);
    if (dates[i] === 1) out.add(`date shown ${side} ${box & (1 << NAMES.indexOf('dated')) ? 'dated' : ''}`);
  };
}

const SIDES = [0, 1, 2];
const PLACES = ['says', 'links', 'near', 'box', 'above', 'under', 'before', 'after', 'first'];

/** Feature numbers, `[place][side][concept]`; side 3 is any side. */
type LexiconNumbers = readonly (readonly (readonly number[])[])[];
const lexiconNumbers = memoisedWeakly(
  (dictionary: Dictionary): LexiconNumbers =>
    PLACES.map(place =>
      [' 0', ' 1', ' 2', ''].map(side => NAMES.map(name => dictionary.number(`${place}:${name}${side}`))),
    ),
);

function featureWriter(out: FeatureWriter): (place: number, bits: number, side: number) => void {
  const numbers = lexiconNumbers(out.dictionary);
  const bundles = PLACES.map((_, place) =>
    SIDES.map(side =>
      memoised((bits: number) =>
        out.bundle(undefined, numbersIn(bits, numbers[place]![side]!, numbers[place]![3]!)),
      ),
    ),
  );
  return (place, bits, side) => {
    if (bits !== 0) out.addBundle(bundles[place]![side]!(bits));
  };
}

function numbersIn(bits: number, sided: readonly number[], alone: readonly number[]): number[] {
  const found: number[] = [];
  for (let rest = bits; rest !== 0; ) {
    const c = 31 - Math.clz32(rest);
    rest &= ~(1 << c);
    if (alone[c]! >= 0) found.push(alone[c]!);
    if (sided[c]! >= 0) found.push(sided[c]!);
  }
  return found;
}

const LARGEST_BOX = 70;

/**
 * The concepts, as bits, around each element: in the class, id and similar attributes of the element and all its
 * ancestors; in those of the ancestors that are boxes (at most `LARGEST_BOX` leaves); and in the first leaves of these
 * boxes.
 */
function bitsAbove(
  { tree, leafSums }: PageContext,
  ofElement: (node: number) => number,
  firstBits: (node: number) => number,
): { any: Int32Array; box: Int32Array; first: Int32Array } {
  const [any, box, first] = [0, 1, 2].map(() => new Int32Array(tree.count)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let n = 1; n < tree.count; n++) {
    const size = leafSums[n]!;
    if (size === 0 || tree.tag[n] === TAG['#text']) continue;
    const parent = tree.parent[n]!;
    const bits = ofElement(n);
    any[n] = any[parent]! | bits;
    if (size > LARGEST_BOX) continue;
    box[n] = box[parent]! | bits;
    first[n] = size > 2 ? first[parent]! | firstBits(n) : first[parent]!;
  }
  return { any, box, first };
}

function firstLeafBits({ tree, leaves }: PageContext, textBits: readonly number[]): (node: number) => number {
  const firstLeaf = new Int32Array(tree.count).fill(-1);
  leaves.forEach(({ node }, i) => {
    for (let n = node; n > 0 && firstLeaf[n]! < 0; n = tree.parent[n]!) firstLeaf[n] = i;
  });
  return node => {
    const first = firstLeaf[node]!;
    const next =
      first + 1 < leaves.length && leaves[first + 1]!.node < tree.end[node]! ? textBits[first + 1]! : 0;
    return textBits[first]! | next;
  };
}

/** Concepts of an element's names. No pattern spans white space, so words are matched one by one. */
function elementBits(tree: PageTree, read: Reader): (node: number) => number {
  const known = new Int32Array(tree.count).fill(-1);
  const ofValue = memoised((value: string) => {
    let bits = 0;
    for (const word of value.slice(0, 160).toLowerCase().split(/\s+/)) bits |= read(word);
    return bits;
  });
  return node => {
    if (known[node] === -1) {
      let bits = 0;
      const tag = tree.tag[node]!;
      if (tag === TAG.figcaption || tag === TAG.nav) bits |= read(tree.tagName(node));
      for (let i = tree.attributeFirst[node]!; i < tree.attributeFirst[node + 1]!; i++) {
        const name = tree.attributeName[i]!;
        if (NAMED.has(name) && tree.attributeIndex(node, name) === i) bits |= ofValue(tree.attributeValue(i));
      }
      known[node] = bits;
    }
    return known[node]!;
  };
}

function linkBits(tree: PageTree, node: number, read: Reader): number {
  const anchor = linkAround(tree, node);
  if (anchor < 0) return 0;
  const value = (name: number) => tree.attribute(anchor, name) ?? '';
  const rel = value(ATTR.rel);
  return read(
    `${value(ATTR.href).slice(0, 200)} ${value(ATTR.title)} ${value(ATTR['aria-label'])} ${value(ATTR.class)} ${rel && `rel=${rel}`}`
      .slice(0, LONGEST_LINK)
      .toLowerCase(),
  );
}

export function plain(text: string): string {
  const lower = text.toLowerCase();
  const start = isPlain(lower.charCodeAt(0)) ? 0 : lower.search(/[\p{L}\p{N}©]/u);
  return start < 0 ? '' : lower.slice(start, Math.max(start, endOfLastWord(lower)));
}

/** End of the last letter or digit. Scans from the end, because a pattern would retry every run of punctuation. */
function endOfLastWord(text: string): number {
  for (let end = text.length; end > 0; ) {
    if (isPlain(text.charCodeAt(end - 1))) return end;
    const begin =
      end > 1 && /[\udc00-\udfff]/.test(text[end - 1]!) && /[\ud800-\udbff]/.test(text[end - 2]!)
        ? end - 2
        : end - 1;
    if (/[\p{L}\p{N}]/u.test(text.slice(begin, end))) return end;
    end = begin;
  }
  return 0;
}

const isPlain = (code: number) => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
