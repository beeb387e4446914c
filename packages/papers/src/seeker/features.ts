import { createRequire } from 'node:module';
import { wordsOf } from '@webpith/lab';
import { guessedLanguage, isVisibleText } from '@webpith/lab/internals';
import type { Attribute, Matrix } from '@webpith/learn';
import { ATTR, IN_ANCHOR, memoised, once, type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../tree.js';
import { collapsedLength } from '../write-text.js';

const COUNTED = {
  imgNum: ['img', 'picture', 'amp-img'],
  interactionNum: ['input', 'select'],
  formNum: ['form'],
  optionNum: ['option'],
  tableNum: ['table', 'tr', 'td'],
  paraNum: ['p'],
  linkNum: ['a'],
  divNum: ['div'],
} as const;

type Counted = keyof typeof COUNTED;

const COUNTED_NAMES = Object.keys(COUNTED) as Counted[];

const COLUMN = new Int8Array(512).fill(-1);
COUNTED_NAMES.forEach((name, column) => {
  for (const tag of COUNTED[name]) COLUMN[TAG[tag]] = column;
});

const HEADERS = tagSet('h1', 'h2', 'h3', 'h4', 'h5');

export interface PageSums {
  readonly textLength: Float64Array;
  readonly anchorLength: Float64Array;
  readonly stopWords: Float64Array;
  readonly longest: Float64Array;
  readonly height: Int32Array;
  readonly innerHtml: Float64Array;
  readonly counts: Readonly<Record<Counted, Float64Array>>;
  readonly headerChild: Uint8Array;
  readonly header: Uint8Array;
}

function pageSums(tree: PageTree): PageSums {
  const { count, tag, parent } = tree;
  const column = () => new Float64Array(count);
  const columns = COUNTED_NAMES.map(column);
  const sums: PageSums = {
    textLength: column(),
    anchorLength: column(),
    stopWords: column(),
    longest: column(),
    innerHtml: column(),
    height: new Int32Array(count),
    headerChild: new Uint8Array(count),
    header: new Uint8Array(count),
    counts: Object.fromEntries(COUNTED_NAMES.map((name, c) => [name, columns[c]!])) as PageSums['counts'],
  };
  const addText = textAdder(tree, sums);
  const lastStop = new Uint32Array(count); // end of the last node inside
  const addElement = elementAdder(tree, sums, lastStop);
  for (let node = count - 1; node > 0; node--) {
    const up = parent[node]!;
    const kind = tag[node]!;
    if (kind === TAG['#text']) addText(node);
    else if (kind !== TAG['#comment']) addElement(node);
    lastStop[up] = Math.max(lastStop[up]!, tree.stop[node]!);
    sums.textLength[up]! += sums.textLength[node]!;
    sums.anchorLength[up]! += sums.anchorLength[node]!;
    sums.stopWords[up]! += sums.stopWords[node]!;
    sums.longest[up] = Math.max(sums.longest[up]!, sums.longest[node]!);
    const own = kind < COLUMN.length ? COLUMN[kind]! : -1;
    for (let c = 0; c < columns.length; c++) {
      const brought = columns[c]![node]! + (own === c ? 1 : 0);
      if (brought > 0) columns[c]![up]! += brought;
    }
  }
  sums.innerHtml[0] = tree.source.length;
  return sums;
}

function textAdder(tree: PageTree, { textLength, anchorLength, stopWords, longest }: PageSums) {
  const countStopWords = stopWordCounter(tree);
  return (node: number) => {
    if (!isVisibleText(tree, node)) return;
    const text = tree.text(node);
    const length = collapsedLength(text);
    if (length === 0) return;
    textLength[node] = length;
    longest[node] = length;
    stopWords[node] = countStopWords(text);
    if ((tree.flags[node]! & IN_ANCHOR) !== 0) anchorLength[node] = length;
  };
}

function elementAdder(
  tree: PageTree,
  { innerHtml, height, header, headerChild }: PageSums,
  lastStop: Uint32Array,
) {
  return (node: number) => {
    const up = tree.parent[node]!;
    if (node + 1 < tree.end[node]!) innerHtml[node] = Math.max(0, lastStop[node]! - tree.start[node + 1]!);
    height[up] = Math.max(height[up]!, height[node]! + 1);
    if (!HEADERS.has(tree.tag[node]!)) return;
    header[node] = 1;
    headerChild[up] = 1;
  };
}

const SAMPLE = 600;

function stopWordCounter(tree: PageTree): (text: string) => number {
  let sample = '';
  for (let node = 1; node < tree.count && sample.length < SAMPLE; node++) {
    if (isVisibleText(tree, node)) sample += tree.text(node).slice(0, SAMPLE);
  }
  const words = stopWordsOf(languageOfPage(tree, sample));
  return text => {
    let found = 0;
    for (const word of wordsOf(text)) if (words.has(word)) found++;
    return found;
  };
}

const require = createRequire(import.meta.url);

const lists = once(
  () => require('stopwords-iso/stopwords-iso.json') as Readonly<Record<string, readonly string[]>>,
);
const setOf = memoised((language: string): ReadonlySet<string> => new Set(lists()[language]));

/** Languages assumed where only the script is known. */
const OF_SCRIPT: Readonly<Record<string, string>> = {
  'und-Latn': 'en',
  'und-Cyrl': 'ru',
  'und-Arab': 'ar',
  'und-Deva': 'hi',
};

function stopWordsOf(language: string): ReadonlySet<string> {
  return setOf(Object.hasOwn(lists(), language) ? language : 'en');
}

function languageOfPage(tree: PageTree, sample: string): string {
  for (let node = 1; node < Math.min(tree.count, 50); node++) {
    if (tree.tag[node] !== TAG.html) continue;
    const declared = tree.attribute(node, ATTR.lang) ?? tree.attribute(node, ATTR['xml:lang']);
    const primary = /^\s*([a-z]{2})(?![a-z])/i.exec(declared ?? '')?.[1];
    if (primary) return primary.toLowerCase();
  }
  const guessed = guessedLanguage(sample) ?? 'en';
  return OF_SCRIPT[guessed] ?? guessed;
}

/**
 * The elements that define structure (§4.1.1): the paper's block, list and table elements, and those of HTML5, as
 * suggested in §7.2. `header` and `footer` are included, since they are noise on nearly every page.
 */
// biome-ignore format: the paper's own, then HTML5's
const STRUCTURAL_TAGS = [
  'div', 'span', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'tr', 'td', 'th',
  'article', 'section', 'main', 'nav', 'aside', 'header', 'footer',
] as const;

const PLACE = new Int8Array(512).fill(-1);
STRUCTURAL_TAGS.forEach((name, place) => {
  PLACE[TAG[name]] = place;
});

function structuralPlace(tag: number): number {
  return tag < PLACE.length ? PLACE[tag]! : -1;
}

/** Structural elements with text, in document order, which is the paper's depth-first traversal. */
function candidateSegments(tree: PageTree, textLength: ArrayLike<number>): Int32Array {
  const found: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (structuralPlace(tree.tag[node]!) >= 0 && textLength[node]! > 0) found.push(node);
  }
  return Int32Array.from(found);
}

