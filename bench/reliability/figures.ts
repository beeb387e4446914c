/** A table row. */
export type Figure = readonly [what: string, value: string | number];

export interface Outcome {
  readonly figures: readonly Figure[];
  /** Problems; empty if there were none. */
  readonly faults: readonly string[];
}

export interface Size {
  readonly pages: number;
  readonly jobPages: number;
  readonly rounds: number;
}

/** Sizes for the report and for a quick run. */
export const WHOLE: Size = { pages: 50_000, jobPages: 4000, rounds: 20 };
export const SMALL: Size = { pages: 1500, jobPages: 240, rounds: 3 };

/** Differences of two multisets, as text; empty if they are equal. */
export function compared(expected: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const each of expected) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) - 1);
  const lost = [...counts.values()].filter(count => count > 0).reduce((sum, count) => sum + count, 0);
  const extra = [...counts.values()].filter(count => count < 0).reduce((sum, count) => sum - count, 0);
  return [
    ...(lost > 0 ? [`${lost} lost or different`] : []),
    ...(extra > 0 ? [`${extra} too many or different`] : []),
  ];
}
