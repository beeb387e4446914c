import { LEAF_LABELS } from '@webpith/lab';

const numbers = new Map<string, number>(LEAF_LABELS.map((label, i) => [label, i]));

/** Number of a label in the table, or -1 for a name that is none of the thirty. */
export function labelNumber(label: string): number {
  return numbers.get(label) ?? -1;
}
