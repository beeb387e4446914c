/** A line of a table: what, and how much. */
export type Figure = readonly [what: string, value: string | number];

/** What a trial came to. */
export interface Outcome {
  readonly figures: readonly Figure[];
  /** Everything that was not as it should be; empty when all held. */
  readonly faults: readonly string[];
}

/** How large a trial is. */
export interface Size {
  readonly pages: number;
  readonly jobPages: number;
  readonly rounds: number;
}

/** The sizes that the report is made of, and those of a quick look. */
export const WHOLE: Size = { pages: 50_000, jobPages: 4000, rounds: 20 };
export const SMALL: Size = { pages: 1500, jobPages: 240, rounds: 3 };

/** What two lists do not have in common, in words; empty when they are the same, each thing as often. */
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
