import { LEAF_LABELS } from '@webpith/lab';
import { type Margins, mostProbableLabels } from './margins.js';
import { leafScores } from './scores.js';

const FACTORS = [0.5, 0.7, 1, 1.5, 2, 3];

/** Chooses a factor for each label's probability, greedily, to maximise the mean F1 on the given pages. */
export function chosenWeights(
  pages: readonly { readonly gold: Int32Array; readonly margins: Margins }[],
  mean: 'micro' | 'macro',
): number[] {
  const gold = pages.flatMap(page => [...page.gold]);
  const margins = Float64Array.from(pages.flatMap(page => [...page.margins]));
  const weights = LEAF_LABELS.map(() => 1);
  const score = (tried: readonly number[]) => leafScores(gold, mostProbableLabels(margins, tried))[mean].f1;
  let best = score(weights);
  for (const label of new Set(gold)) {
    for (const factor of FACTORS) {
      const tried = weights.with(label, factor);
      const reached = score(tried);
      if (reached <= best) continue;
      best = reached;
      weights[label] = factor;
    }
  }
  return weights;
}
