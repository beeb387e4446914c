import type { Features } from '../features/from-blocks.js';
import { calibrated, defaultModel } from './model.js';
import { scoreRows } from './trees.js';
import { WEIGHTS } from './weights/default.js';

/** Log-odds beyond which a block is settled before all trees have spoken. */
export const SETTLED = 5;

/** Probability of each block to be content. */
export function scoresFromFeatures({ rows, width }: Features): Float32Array {
  const scores = scoreRows(defaultModel().blocks, rows, width, SETTLED);
  return scores.map(score => calibrated(WEIGHTS.blockCalibration, score));
}
