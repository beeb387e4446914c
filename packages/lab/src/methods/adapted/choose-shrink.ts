import { agreement } from './agreement.js';
import type { LearnedPage } from './learned-page.js';
import type { AdaptedModel } from './model.js';

/** Shares of the correction that are tried; a page that is held out must gain by more than these cost. */
const SHARES = [0, 0.25, 0.5, 0.75, 1];
/** Share where no page gains from the others: those who labelled pages still want them to move. */
const LEAST = 0.25;
/** Pages are held out one by one, or in so many parts where there are more. */
const MOST_PARTS = 6;

/** The share of the correction that helps most on pages that were held out; the smallest of equals. */
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
    // Of the same site or not: what is asked is whether what was learned carries over.
    const sites = held.map(({ site }) => site);
    SHARES.forEach((shrink, s) => {
      sums[s]! += held.length * agreement(held, { ...model, sites, shrink });
    });
  }
  const best = sums.indexOf(Math.max(...sums));
  return Math.max(LEAST, SHARES[best]!);
}
