import jstat from 'jstat';
import { LabError } from '../errors.js';

// CommonJS: no named exports.
const { jStat } = jstat;

export interface McNemar {
  readonly onlySecondRight: number;
  readonly onlyFirstRight: number;
  readonly statistic: number;
  readonly pValue: number;
}

/**
 * McNemar's test with continuity correction: paper 003, eq. 5.3, χ² = (|n01 − n10| − 1)² / (n01 + n10) with
 * one degree of freedom, n01 the cases only the second classifier got right and n10 those only the first did.
 * The corrected difference is never negative: the statistic is 0 if n01 = n10. Without any difference p is 1.
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
    const message = `Both must be judged on the same cases, got ${first.length} and ${second.length}.`;
    throw new LabError('bad-input', message);
  }
  const count = (one: readonly boolean[], other: readonly boolean[]) =>
    one.filter((right, i) => right && !other[i]).length;
  return mcNemar(count(second, first), count(first, second));
}
