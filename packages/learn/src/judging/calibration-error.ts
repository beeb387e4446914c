import { LearnError } from '../errors.js';

/** One bin of a reliability diagram. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** Mean probability that was said, and share of the rows where it came true. */
  readonly said: number;
  readonly true: number;
}

/** Sorts rows into bins of equal width by the probability that was said; empty bins are left out. */
export function reliability(
  probabilities: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  bins = 10,
): ReliabilityBin[] {
  if (!(Number.isInteger(bins) && bins >= 1)) {
    throw new LearnError('bad-option', `bins must be a whole number of at least 1; it is ${bins}.`);
  }
  if (probabilities.length !== outcomes.length) {
    const message = `There are ${probabilities.length} probabilities and ${outcomes.length} outcomes.`;
    throw new LearnError('bad-shape', message);
  }
  const sums = Array.from({ length: bins }, () => ({ rows: 0, said: 0, true: 0 }));
  for (let row = 0; row < probabilities.length; row++) {
    const p = probabilities[row]!;
    if (!(p >= 0 && p <= 1)) {
      throw new LearnError('bad-value', `Row ${row}: expected a probability, got ${p}.`, { row });
    }
    const bin = sums[Math.min(bins - 1, Math.floor(p * bins))]!;
    bin.rows++;
    bin.said += p;
    bin.true += outcomes[row] ? 1 : 0;
  }
  return sums.flatMap(({ rows, said, true: came }, i) =>
    rows > 0 ? [{ from: i / bins, to: (i + 1) / bins, rows, said: said / rows, true: came / rows }] : [],
  );
}

/** Expected calibration error: mean distance between what was said and what came true, bins weighted by rows. */
export function expectedCalibrationError(
  probabilities: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  bins = 10,
): number {
  const total = probabilities.length;
  return reliability(probabilities, outcomes, bins).reduce(
    (sum, bin) => sum + (bin.rows / total) * Math.abs(bin.said - bin.true),
    0,
  );
}
