import { FEATURE_NAMES } from '../features/from-blocks.js';
import { once } from '../once.js';
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
  return {
    blocks,
    scorer: once(() => scorerOf(blocks, WEIGHTS.blockCheckpoints, FEATURE_NAMES.length)),
    type: unpackTrees(fromBase64(WEIGHTS.type)),
    types: WEIGHTS.types,
    quality: unpackTrees(fromBase64(WEIGHTS.quality)),
  };
});

/** A calibrated probability. */
export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}
