import { type Blocks, blocksFromTree, type PageTree, TAG, UNSEEN } from 'webpith/stages';
import type { ExtractedNodes, Extraction } from '../extractor.js';
import { wordsOf } from '../metrics/words.js';

/** The words that a page and its gold text share, from an alignment of the two word sequences. */
export interface Alignment {
  readonly page: Uint8Array;
  readonly gold: Uint8Array;
  readonly coverage: number;
}

/** Longest gap between two runs, in words on either side, that is compared word by word. */
const WIDEST_GAP = 300;

/**
 * Aligns the heaviest chain of common runs (text in order), then runs off the chain with unmatched gold words (text
 * that moved), then single words in the gaps of the chain.
 */
export function align(page: readonly string[], gold: readonly string[]): Alignment {
  const inPage = new Uint8Array(page.length);
  const inGold = new Uint8Array(gold.length);
  const runs = commonRuns(page, gold);
  const chain = heaviestChain(runs, gold.length);
  for (const run of chain) mark(run, inPage, inGold);
  for (const run of runs.toSorted((a, b) => b.length - a.length)) {
    if (isUnmatched(run, inPage, inGold)) mark(run, inPage, inGold);
  }
  matchGaps(page, gold, chain, inPage, inGold);
  const found = inGold.reduce((sum, bit) => sum + bit, 0);
  return { page: inPage, gold: inGold, coverage: gold.length > 0 ? found / gold.length : 0 };
}

/**
 * Aligns several texts with the gold, in order. Returns the share of matching words of each text, and the coverage of
 * the gold.
 */
export function alignTexts(texts: readonly string[][], gold: readonly string[]) {
  const { page, coverage } = align(texts.flat(), gold);
  let at = 0;
  const shares = texts.map(({ length }) => {
    const matched = page.subarray(at, at + length).reduce((sum, bit) => sum + bit, 0);
    at += length;
    return length === 0 ? 0 : matched / length;
  });
  return { shares, coverage };
}

function mark({ page, gold, length }: Run, inPage: Uint8Array, inGold: Uint8Array): void {
  inPage.fill(1, page, page + length);
  inGold.fill(1, gold, gold + length);
}

function isUnmatched({ page, gold, length }: Run, inPage: Uint8Array, inGold: Uint8Array): boolean {
  let fresh = 0;
  for (let i = 0; i < length; i++) if (inPage[page + i] === 0 && inGold[gold + i] === 0) fresh++;
  return fresh >= Math.max(3, length * 0.6);
}

function matchGaps(
  page: readonly string[],
  gold: readonly string[],
  chain: readonly Run[],
  inPage: Uint8Array,
  inGold: Uint8Array,
): void {
  let pageFrom = 0;
  let goldFrom = 0;
  for (const run of [...chain, { page: page.length, gold: gold.length, length: 0 }]) {
    const pageGap = run.page - pageFrom;
    const goldGap = run.gold - goldFrom;
    if (pageGap > 0 && goldGap > 0 && pageGap <= WIDEST_GAP && goldGap <= WIDEST_GAP) {
      matchWords(page, gold, pageFrom, run.page, goldFrom, run.gold, inPage, inGold);
    }
    pageFrom = Math.max(pageFrom, run.page + run.length);
    goldFrom = Math.max(goldFrom, run.gold + run.length);
  }
}

function matchWords(
  page: readonly string[],
  gold: readonly string[],
  p0: number,
  p1: number,
  g0: number,
  g1: number,
  inPage: Uint8Array,
  inGold: Uint8Array,
): void {
  const width = g1 - g0 + 1;
  const table = new Uint16Array((p1 - p0 + 1) * width);
  for (let p = p1 - 1; p >= p0; p--) {
    for (let g = g1 - 1; g >= g0; g--) {
      const at = (p - p0) * width + (g - g0);
      table[at] =
        page[p] === gold[g] ? table[at + width + 1]! + 1 : Math.max(table[at + width]!, table[at + 1]!);
    }
  }
  for (let p = p0, g = g0; p < p1 && g < g1; ) {
    const at = (p - p0) * width + (g - g0);
    if (page[p] === gold[g]) {
      inPage[p++] = 1;
      inGold[g++] = 1;
    } else if (table[at + width]! >= table[at + 1]!) p++;
    else g++;
  }
}

export interface Run {
  readonly page: number;
  readonly gold: number;
  readonly length: number;
}

/** Shorter runs match by chance ("in the of"). */
export const SHORTEST_RUN = 4;

/** Limit on the gold positions kept per phrase: frequent phrases are weak evidence of origin. */
const MOST_PLACES = 24;

/** Limit on the runs that cover one page word: repetitive text would yield a run per word. */
const MOST_RUNS_OF_WORD = 64;