export function outermost(tree: PageTree, nodes: readonly number[]): number[] {
  const kept: number[] = [];
  for (const node of nodes.toSorted((a, b) => a - b)) {
    const last = kept.at(-1);
    if (last === undefined || node >= tree.end[last]!) kept.push(node);
  }
  return kept;
}

export interface SegmentedPage {
  readonly tree: PageTree;
  readonly sums: PageSums;
  readonly nodes: Int32Array;
}

export function segmentPage(tree: PageTree): SegmentedPage {
  const sums = pageSums(tree);
  return { tree, sums, nodes: candidateSegments(tree, sums.textLength) };
}

type Feature = (page: SegmentedPage, node: number) => number;

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

const ofPage =
  (column: (sums: PageSums) => ArrayLike<number>): Feature =>
  ({ sums }, node) =>
    share(column(sums)[node]!, column(sums)[0]!);

const counted = (name: Counted): Feature => ofPage(sums => sums.counts[name]);

/** Equation 4.1 before normalisation: stop words times the share of text outside anchors. */
export function penalisedStopWords(sums: PageSums, node: number): number {
  const text = sums.textLength[node]!;
  return text > 0 ? (sums.stopWords[node]! * (text - sums.anchorLength[node]!)) / text : 0;
}

/** The features of §4.1.5 except `tagName`, normalised by the page to the range 0 to 1. */
const NUMERIC: Readonly<Record<string, Feature>> = {
  innerTxtLength: ofPage(sums => sums.textLength),
  innerHtmlLength: ofPage(sums => sums.innerHtml),
  ...Object.fromEntries((Object.keys(COUNTED) as Counted[]).map(name => [name, counted(name)])),
  linkToTextRatio: ({ sums }, node) => share(sums.anchorLength[node]!, sums.textLength[node]!),
  stopWordRatio: ({ sums }, node) => share(penalisedStopWords(sums, node), sums.stopWords[0]!),
  stringMax: ofPage(sums => sums.longest),
  domHeight: ofPage(sums => sums.height),
  headerAround: ({ tree, sums }, node) => {
    const parent = tree.parent[node]!;
    return sums.header[parent] || sums.headerChild[parent] || sums.headerChild[node] ? 1 : 0;
  },
};

