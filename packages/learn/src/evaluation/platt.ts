import { LearnError } from '../errors.js';

/** p = 1 / (1 + exp(slope · score + offset)); the slope is negative if higher scores indicate the positive class. */
export interface PlattCalibration {
  readonly slope: number;
  readonly offset: number;
}

interface ScoredRows {
  readonly scores: ArrayLike<number>;
  readonly positive: ArrayLike<number>;
  readonly weights?: ArrayLike<number>;
}

export function plattProbability({ slope, offset }: PlattCalibration, score: number): number {
  const z = slope * score + offset;
  return z >= 0 ? Math.exp(-z) / (1 + Math.exp(-z)) : 1 / (1 + Math.exp(z));
}

const MAX_ITERATIONS = 100;
const SMALLEST_STEP = 1e-10;
// Keeps the Hessian invertible if all scores are equal.
const RIDGE = 1e-12;

/**
 * Fits a sigmoid to scores by Newton's method with backtracking (Lin, Lin & Weng 2007, algorithm 1). Targets are
 * Platt's: (positives + 1) / (positives + 2) and 1 / (negatives + 2), so that probabilities stay off 0 and 1.
 */
export function fitPlatt(rows: ScoredRows): PlattCalibration {
  const problem = plattProblem(rows);
  let slope = 0;
  let offset = problem.prior;
  let loss = plattLoss(problem, slope, offset);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const { g1, g2, h11, h22, h21 } = derivatives(problem, slope, offset);
    if (Math.abs(g1) < 1e-9 && Math.abs(g2) < 1e-9) break;
    const determinant = h11 * h22 - h21 * h21;
    const toSlope = -(h22 * g1 - h21 * g2) / determinant;
    const toOffset = -(-h21 * g1 + h11 * g2) / determinant;
    const descent = g1 * toSlope + g2 * toOffset;
    let step = 1;
    for (; step >= SMALLEST_STEP; step /= 2) {
      const next = plattLoss(problem, slope + step * toSlope, offset + step * toOffset);
      if (!(next < loss + 1e-4 * step * descent)) continue;
      slope += step * toSlope;
      offset += step * toOffset;
      loss = next;
      break;
    }
    if (step < SMALLEST_STEP) break;
  }
  return { slope, offset };
}

function plattProblem({ scores, positive, weights: given }: ScoredRows) {
  const weights = Float64Array.from(scores, (_, row) => given?.[row] ?? 1);
  let positives = 0;
  let negatives = 0;
  for (let row = 0; row < scores.length; row++) {
    if (!Number.isFinite(scores[row]!)) {
      throw new LearnError('bad-value', `Row ${row}: expected a finite score, got ${scores[row]}.`, { row });
    }
    if (positive[row]) positives += weights[row]!;
    else negatives += weights[row]!;
  }
  if (positives === 0 || negatives === 0) {
    throw new LearnError('bad-label', 'Calibration needs rows of both kinds, positive and negative.');
  }
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  const targets = Float64Array.from(scores, (_, row) => (positive[row] ? high : low));
  return { scores, targets, weights, prior: Math.log((negatives + 1) / (positives + 1)) };
}

type PlattProblem = ReturnType<typeof plattProblem>;

function plattLoss({ scores, targets, weights }: PlattProblem, slope: number, offset: number): number {
  let loss = 0;
  for (let row = 0; row < targets.length; row++) {
    const z = scores[row]! * slope + offset;
    const t = targets[row]!;
    loss +=
      weights[row]! * (z >= 0 ? t * z + Math.log1p(Math.exp(-z)) : (t - 1) * z + Math.log1p(Math.exp(z)));
  }
  return loss;
}

function derivatives({ scores, targets, weights }: PlattProblem, slope: number, offset: number) {
  const sums = { g1: 0, g2: 0, h11: RIDGE, h22: RIDGE, h21: 0 };
  for (let row = 0; row < targets.length; row++) {
    const score = scores[row]!;
    const p = plattProbability({ slope, offset }, score);
    const first = weights[row]! * (targets[row]! - p);
    const second = weights[row]! * p * (1 - p);
    sums.g1 += score * first;
    sums.g2 += first;
    sums.h11 += score * score * second;
    sums.h22 += second;
    sums.h21 += score * second;
  }
  return sums;
}
