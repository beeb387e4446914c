import { once } from '../once.js';
import { type PackedTrees, unpackTrees } from './packed-trees.js';
import { WEIGHTS } from './weights/default.js';
import type { Calibration } from './weights/weights.js';

/** The default model, ready to score. */
export interface Model {
  readonly blocks: PackedTrees;
  readonly type: PackedTrees;
  readonly types: readonly string[];
  readonly quality: PackedTrees;
}

/** Unpacks the default model; once, since it never changes. */
export const defaultModel: () => Model = once(() => ({
  blocks: unpackTrees(fromBase64(WEIGHTS.blocks)),
  type: unpackTrees(fromBase64(WEIGHTS.type)),
  types: WEIGHTS.types,
  quality: unpackTrees(fromBase64(WEIGHTS.quality)),
}));

/** A calibrated probability. */
export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}
