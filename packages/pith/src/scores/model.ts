import { withMade } from '../made.js';
import { once } from '../once.js';
import type { RecordKind } from '../records/parts.js';
import { type PackedTrees, unpackTrees } from './packed-trees.js';
import type { Checkpoint } from './trees.js';
import { WEIGHTS } from './weights/default.js';
import type { Calibration, CorrectionWeights, RecordWeights, Weights } from './weights/weights.js';

/** A trained model, ready to score; its trees are unpacked when they are first needed. */
export interface Model {
  readonly name: string;
  /** Log-odds of blocks, and how they become probabilities. */
  readonly blocks: PackedTrees;
  readonly blockCalibration: Calibration;
  readonly blockCheckpoints: readonly Checkpoint[];
  readonly records: Readonly<Record<RecordKind, RecordWeights>>;
  readonly types: readonly string[];
  readonly type: PackedTrees;
  readonly quality: PackedTrees;
  readonly qualityCalibration: Calibration;
  readonly correction?: Omit<CorrectionWeights, 'trees'> & { readonly trees: PackedTrees };
}

/** The default model; made once, since it never changes. */
export const defaultModel: () => Model = once(() => modelFromWeights('default', WEIGHTS));

/** Makes a model of its weights. */
export function modelFromWeights(name: string, weights: Weights): Model {
  const { blocks, type, quality, correction, features: _, ...rest } = weights;
  const trees = (packed: string) => once(() => unpackTrees(fromBase64(packed)));
  const model = withMade(
    { name, ...rest },
    { blocks: trees(blocks), type: trees(type), quality: trees(quality) },
  );
  if (correction === undefined) return model;
  const { trees: packed, ...bounds } = correction;
  return Object.assign(model, { correction: withMade(bounds, { trees: trees(packed) }) });
}

/** A calibrated probability. */
export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}
