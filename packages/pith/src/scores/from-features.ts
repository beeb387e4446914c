import type { Features } from '../features/from-blocks.js';
import { siteOf } from '../site.js';
import { logOdds, probabilityOf } from './log-odds.js';
import { calibrated, defaultModel, type Model } from './model.js';
import { scoreRows } from './trees.js';

/** Probability of each block to be content. */
export function scoresFromFeatures(features: Features, model: Model = defaultModel()): Float32Array {
  return corrected(features, model, uncorrectedScores(features, model));
}

/** The same without what somebody's own pages taught. */
export function uncorrectedScores({ rows, width }: Features, model: Model): Float32Array {
  const scores = scoreRows(model.blocks, rows, width, model.blockCheckpoints);
  return scores.map(score => calibrated(model.blockCalibration, score));
}

/** Adds what somebody's own pages taught. */
function corrected(
  { rows, width, facts: { hints } }: Features,
  { correction }: Model,
  probability: Float32Array,
): Float32Array {
  if (correction === undefined) return probability;
  const { trees, sites, shrink, elsewhere, most } = correction;
  const share = sites.includes(hints.url === undefined ? '' : (siteOf({ url: hints.url }) ?? ''))
    ? shrink
    : elsewhere;
  const moved = scoreRows(trees, rows, width);
  return probability.map((p, b) =>
    probabilityOf(logOdds(p) + share * Math.max(-most, Math.min(most, moved[b]!))),
  );
}