/** All maximal runs of at least SHORTEST_RUN words in page order; their total length is linear in the page. */
export function commonRuns(page: readonly string[], gold: readonly string[]): Run[] {
  const places = phrasePlaces(gold);
  const runs: Run[] = [];
  // Number of runs that cover the current word, and number that end before each word.
  let open = 0;
  const endings = new Uint32Array(page.length + 1);
  // End of the last run found on each diagonal, so that each run is found once.
  const reached = new Map<number, number>();
  for (let p = 0; p + SHORTEST_RUN <= page.length; p++) {
    open -= endings[p]!;
    if (open >= MOST_RUNS_OF_WORD) continue;
    for (const g of places.get(phrase(page, p)) ?? []) {
      const diagonal = p - g;
      if ((reached.get(diagonal) ?? -1) > p) continue;
      let length = SHORTEST_RUN;
      while (p + length < page.length && g + length < gold.length && page[p + length] === gold[g + length])
        length++;
      reached.set(diagonal, p + length);
      runs.push({ page: p, gold: g, length });
      open++;
      endings[p + length]!++;
    }
  }
  return runs;
}

function phrase(words: readonly string[], at: number): string {
  return `${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`;
}

function phrasePlaces(words: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let i = 0; i + SHORTEST_RUN <= words.length; i++) {
    const key = phrase(words, i);
    const known = places.get(key);
    if (known === undefined) places.set(key, [i]);
    else if (known.length < MOST_PLACES) known.push(i);
  }
  return places;
}

/**
 * The heaviest chain of runs in which both positions increase: a weighted longest increasing subsequence with a Fenwick
 * tree over gold positions, O(r log g).
 */
export function heaviestChain(runs: readonly Run[], goldLength: number): Run[] {
  const best = new Float64Array(goldLength + 1);
  const bestRun = new Int32Array(goldLength + 1).fill(-1);
  const weight = new Float64Array(runs.length);
  const before = new Int32Array(runs.length).fill(-1);
  const look = (r: number) => {
    for (let i = runs[r]!.gold; i > 0; i -= i & -i) {
      if (best[i]! > weight[r]!) {
        weight[r] = best[i]!;
        before[r] = bestRun[i]!;
      }
    }
    weight[r]! += runs[r]!.length;
  };
  const enter = (r: number) => {
    for (let i = runs[r]!.gold + 1; i <= goldLength; i += i & -i) {
      if (best[i]! < weight[r]!) {
        best[i] = weight[r]!;
        bestRun[i] = r;
      }
    }
  };
  // Runs that start at the same page word cannot follow each other: look them all up before entering any.
  for (let from = 0; from < runs.length; ) {
    let to = from;
    for (; to < runs.length && runs[to]!.page === runs[from]!.page; to++) look(to);
    for (let r = from; r < to; r++) enter(r);
    from = to;
  }
  const chain: Run[] = [];
  let r = weight.reduce((top, w, i) => (top < 0 || w > weight[top]! ? i : top), -1);
  for (; r >= 0; r = before[r]!) chain.push(runs[r]!);
  return chain.reverse();
}

export function sharesOfText({ texts }: Pick<Blocks, 'texts'>, text: string): Float64Array {
  return Float64Array.from(alignTexts(texts.map(wordsOf), wordsOf(text)).shares);
}

export const MOST_OF_BLOCK = 0.5;

export interface ShownTexts {
  readonly texts: Uint8Array;
  readonly title?: string | undefined;
  readonly titleNode?: number | undefined;
  readonly language?: string | undefined;
}

export function shownTexts(tree: PageTree, extraction: Extraction): ShownTexts {
  const { text, title, language, nodes } = extraction;
  return {
    texts: nodes === undefined ? textsOfBlocks(tree, text) : textsBelow(tree, nodes),
    title,
    titleNode: nodes?.title,
    language,
  };
}

function textsOfBlocks(tree: PageTree, text: string): Uint8Array {
  const marks = new Uint8Array(tree.count);
  const blocks = blocksFromTree(tree);
  sharesOfText(blocks, text).forEach((share, b) => {
    if (share <= MOST_OF_BLOCK) return;
    for (let node = blocks.first[b]!; node < blocks.end[b]!; node++)
      if (tree.tag[node] === TAG['#text']) marks[node] = 1;
  });
  return marks;
}

/** True for text nodes that belong to the page's text, unlike those in scripts, styles, templates and options. */
export function isVisibleText(tree: PageTree, node: number): boolean {
  return tree.tag[node] === TAG['#text'] && (tree.flags[node]! & UNSEEN) === 0;
}

function textsBelow(tree: PageTree, { body, without = [] }: ExtractedNodes): Uint8Array {
  const marks = new Uint8Array(tree.count);
  for (let node = body; node < tree.end[body]!; node++) {
    const isShown = isVisibleText(tree, node) && tree.layout?.isDrawn(node) !== false;
    if (isShown && tree.text(node).trim() !== '') marks[node] = 1;
  }
  for (const node of without) marks.fill(0, node, tree.end[node]!);
  return marks;
}
