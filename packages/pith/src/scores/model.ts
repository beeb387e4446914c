import { FEATURE_NAMES } from '../features/from-blocks.js';
import { withMade } from '../made.js';
import { once } from '../once.js';
import { fromBase64 } from '../tree/base64.js';
import type { Scorer } from './kernel/group.js';
import { type PackedTrees, unpackTrees } from './packed-trees.js';
import { scorerOf } from './scorer.js';
import { WEIGHTS } from './weights/default.js';
import type { Calibration } from './weights/weights.js';

/** The default model, ready to score. */
export interface Model {
  readonly blocks: PackedTrees;
  /** Scores blocks by these trees; made when the first page is scored. */
  readonly scorer: () => Scorer;
  readonly type: PackedTrees;
  readonly types: readonly string[];
  readonly quality: PackedTrees;
}

/** Unpacks the default model; once, since it never changes. */
export const defaultModel: () => Model = once(() => {
  const blocks = unpackTrees(fromBase64(WEIGHTS.blocks));
  const scorer = once(() => scorerOf(blocks, WEIGHTS.blockCheckpoints, FEATURE_NAMES.length));
  // Type and confidence are not asked of most pages.
  const type = once(() => unpackTrees(fromBase64(WEIGHTS.type)));
  const quality = once(() => unpackTrees(fromBase64(WEIGHTS.quality)));
  const own = { blocks, scorer, types: WEIGHTS.types };
  return withMade<typeof own, Pick<Model, 'type' | 'quality'>>(own, { type, quality });
});

/** A calibrated probability. */
export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}