/** Features of rendered pages only; NaN without a box. */
const RENDERED: Readonly<Record<string, Feature>> = {
  centerX: boxFeature((box, page) => (box.x + box.width / 2) / page.width),
  centerY: boxFeature((box, page) => (box.y + box.height / 2) / page.height),
  width: boxFeature((box, page) => box.width / page.width),
  height: boxFeature((box, page) => box.height / page.height),
};

interface Size {
  readonly width: number;
  readonly height: number;
}

function boxFeature(value: (box: Size & { x: number; y: number }, page: Size) => number): Feature {
  return ({ tree: { layout } }, node) => {
    const box = layout?.box(node);
    const found = box === undefined ? Number.NaN : value(box, layout!.columns.page);
    return Number.isFinite(found) ? found : Number.NaN;
  };
}

const TAG_NAME: Attribute = { name: 'tagName', kind: 'nominal', values: STRUCTURAL_TAGS };

const ALL: Readonly<Record<string, Feature>> = {
  ...NUMERIC,
  ...RENDERED,
  tagName: ({ tree }, node) => structuralPlace(tree.tag[node]!),
};

const numeric = (names: readonly string[]) => names.map(name => ({ name, kind: 'numeric' }) as const);

/** Layout columns are last, so that all rows share their first columns. */
export function featureAttributes(rendered: boolean): readonly Attribute[] {
  return rendered ? RENDERED_ATTRIBUTES : HTML_ATTRIBUTES;
}

const HTML_ATTRIBUTES: readonly Attribute[] = [...numeric(Object.keys(NUMERIC)), TAG_NAME];
const RENDERED_ATTRIBUTES: readonly Attribute[] = [...HTML_ATTRIBUTES, ...numeric(Object.keys(RENDERED))];

export function featureRows(
  page: SegmentedPage,
  nodes: ArrayLike<number>,
  attributes: readonly Attribute[],
): Matrix {
  const columns = attributes.map(({ name }) => ALL[name] ?? (() => Number.NaN));
  const data = new Float64Array(nodes.length * columns.length);
  for (let row = 0, at = 0; row < nodes.length; row++) {
    for (const feature of columns) data[at++] = feature(page, nodes[row]!);
  }
  return { kind: 'dense', rows: nodes.length, columns: columns.length, data };
}
