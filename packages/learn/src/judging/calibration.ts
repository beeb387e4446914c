import { LearnError } from '../errors.js';
import { ModelReader } from '../model-file.js';
import { fitIsotonic, type IsotonicCalibration, isotonicProbability } from './isotonic.js';
import { fitPlatt, type PlattCalibration, plattProbability } from './platt.js';

/** A fitted map from scores to probabilities: plain data. */
export type Calibration = PlattCalibration | IsotonicCalibration;

/** The ways to calibrate, by name. */
export const calibrations = { platt: fitPlatt, isotonic: fitIsotonic } as const;

/** The probabilities that a calibration gives to scores. */
export function calibrate(calibration: Calibration, scores: ArrayLike<number>): Float64Array {
  return Float64Array.from(scores, score =>
    calibration.kind === 'platt'
      ? plattProbability(calibration, score)
      : isotonicProbability(calibration, score),
  );
}

/** A calibration out of a file; refuses what is none. */
export function loadCalibration(json: unknown): Calibration {
  const reader = new ModelReader(json, 'the calibration');
  const kind = reader.string('kind');
  if (kind === 'platt') return { kind, slope: reader.number('slope'), offset: reader.number('offset') };
  if (kind !== 'isotonic') {
    throw new LearnError('bad-model', `Expected a calibration of kind platt or isotonic, got “${kind}”.`);
  }
  const scores = Array.from(reader.numbers('scores'));
  const probabilities = Array.from(reader.numbers('probabilities', scores.length));
  const ascends = (list: number[]) => list.every((value, i) => i === 0 || value >= list[i - 1]!);
  if (scores.length === 0 || !ascends(scores) || !ascends(probabilities)) {
    throw new LearnError(
      'bad-model',
      'Expected an isotonic calibration whose scores and probabilities ascend.',
    );
  }
  return { kind, scores, probabilities };
}
