import { SKIP_REASONS, type Skipped, type SkipReason } from './record.js';

/** How often each reason to skip occurred, and how many bytes belong to no readable record. */
export interface SkipCounts {
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly lostBytes: number;
}

/** Nothing skipped. */
export const NO_SKIPS: SkipCounts = { skipped: {}, lostBytes: 0 };

/** Counts of what was skipped, with one more. */
export function withSkip(counts: SkipCounts, { reason, length }: Skipped): SkipCounts {
  const lostBytes = counts.lostBytes + (reason === 'lost' ? length : 0);
  return { skipped: { ...counts.skipped, [reason]: (counts.skipped[reason] ?? 0) + 1 }, lostBytes };
}

export function sumOfSkips(counts: readonly SkipCounts[]): SkipCounts {
  const sums = SKIP_REASONS.map(
    reason => [reason, counts.reduce((sum, { skipped }) => sum + (skipped[reason] ?? 0), 0)] as const,
  );
  return {
    skipped: Object.fromEntries(sums.filter(([, count]) => count > 0)),
    lostBytes: counts.reduce((sum, { lostBytes }) => sum + lostBytes, 0),
  };
}
