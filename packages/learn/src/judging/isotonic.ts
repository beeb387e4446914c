import { LearnError } from '../errors.js';
import type { ScoredRows } from './curves.js';

/** A rising broken line: `probabilities[i]` at `scores[i]`, straight between, flat outside. */
export interface IsotonicCalibration {
  readonly kind: 'isotonic';
  readonly scores: readonly number[];
  readonly probabilities: readonly number[];
}

interface Pool {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly mean: number;
}

/** The rising step function nearest to the answers in least squares, by pooling adjacent violators. */
export function fitIsotonic({ scores, positive, weights }: ScoredRows): IsotonicCalibration {
  if (scores.length === 0) throw new LearnError('bad-shape', 'Calibration needs at least one row.');
  const points = Array.from({ length: scores.length }, (_, row) => {
    const score = scores[row]!;
    if (Number.isFinite(score))
      return { from: score, to: score, mean: positive[row]!, weight: weights?.[row] ?? 1 };
    throw new LearnError('bad-value', `Row ${row}: expected a finite score, got ${score}.`, { row });
  }).filter(point => point.weight > 0);
  points.sort((a, b) => a.from - b.from);
  const pools = poolViolators(poolTies(points));
  // A pool of several scores is flat: both its ends are corners of the line.
  const corners = pools.flatMap(pool => (pool.from === pool.to ? [pool.from] : [pool.from, pool.to]));
  const heights = pools.flatMap(pool => (pool.from === pool.to ? [pool.mean] : [pool.mean, pool.mean]));
  return { kind: 'isotonic', scores: corners, probabilities: heights };
}

/** The probability of a score. */
export function isotonicProbability({ scores, probabilities }: IsotonicCalibration, score: number): number {
  let low = 0;
  let high = scores.length - 1;
  if (!(score > scores[low]!)) return probabilities[low]!;
  if (score >= scores[high]!) return probabilities[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (scores[middle]! <= score) low = middle;
    else high = middle;
  }
  const share = (score - scores[low]!) / (scores[high]! - scores[low]!);
  return probabilities[low]! + share * (probabilities[high]! - probabilities[low]!);
}

function poolTies(points: readonly Pool[]): Pool[] {
  const pools: Pool[] = [];
  for (const point of points) {
    const last = pools[pools.length - 1];
    if (last && last.from === point.from) pools[pools.length - 1] = merged(last, point);
    else pools.push(point);
  }
  return pools;
}

function poolViolators(points: readonly Pool[]): Pool[] {
  const pools: Pool[] = [];
  for (let pool of points) {
    for (let last = pools[pools.length - 1]; last && last.mean >= pool.mean; last = pools[pools.length - 1]) {
      pool = merged(last, pool);
      pools.pop();
    }
    pools.push(pool);
  }
  return pools;
}

function merged(a: Pool, b: Pool): Pool {
  const weight = a.weight + b.weight;
  return { from: a.from, to: b.to, weight, mean: (a.mean * a.weight + b.mean * b.weight) / weight };
}
