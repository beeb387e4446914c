import jstat from 'jstat';
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { LabError } from '../errors.js';

// The package is CommonJS, without named exports.
const { jStat } = jstat;

interface PairedTTest {
  readonly meanDifference: number;
  readonly statistic: number;
  readonly degrees: number;
  readonly pValue: number;
}

/**
 * Paired t-test (paper 003, section 5.3.2): t = d̄ / (s / √n) with n − 1 degrees of freedom. If all differences are
 * equal, p is 1 if they are zero and 0 otherwise.
 */
export function pairedTTest(first: readonly number[], second: readonly number[]): PairedTTest {
  const differences = pairedDifferences(first, second);
  const meanDifference = mean(differences);
  const deviation = sampleStandardDeviation(differences);
  const degrees = differences.length - 1;
  // Differences equal up to rounding have a deviation of rounding errors only.
  const isConstant = deviation <= Math.abs(meanDifference) * 1e-12;
  if (isConstant) {
    const statistic = meanDifference === 0 ? 0 : Math.sign(meanDifference) * Number.POSITIVE_INFINITY;
    return { meanDifference, statistic, degrees, pValue: meanDifference === 0 ? 1 : 0 };
  }
  const statistic = meanDifference / (deviation / Math.sqrt(differences.length));
  // The lower tail stays precise where 1 − cdf(|t|) rounds to 0.
  const pValue = Math.min(1, 2 * jStat.studentt.cdf(-Math.abs(statistic), degrees));
  return { meanDifference, statistic, degrees, pValue };
}

/** first − second by pair; throws on unequal lengths, fewer than two pairs, or non-finite values. */
export function pairedDifferences(first: readonly number[], second: readonly number[]): number[] {
  if (first.length !== second.length || first.length < 2) {
    const message = `Expected two samples of the same cases, at least two each, got ${first.length} and ${second.length}.`;
    throw new LabError('bad-input', message);
  }
  const differences = first.map((value, i) => value - second[i]!);
  const odd = differences.findIndex(value => !Number.isFinite(value));
  if (odd >= 0) {
    const message = `Expected numbers, got ${first[odd]} and ${second[odd]} for case ${odd}.`;
    throw new LabError('bad-input', message);
  }
  return differences;
}

interface McNemar {
  readonly onlySecondRight: number;
  readonly onlyFirstRight: number;
  readonly statistic: number;
  readonly pValue: number;
}

/**
 * McNemar's test with continuity correction (paper 003, eq. 5.3): χ² = (|n01 − n10| − 1)² / (n01 + n10) with one degree
 * of freedom. The corrected difference is never negative. Without any difference p is 1.
 */
export function mcNemar(onlySecondRight: number, onlyFirstRight: number): McNemar {
  for (const count of [onlySecondRight, onlyFirstRight]) {
    if (!Number.isInteger(count) || count < 0) {
      throw new LabError('bad-input', `Expected counts of cases, whole numbers of at least 0, got ${count}.`);
    }
  }
  const different = onlySecondRight + onlyFirstRight;
  const excess = Math.max(0, Math.abs(onlySecondRight - onlyFirstRight) - 1);
  const statistic = different === 0 ? 0 : excess ** 2 / different;
  return { onlySecondRight, onlyFirstRight, statistic, pValue: 1 - jStat.chisquare.cdf(statistic, 1) };
}

export function mcNemarOfCases(first: readonly boolean[], second: readonly boolean[]): McNemar {
  if (first.length !== second.length) {
    const message = `Both classifiers need the same cases, got ${first.length} and ${second.length}.`;
    throw new LabError('bad-input', message);
  }
  const count = (one: readonly boolean[], other: readonly boolean[]) =>
    one.filter((right, i) => right && !other[i]).length;
  return mcNemar(count(second, first), count(first, second));
}
