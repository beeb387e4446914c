import { seededRandom } from '@webpith/learn';
import { mean, quantileSorted } from 'simple-statistics';
import { LabError } from '../errors.js';
import { pairedDifferences } from './significance.js';

export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

interface BootstrapOptions {
  readonly confidence?: number;
  readonly resamples?: number;
  readonly seed?: number;
}

/** Percentile bootstrap interval of a mean (Efron 1979). Deterministic for a seed. */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions = {}): Interval {
  const { confidence = 0.95, resamples = 2_000, seed = 1 } = options;
  checkOptions(values, confidence, resamples);
  const data = Float64Array.from(values);
  const random = seededRandom(seed);
  const means = new Float64Array(resamples);
  for (let sample = 0; sample < resamples; sample++) {
    let sum = 0;
    for (let i = 0; i < data.length; i++) sum += data[random.below(data.length)]!;
    means[sample] = sum / data.length;
  }
  means.sort();
  const sorted = Array.from(means);
  const tail = (1 - confidence) / 2;
  return {
    estimate: mean([...values]),
    low: quantileSorted(sorted, tail),
    high: quantileSorted(sorted, 1 - tail),
  };
}

/** Bootstrap interval of the mean of first − second; pairs are resampled together. */
export function bootstrapDifference(
  first: readonly number[],
  second: readonly number[],
  options: BootstrapOptions = {},
): Interval {
  return bootstrapMean(pairedDifferences(first, second), options);
}

function checkOptions(values: readonly number[], confidence: number, resamples: number): void {
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new LabError(
      'bad-input',
      `Expected at least one value and only numbers, got ${values.length} values.`,
    );
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new LabError('bad-option', `confidence must lie between 0 and 1, got ${confidence}.`);
  }
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw new LabError('bad-option', `resamples must be a whole number of at least 1, got ${resamples}.`);
  }
}
