import type { Checkpoint } from '../trees.js';

/** A trained model at rest: packed trees in base64, and the numbers that turn their scores into probabilities. */
export interface Weights {
  /** Fingerprint of the names of all features, in order: a model speaks of columns by number. */
  readonly features: string;
  /** Log-odds of a block to be content. */
  readonly blocks: string;
  readonly blockCalibration: Calibration;
  /** Where settled blocks are let go. */
  readonly blockCheckpoints: readonly Checkpoint[];
  /** Names of the page types that the model tells apart, and a score for each. */
  readonly types: readonly string[];
  readonly type: string;
  /** Log-odds of a page to be extracted well. */
  readonly quality: string;
  readonly qualityCalibration: Calibration;
}

/** p = 1 / (1 + exp(-(slope · score + offset))). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}
