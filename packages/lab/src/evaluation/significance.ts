import { bootstrapDifference, type Interval } from '../statistics/bootstrap.js';
import { pairedTTest } from '../statistics/t-test.js';
import { type PrimaryMetric, primaryScore } from './primary.js';
import type { EvaluationRow } from './scoring.js';

/** Significance level: paper 003, section 5.3.2. */
const SIGNIFICANCE_LEVEL = 0.05;

export interface Comparison {
  readonly pages: number;
  /** Bootstrap interval of the mean difference in F1 (own − other). */
  readonly difference: Interval;
  readonly pValue: number;
  readonly significant: boolean;
}

/** Compares F1 on the pages that both methods have; undefined for fewer than two pages. */
export function compareMethods(
  own: readonly EvaluationRow[],
  other: readonly EvaluationRow[],
  primary: PrimaryMetric,
): Comparison | undefined {
  const others = new Map(other.map(row => [row.page, primaryScore(row, primary)?.f1]));
  const pairs: [number, number][] = [];
  for (const row of own) {
    const first = primaryScore(row, primary)?.f1;
    const second = others.get(row.page);
    if (first !== undefined && second !== undefined) pairs.push([first, second]);
  }
  if (pairs.length < 2) return undefined;
  const first = pairs.map(pair => pair[0]);
  const second = pairs.map(pair => pair[1]);
  const { pValue } = pairedTTest(first, second);
  const difference = bootstrapDifference(first, second);
  return { pages: pairs.length, difference, pValue, significant: pValue < SIGNIFICANCE_LEVEL };
}
