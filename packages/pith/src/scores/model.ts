import { FEATURE_NAMES } from '../features/from-blocks.js';
import { lazy, once } from '../lazy.js';
import type { RecordKind } from '../records/parts.js';
import { fromBase64 } from '../tree/base64.js';
import type { Scorer } from './kernel/group.js';
import { type PackedTrees, unpackTrees } from './packed-trees.js';
import { scorerOf } from './scorer.js';
import { WEIGHTS } from './weights/default.js';
import type { Calibration, CorrectionWeights, RecordWeights, Weights } from './weights/weights.js';

/** A trained model, ready to score; its trees are unpacked when they are first needed. */
export interface Model {
  readonly name: string;
  /** Log-odds of blocks, what scores by them, and how scores become probabilities. */
  readonly blocks: PackedTrees;
  readonly scorer: Scorer;
  readonly blockCalibration: Calibration;
  readonly records: Readonly<Record<RecordKind, RecordWeights>>;
  readonly types: readonly string[];
  readonly type: PackedTrees;
  readonly quality: PackedTrees;
  readonly qualityCalibration: Calibration;
  readonly correction?: Correction;
}

/** What pages of somebody's own add. */
interface Correction extends Omit<CorrectionWeights, 'trees'> {
  readonly blocks: PackedTrees;
  readonly scorer: Scorer;
}

/** The default model; made once, since it never changes. */
export const defaultModel: () => Model = /* @__PURE__ */ once(() => modelFromWeights('default', WEIGHTS));

/** Makes a model of its weights. */
export function modelFromWeights(name: string, weights: Weights): Model {
  const { blocks, blockCheckpoints, type, quality, correction, features: _, ...rest } = weights;
  return lazy(
    { name, ...rest, ...(correction === undefined ? {} : { correction: correctionOf(correction) }) },
    {
      ...blockTrees(blocks, blockCheckpoints),
      type: () => unpacked(type),
      quality: () => unpacked(quality),
    },
  );
}

function correctionOf({ trees, ...bounds }: CorrectionWeights): Correction {
  return lazy(bounds, blockTrees(trees, []));
}

/** Makers of trees over the columns of blocks, and of what scores by them. */
function blockTrees(packed: string, checkpoints: Weights['blockCheckpoints']) {
  const blocks = once(() => unpacked(packed));
  return { blocks, scorer: () => scorerOf(blocks(), checkpoints, FEATURE_NAMES.length) };
}

/** A calibrated probability. */
export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

function unpacked(packed: string): PackedTrees {
  return unpackTrees(fromBase64(packed));
}
