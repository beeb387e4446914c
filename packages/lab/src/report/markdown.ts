import { signed } from '../evaluation/table.js';
import type { Interval } from '../statistics/bootstrap.js';

/** Cells that count as figures: `0.905 ± 0.182`, `**0.885**`, `+0.011 (…)`, `$300`, `–`, or empty. */
const FIGURE = /^(?:[*+−$-]{0,3}\d.{0,80}|–|)$/;

/** Formats a Markdown table; columns of figures are right-aligned. */
export function markdownTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const rule = heading.map((_, column) =>
    column > 0 && rows.every(row => FIGURE.test(String(row[column] ?? ''))) ? '--:' : '---',
  );
  return [heading, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

export function pInWords(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
}

/** Formats `0.915 (0.902 to 0.928)`. */
export function intervalInWords({ estimate, low, high }: Interval): string {
  return `${estimate.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

/** Formats `+0.239 (+0.201 to +0.277)`. */
export function signedInterval({ estimate, low, high }: Interval): string {
  return `${signed(estimate)} (${signed(low)} to ${signed(high)})`;
}
