import { mean } from 'simple-statistics';
import { summarise } from '../../../statistics/summary.js';

/** A table of Markdown. */
export function markdownTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const rule = heading.map((_, i) => (i === 0 ? '---' : '--:'));
  return [heading, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** `0.905 ± 0.182`, as the paper's tables have it. */
export function withDeviation(values: readonly number[]): string {
  const summary = summarise(values);
  return summary ? `${summary.mean.toFixed(3)} ± ${summary.deviation.toFixed(3)}` : '';
}

/** Three decimals of a mean; nothing for no values. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : mean([...values]);
}

/** A p-value for people. */
export function pInWords(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
}
