import { FEATURE_NAMES } from '../features/from-blocks.js';
import { once } from '../lazy.js';
import type { PageType } from '../options.js';
import { type Checkpoint, type PackedTrees, unpackTrees } from '../packed-trees.js';
import { fromBase64 } from '../tree/buffers.js';
import type { Scorer } from './kernel/kernel.js';
import { scorerOf } from './scorer.js';
import { WEIGHTS } from './weights/default.js';
import type { Calibration, CorrectionWeights, Weights } from './weights/weights.js';

/** Trees that score blocks, unpacked on first use. */
class BlockTrees {
  readonly #packed: string;
  readonly #checkpoints: readonly Checkpoint[];
  #blocks: PackedTrees | undefined;
  #scorer: Scorer | undefined;

  constructor(packed: string, checkpoints: readonly Checkpoint[]) {
    this.#packed = packed;
    this.#checkpoints = checkpoints;
  }

  get blocks(): PackedTrees {
    this.#blocks ??= unpacked(this.#packed);
    return this.#blocks;
  }

  get scorer(): Scorer {
    this.#scorer ??= scorerOf(this.blocks, this.#checkpoints, FEATURE_NAMES.length);
    return this.#scorer;
  }
}

/** A trained model; its trees are unpacked on first use. */
export interface Model {
  readonly name: string;
  readonly blocks: PackedTrees;
  readonly scorer: Scorer;
  readonly blockCalibration: Calibration;
  readonly records: Weights['records'];
  readonly types: readonly PageType[];
  readonly type: PackedTrees;
  readonly quality: PackedTrees;
  readonly qualityCalibration: Calibration;
  readonly correction?: Correction | undefined;
}

export class TrainedModel extends BlockTrees implements Model {
  readonly blockCalibration: Calibration;
  readonly records: Weights['records'];
  readonly types: readonly PageType[];
  readonly qualityCalibration: Calibration;
  readonly correction: Correction | undefined;
  readonly #weights: Weights;
  #type: PackedTrees | undefined;
  #quality: PackedTrees | undefined;

  constructor(
    readonly name: string,
    weights: Weights,
  ) {
    super(weights.blocks, weights.blockCheckpoints);
    this.blockCalibration = weights.blockCalibration;
    this.records = weights.records;
    this.types = weights.types as readonly PageType[];
    this.qualityCalibration = weights.qualityCalibration;
    this.correction = weights.correction && new Correction(weights.correction);
    this.#weights = weights;
  }

  get type(): PackedTrees {
    this.#type ??= unpacked(this.#weights.type);
    return this.#type;
  }

  get quality(): PackedTrees {
    this.#quality ??= unpacked(this.#weights.quality);
    return this.#quality;
  }
}

class Correction extends BlockTrees {
  constructor(readonly bounds: CorrectionWeights) {
    super(bounds.trees, []);
  }
}

export const defaultModel: () => Model = /* @__PURE__ */ once(() => new TrainedModel('default', WEIGHTS));

export function calibrated({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

function unpacked(packed: string): PackedTrees {
  return unpackTrees(fromBase64(packed));
}
