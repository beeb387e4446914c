import { summarise } from '@webpith/lab/internals';
import { mean } from 'simple-statistics';

/** `0.905 ± 0.182`, as the paper's tables have it. */
export function withDeviation(values: readonly number[]): string {
  const summary = summarise(values);
  return summary ? `${summary.mean.toFixed(3)} ± ${summary.deviation.toFixed(3)}` : '';
}

/** Three decimals of a mean; nothing for no values. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : mean([...values]);
}
