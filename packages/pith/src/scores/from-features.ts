import type { Features } from '../features/from-blocks.js';
import { siteOf } from '../site.js';
import { calibrated, defaultModel, type Model } from './model.js';
import { scoreBlocks } from './scorer.js';
import type { EntryWeights } from './weights/weights.js';

const FURTHEST = 15;

export function logOdds(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.min(FURTHEST, Math.max(-FURTHEST, odds));
}

export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

export function scoresFromFeatures(features: Features, model: Model = defaultModel()): Float32Array {
  return corrected(features, model, uncorrectedScores(features, model));
}

/** Probabilities without the correction learned from the user's own pages. */
export function uncorrectedScores(features: Features, model: Model): Float32Array {
  return scoreBlocks(model.scorer, features).map(score => calibrated(model.blockCalibration, score));
}

function corrected(features: Features, { correction }: Model, probability: Float32Array): Float32Array {
  if (correction === undefined) return probability;
  const { sites, shrink, elsewhere, most } = correction.bounds;
  const { url } = features.page.hints;
  const share = sites.includes(url === undefined ? '' : (siteOf({ url }) ?? '')) ? shrink : elsewhere;
  const moved = scoreBlocks(correction.scorer, features);
  return probability.map((p, b) =>
    probabilityOf(logOdds(p) + share * Math.max(-most, Math.min(most, moved[b]!))),
  );
}

/** Adjusts the probabilities on a page made of posts or entries by the role of each block (see `entryParts`). */
export function adjustedByEntries(
  probability: Float32Array,
  parts: Uint8Array,
  { slope, outside, beside, inside }: EntryWeights,
): Float32Array {
  const offsets = [outside, beside, inside];
  return probability.map((p, b) => probabilityOf(slope * logOdds(p) + offsets[parts[b]!]!));
}
