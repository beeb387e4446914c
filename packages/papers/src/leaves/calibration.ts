import { type PlattCalibration, plattProbability } from '@webpith/learn';

/** Probabilities are clipped to this distance from 0 and 1 to keep their log-odds finite. */
const NEAREST = 1e-9;

export function logOdds(probability: number): number {
  const p = Math.min(1 - NEAREST, Math.max(NEAREST, probability));
  return Math.log(p / (1 - p));
}

/** Applies Platt scaling if a calibration was measured. */
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
