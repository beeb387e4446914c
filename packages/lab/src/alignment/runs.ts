/** A run of words that stand in the same order in two sequences. */
export interface Run {
  /** Where it begins in the page, and in the gold text. */
  readonly page: number;
  readonly gold: number;
  readonly length: number;
}

/** Shortest run that counts: shorter ones are chance ("in the of"). */
export const SHORTEST_RUN = 4;

/** A phrase that stands this often in the gold text proves nothing about where it came from. */
const MOST_PLACES = 24;

/**
 * Words of the page that so many runs hold need no more of them. No text that people write comes near; one that repeats
 * itself could be lined up in as many ways as it has words, each as long as the text.
 */
const MOST_RUNS_OF_WORD = 64;

/**
 * All maximal runs of at least SHORTEST_RUN words, in page order, but for those that begin where many run already. So the
 * lengths of all of them together grow with the page.
 */
export function commonRuns(page: readonly string[], gold: readonly string[]): Run[] {
  const places = phrasePlaces(gold);
  const runs: Run[] = [];
  // How many runs hold the word that is looked at, and how many end before each word.
  let open = 0;
  const endings = new Uint32Array(page.length + 1);
  // End of the last run found on each diagonal, so that a run is found once and not at each of its words.
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
 * The heaviest chain of runs in which both positions rise: the longest common subsequence, as far as runs reach.
 * Weighted longest increasing subsequence with a Fenwick tree over gold positions: O(r log g).
 */
export function heaviestChain(runs: readonly Run[], goldLength: number): Run[] {
  const best = new Float64Array(goldLength + 1);
  const holder = new Int32Array(goldLength + 1).fill(-1);
  const weight = new Float64Array(runs.length);
  const before = new Int32Array(runs.length).fill(-1);
  const look = (r: number) => {
    for (let i = runs[r]!.gold; i > 0; i -= i & -i) {
      if (best[i]! > weight[r]!) {
        weight[r] = best[i]!;
        before[r] = holder[i]!;
      }
    }
    weight[r]! += runs[r]!.length;
  };
  const enter = (r: number) => {
    for (let i = runs[r]!.gold + 1; i <= goldLength; i += i & -i) {
      if (best[i]! < weight[r]!) {
        best[i] = weight[r]!;
        holder[i] = r;
      }
    }
  };
  // Runs that begin at the same word of the page cannot follow each other: they are entered together, after all
  // of them have looked.
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
