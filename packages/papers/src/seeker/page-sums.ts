import { createRequire } from 'node:module';
import { wordsOf } from '@webpith/lab';
import { guessedLanguage, isVisibleText } from '@webpith/lab/internals';
import { ATTR, IN_ANCHOR, memoised, once, type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../markup-names.js';
import { collapsedLength } from '../write-text.js';

export const COUNTED = {
  imgNum: ['img', 'picture', 'amp-img'],
  interactionNum: ['input', 'select'],
  formNum: ['form'],
  optionNum: ['option'],
  tableNum: ['table', 'tr', 'td'],
  paraNum: ['p'],
  linkNum: ['a'],
  divNum: ['div'],
} as const;

export type Counted = keyof typeof COUNTED;

const COUNTED_NAMES = Object.keys(COUNTED) as Counted[];

const COLUMN = new Int8Array(512).fill(-1);
COUNTED_NAMES.forEach((name, column) => {
  for (const tag of COUNTED[name]) COLUMN[TAG[tag]] = column;
});

const HEADERS = tagSet('h1', 'h2', 'h3', 'h4', 'h5');

/** Input of the features, per node; node 0 has the sums of the page. */
export interface PageSums {
  /** Length of all visible text inside, white space collapsed. */
  readonly textLength: Float64Array;
  readonly anchorLength: Float64Array;
  readonly stopWords: Float64Array;
  readonly longest: Float64Array;
  /** Height of the subtree, in elements. */
  readonly height: Int32Array;
  readonly innerHtml: Float64Array;
  readonly counts: Readonly<Record<Counted, Float64Array>>;
  readonly headerChild: Uint8Array;
  readonly header: Uint8Array;
}

export function pageSums(tree: PageTree): PageSums {
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
