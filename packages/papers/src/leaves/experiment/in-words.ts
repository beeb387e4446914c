import { pInWords } from '@webpith/lab/internals';

/** In per cent, without the sign. */
export function percent(share: number): string {
  return (100 * share).toFixed(2);
}

/** A difference with its interval and its p-value, in per cent. */
export function differenceInWords(
  { estimate, low, high }: { readonly estimate: number; readonly low: number; readonly high: number },
  pValue: number,
): string {
  const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
  return `${signed(estimate)} (${signed(low)} to ${signed(high)}), ${pInWords(pValue)}`;
}
