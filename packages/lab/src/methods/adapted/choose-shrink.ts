import { agreement } from './agreement.js';
import type { LearnedPage } from './learned-page.js';
import type { AdaptedModel } from './model.js';

const SHARES = [0, 0.25, 0.5, 0.75, 1];
/** Smallest share: even without a gain on held-out pages, labels should have an effect. */
const LEAST = 0.25;
/** Leave-one-out, or this many folds if there are more pages. */
const MOST_PARTS = 6;

/** Returns the share of the correction with the best held-out score; the smallest of equals. */
export function chooseShrink(
  pages: readonly LearnedPage[],
  fit: (pages: readonly LearnedPage[]) => AdaptedModel,
): number {
  if (pages.length < 2) return 0.5;
  const parts = Math.min(MOST_PARTS, pages.length);
  const sums = SHARES.map(() => 0);
  for (let part = 0; part < parts; part++) {
    const held = pages.filter((_, i) => i % parts === part);
    const model = fit(pages.filter((_, i) => i % parts !== part));
    // Treat held-out pages as pages of the model's sites: the full correction is tested.
    const sites = held.map(({ site }) => site);
    SHARES.forEach((shrink, s) => {
      sums[s]! += held.length * agreement(held, { ...model, sites, shrink });
    });
  }
  const best = sums.indexOf(Math.max(...sums));
  return Math.max(LEAST, SHARES[best]!);
}
