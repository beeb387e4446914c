import { LEAF_LABELS } from '@webpith/lab';

const numbers = new Map<string, number>(LEAF_LABELS.map((label, i) => [label, i]));

/** Index of a label in `LEAF_LABELS`, or -1. */
export function labelNumber(label: string): number {
  return numbers.get(label) ?? -1;
}
