import { type Calibration, calibrate } from '@webpith/learn';

/** Probabilities nearer to 0 and 1 than this are taken for as near: their log-odds stay finite. */
const NEAREST = 1e-9;

/** The log-odds of a probability. */
export function logOdds(probability: number): number {
  const p = Math.min(1 - NEAREST, Math.max(NEAREST, probability));
  return Math.log(p / (1 - p));
}

/** Probabilities as they can be believed; as they are where that is not known. */
export function believed(calibration: Calibration | undefined, probabilities: Float64Array): Float64Array {
  return calibration ? calibrate(calibration, Array.from(probabilities, logOdds)) : probabilities;
}
