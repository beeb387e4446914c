import { LEAF_LABELS } from '@webpith/lab';

/** Probabilities of all labels for the leaves of a page, leaf after leaf. */
export type Margins = Float64Array;

/** The most probable label of each leaf. */
export function mostProbableLabels(margins: Margins): number[] {
  const width = LEAF_LABELS.length;
  return Array.from({ length: margins.length / width }, (_, leaf) => {
    let best = 0;
    for (let l = 1; l < width; l++) if (margins[leaf * width + l]! > margins[leaf * width + best]!) best = l;
    return best;
  });
}
