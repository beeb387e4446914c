import { summarise } from '@webpith/lab/internals';
import { mean } from 'simple-statistics';

/** `0.905 ± 0.182`, as in the paper's tables. */
export function withDeviation(values: readonly number[]): string {
  const summary = summarise(values);
  return summary ? `${summary.mean.toFixed(3)} ± ${summary.deviation.toFixed(3)}` : '';
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : mean([...values]);
}
