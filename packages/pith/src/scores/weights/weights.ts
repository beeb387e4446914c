import type { RecordKind } from '../../records/parts.js';
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
  /** What the records of a page say about its blocks. */
  readonly records: Readonly<Record<RecordKind, RecordWeights>>;
  /** Names of the page types that the model tells apart, and a score for each. */
  readonly types: readonly string[];
  readonly type: string;
  /** Log-odds of a page to be extracted well. */
  readonly quality: string;
  readonly qualityCalibration: Calibration;
  /** What pages of somebody's own add. */
  readonly correction?: CorrectionWeights;
}

/** What a model of blocks alone needs. */
export type BlockWeights = Pick<Weights, 'features' | 'blocks' | 'blockCalibration' | 'blockCheckpoints'>;

/** p = 1 / (1 + exp(-(slope · score + offset))). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** On a page of such records the log-odds of a block are `slope` times its own, and what its part in them adds. */
export interface RecordWeights {
  readonly slope: number;
  /** Outside of all records; in one, but not of its text; of its text. */
  readonly outside: number;
  readonly beside: number;
  readonly inside: number;
}

/** A correction learned from somebody's own pages: trees whose log-odds are shrunk, bounded and added. */
export interface CorrectionWeights {
  readonly trees: string;
  /** Sites of the pages it was learned from; an empty name stands for pages of unknown address. */
  readonly sites: readonly string[];
  /** Share of the correction that is applied on those sites, and on all others. */
  readonly shrink: number;
  readonly elsewhere: number;
  /** Largest correction, in log-odds. */
  readonly most: number;
}
