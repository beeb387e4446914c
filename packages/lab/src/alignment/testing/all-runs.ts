import { type Run, SHORTEST_RUN } from '../align.js';

const MOST_PLACES = 24;

/** Returns all maximal runs without the limit of `commonRuns`: quadratic on a text that repeats one word. */
export function allRuns(page: readonly string[], gold: readonly string[]): Run[] {
  const phrase = (words: readonly string[], at: number) => words.slice(at, at + SHORTEST_RUN).join(' ');
  const places = new Map<string, number[]>();
  for (let g = 0; g + SHORTEST_RUN <= gold.length; g++) {
    const known = places.get(phrase(gold, g)) ?? [];
    places.set(phrase(gold, g), known);
    if (known.length < MOST_PLACES) known.push(g);
  }
  const runs: Run[] = [];
  const reached = new Map<number, number>();
  for (let p = 0; p + SHORTEST_RUN <= page.length; p++) {
    for (const g of places.get(phrase(page, p)) ?? []) {
      if ((reached.get(p - g) ?? -1) > p) continue;
      let length = SHORTEST_RUN;
      while (p + length < page.length && g + length < gold.length && page[p + length] === gold[g + length])
        length++;
      reached.set(p - g, p + length);
      runs.push({ page: p, gold: g, length });
    }
  }
  return runs;
}
