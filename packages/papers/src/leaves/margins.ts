import { LEAF_LABELS } from '@webpith/lab';

/** Probabilities of all labels for the leaves of a page, leaf by leaf. */
export type Margins = Float64Array;

/** The most probable label of each leaf after multiplying by the label weights. */
export function mostProbableLabels(margins: Margins, weights?: readonly number[]): number[] {
  return [...mostProbableOf(margins, LEAF_LABELS.length, weights).path];
}

/** The same for any number of labels, with the reweighted and normalised probabilities. */
export function mostProbableOf(
  marginals: Float64Array,
  width: number,
  weights?: readonly number[],
): { path: Int32Array; probabilities: Float64Array } {
  const probabilities = new Float64Array(marginals.length / width);
  const path = Int32Array.from(probabilities, (_, row) => {
    let best = 0;
    let most = -1;
    let sum = 0;
    for (let label = 0; label < width; label++) {
      const weighed = marginals[row * width + label]! * (weights?.[label] ?? 1);
      sum += weighed;
      if (weighed <= most) continue;
      best = label;
      most = weighed;
    }
    probabilities[row] = weights === undefined ? most : most / sum;
    return best;
  });
  return { path, probabilities };
}
