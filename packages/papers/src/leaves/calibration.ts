import { type PlattCalibration, plattProbability } from '@webpith/learn';

/** Probabilities nearer to 0 and 1 than this are taken for as near: their log-odds stay finite. */
const NEAREST = 1e-9;

/** The log-odds of a probability. */
export function logOdds(probability: number): number {
  const p = Math.min(1 - NEAREST, Math.max(NEAREST, probability));
  return Math.log(p / (1 - p));
}

/** Probabilities as they can be believed; as they are where that is not known. */
export function calibrated(
  calibration: PlattCalibration | undefined,
  probabilities: Float64Array,
): Float64Array {
  return calibration ? probabilities.map(p => plattProbability(calibration, logOdds(p))) : probabilities;
}

/** Whether something out of a file is a calibration. */
export function isCalibration(json: unknown): json is PlattCalibration {
  const { slope, offset } = (json ?? {}) as Partial<PlattCalibration>;
  return Number.isFinite(slope) && Number.isFinite(offset);
}
