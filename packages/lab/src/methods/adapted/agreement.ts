import { probabilityOf, ROLE, regionsFromScores } from 'webpith/stages';
import type { LearnedPage } from './learned-page.js';
import { type AdaptedModel, correctedOdds } from './model.js';

/** Mean F1 by words of what is kept, by the library's own decision, against the labels. */
export function agreement(pages: readonly LearnedPage[], model?: AdaptedModel): number {
  const scores = pages.map(page => pageAgreement(page, model));
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

function pageAgreement({ features, share, start, site }: LearnedPage, model?: AdaptedModel): number {
  const odds = model ? correctedOdds(model, features, start, site) : start;
  const { role } = regionsFromScores(features.measurements, odds.map(probabilityOf));
  const { words } = features.measurements.blocks;
  const sums = { both: 0, kept: 0, content: 0 };
  for (let b = 0; b < share.length; b++) {
    if (share[b]! < 0) continue;
    const [isKept, isContent] = [role[b] === ROLE.content, share[b]! > 0.5];
    if (isKept) sums.kept += words[b]!;
    if (isContent) sums.content += words[b]!;
    if (isKept && isContent) sums.both += words[b]!;
  }
  return sums.kept + sums.content === 0 ? 1 : (2 * sums.both) / (sums.kept + sums.content);
}
