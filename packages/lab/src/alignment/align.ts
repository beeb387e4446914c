import { commonRuns, heaviestChain, type Run } from './runs.js';

/** The words that a page and its gold text share, from an alignment of the two word sequences. */
export interface Alignment {
  /** 1 for each page word matched in the gold text. */
  readonly page: Uint8Array;
  /** 1 for each gold word matched on the page. */
  readonly gold: Uint8Array;
  readonly coverage: number;
}

/** Longest gap between two runs, in words on either side, that is compared word by word. */
const WIDEST_GAP = 300;

/**
 * Aligns page words with gold words in three passes: the heaviest chain of common runs (text in order); runs off the
 * chain whose gold words are still unmatched (text that moved); single words in the gaps of the chain (short
 * headings, edited words).
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

function mark({ page, gold, length }: Run, inPage: Uint8Array, inGold: Uint8Array): void {
  inPage.fill(1, page, page + length);
  inGold.fill(1, gold, gold + length);
}

/** Requires that most of a moved run is unmatched on both sides. */
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

/** Longest common subsequence of two short runs, word by word. */
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
