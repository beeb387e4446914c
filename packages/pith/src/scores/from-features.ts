import type { Features } from '../features/from-blocks.js';
import { siteOf } from '../site.js';
import { logOdds, probabilityOf } from './log-odds.js';
import { calibrated, defaultModel, type Model } from './model.js';
import { scoreBlocks } from './scorer.js';

export function scoresFromFeatures(features: Features, model: Model = defaultModel()): Float32Array {
  return corrected(features, model, uncorrectedScores(features, model));
}

/** Without the correction learned from the user's own pages. */
export function uncorrectedScores(features: Features, model: Model): Float32Array {
  return scoreBlocks(model.scorer, features).map(score => calibrated(model.blockCalibration, score));
}

function corrected(features: Features, { correction }: Model, probability: Float32Array): Float32Array {
  if (correction === undefined) return probability;
  const { scorer, sites, shrink, elsewhere, most } = correction;
  const { url } = features.facts.hints;
  const share = sites.includes(url === undefined ? '' : (siteOf({ url }) ?? '')) ? shrink : elsewhere;
  const moved = scoreBlocks(scorer, features);
  return probability.map((p, b) =>
    probabilityOf(logOdds(p) + share * Math.max(-most, Math.min(most, moved[b]!))),
  );
}
