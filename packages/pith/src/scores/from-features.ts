import type { Features } from '../features/from-blocks.js';
import { calibrated, defaultModel } from './model.js';
import { scoreRows } from './trees.js';
import { WEIGHTS } from './weights/default.js';

/** Probability of each block to be content. */
export function scoresFromFeatures({ rows, width }: Features): Float32Array {
  const scores = scoreRows(defaultModel().blocks, rows, width, WEIGHTS.blockCheckpoints);
  return scores.map(score => calibrated(WEIGHTS.blockCalibration, score));
}
