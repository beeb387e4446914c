import { FEATURE_NAMES } from '../features/from-blocks.js';
import type { EntryKind } from '../groups/group.js';
import { once } from '../lazy.js';
import { type PackedTrees, unpackTrees } from '../packed-trees.js';
import { fromBase64 } from '../tree/buffers.js';
import type { Scorer } from './kernel/kernel.js';
import { scorerOf } from './scorer.js';
import { WEIGHTS } from './weights/default.js';
import type { Calibration, CorrectionWeights, EntryWeights, Weights } from './weights/weights.js';

/** A trained model; its trees are unpacked on first use. */
export interface Model {
  readonly name: string;
  readonly blocks: PackedTrees;
  readonly scorer: Scorer;
  readonly blockCalibration: Calibration;
  readonly records: Readonly<Record<EntryKind, EntryWeights>>;
  readonly types: readonly string[];
  readonly type: PackedTrees;
  readonly quality: PackedTrees;
  readonly qualityCalibration: Calibration;
  readonly correction?: Correction | undefined;
}

interface Correction extends Omit<CorrectionWeights, 'trees'> {
  readonly blocks: PackedTrees;
  readonly scorer: Scorer;
}

export const defaultModel: () => Model = /* @__PURE__ */ once(() => modelFromWeights('default', WEIGHTS));

export function modelFromWeights(name: string, weights: Weights): Model {
  const { blocks, blockCheckpoints, type, quality, correction, features: _, ...rest } = weights;
  const ofBlocks = blockTrees(blocks, blockCheckpoints);
  const ofType = once(() => unpacked(type));
  const ofQuality = once(() => unpacked(quality));
  return {
    name,
    ...rest,
    correction: correction && correctionOf(correction),
    get blocks() {
      return ofBlocks.trees();
    },
    get scorer() {
      return ofBlocks.scorer();
    },
    get type() {
      return ofType();
    },
    get quality() {
      return ofQuality();
    },
  };
}

function correctionOf({ trees, ...bounds }: CorrectionWeights): Correction {
  const ofBlocks = blockTrees(trees, []);
  return {
    ...bounds,
    get blocks() {
      return ofBlocks.trees();
    },
    get scorer() {
      return ofBlocks.scorer();
    },
  };
}

function blockTrees(packed: string, checkpoints: Weights['blockCheckpoints']) {
  const trees = once(() => unpacked(packed));
  return { trees, scorer: once(() => scorerOf(trees(), checkpoints, FEATURE_NAMES.length)) };
}

export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

function unpacked(packed: string): PackedTrees {
  return unpackTrees(fromBase64(packed));
}
