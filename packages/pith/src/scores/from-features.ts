import type { Features } from '../features/from-blocks.js';
import { calibrated, defaultModel } from './model.js';
import { scoreBlocks } from './scorer.js';
import { WEIGHTS } from './weights/default.js';

/** Probability of each block to be content. */
export function scoresFromFeatures(features: Features): Float32Array {
  const scores = scoreBlocks(defaultModel().scorer(), features);
  return scores.map(score => calibrated(WEIGHTS.blockCalibration, score));
}
