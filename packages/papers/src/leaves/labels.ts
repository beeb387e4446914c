import { LEAF_LABELS } from '@webpith/lab';
import { type PlattCalibration, plattProbability } from '@webpith/learn';

const numbers = new Map<string, number>(LEAF_LABELS.map((label, i) => [label, i]));

export function labelNumber(label: string): number {
  return numbers.get(label) ?? -1;
}

/** Probabilities of all labels for the leaves of a page, leaf by leaf. */
export type Marginals = Float64Array;

export function mostProbableLabels(marginals: Marginals, weights?: readonly number[]): number[] {
  return [...mostProbableOf(marginals, LEAF_LABELS.length, weights).path];
}

/**
 * The most probable of `width` labels for each leaf, and its probability. Weights multiply the probabilities, which are
 * then normalised.
 */
export function mostProbableOf(
  marginals: Float64Array,
  width: number,
  weights?: readonly number[],
): { path: Int32Array; probabilities: Float64Array } {
  const probabilities = new Float64Array(marginals.length / width);
  const path = Int32Array.from(probabilities, (_, row) => {
    let best = 0;
    let most = -1;
    let sum = 0;
    for (let label = 0; label < width; label++) {
      const weighted = marginals[row * width + label]! * (weights?.[label] ?? 1);
      sum += weighted;
      if (weighted <= most) continue;
      best = label;
      most = weighted;
    }
    probabilities[row] = weights === undefined ? most : most / sum;
    return best;
  });
  return { path, probabilities };
}

/** Probabilities are clipped to this distance from 0 and 1 to keep their log-odds finite. */
const NEAREST = 1e-9;

export function logOdds(probability: number): number {
  const p = Math.min(1 - NEAREST, Math.max(NEAREST, probability));
  return Math.log(p / (1 - p));
}

export function calibrated(
  calibration: PlattCalibration | undefined,
  probabilities: Float64Array,
): Float64Array {
  return calibration ? probabilities.map(p => plattProbability(calibration, logOdds(p))) : probabilities;
}

export function isCalibration(json: unknown): json is PlattCalibration {
  const { slope, offset } = (json ?? {}) as Partial<PlattCalibration>;
  return Number.isFinite(slope) && Number.isFinite(offset);
}
