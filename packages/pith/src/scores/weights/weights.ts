import type { EntryKind } from '../../groups/group.js';
import type { Checkpoint } from '../../packed-trees.js';

/** A serialised model: packed trees in base64, and the calibration of their scores. */
export interface Weights {
  /** Fingerprint of all feature names in order, as trees refer to columns by number. */
  readonly features: string;
  /** Log-odds that a block is content. */
  readonly blocks: string;
  readonly blockCalibration: Calibration;
  readonly blockCheckpoints: readonly Checkpoint[];
  /** Adjustment of the blocks of pages made of posts or entries. */
  readonly records: Readonly<Record<EntryKind, EntryWeights>>;
  /** Names of the page types, and the trees that score each. */
  readonly types: readonly string[];
  readonly type: string;
  /** Log-odds that a page is extracted well. */
  readonly quality: string;
  readonly qualityCalibration: Calibration;
  /** Correction learned from the user's own pages. */
  readonly correction?: CorrectionWeights;
}

export type BlockWeights = Pick<Weights, 'features' | 'blocks' | 'blockCalibration' | 'blockCheckpoints'>;

/** p = 1 / (1 + exp(-(slope · score + offset))). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** The adjusted log-odds of a block are `slope` times its own, plus an offset by its position. */
export interface EntryWeights {
  readonly slope: number;
  /** Outside all posts and entries; in one but not in its text; in its text. */
  readonly outside: number;
  readonly beside: number;
  readonly inside: number;
}

/** A correction learned from the user's own pages: the log-odds of its trees are shrunk, bounded and added. */
export interface CorrectionWeights {
  readonly trees: string;
  /** Sites of the pages it was learned from; the empty string is for pages without a URL. */
  readonly sites: readonly string[];
  /** Share of the correction applied on those sites, and on all others. */
  readonly shrink: number;
  readonly elsewhere: number;
  /** Largest correction, in log-odds. */
  readonly most: number;
}
