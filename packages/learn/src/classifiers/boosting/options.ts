import { numberOption, type OptionsOf, option } from '../../options.js';

/** Column name → 1 or -1. */
type Signs = Readonly<Record<string, 1 | -1>>;

const areSigns = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(sign => sign === 1 || sign === -1);

/** LightGBM's defaults where it has the option, except `l2`, which is XGBoost's. */
export const BOOSTING_RULES = {
  /** Rounds at most: a tree a round, or one tree for each class when there are more than two. */
  rounds: numberOption(100, { from: 1, whole: true }),
  /** Shrinkage of every leaf. */
  learningRate: numberOption(0.1, { above: 0 }),
  /** Leaves of a tree at most (children are numbered in 16 bits); growth is leaf-wise, the largest gain first. */
  maxLeaves: numberOption(31, { from: 2, to: 32767, whole: true }),
  /** Depth of a tree at most; 0 for no limit. */
  maxDepth: numberOption(0, { from: 0, whole: true }),
  /** Rows a leaf must hold. */
  minLeafRows: numberOption(20, { from: 1, whole: true }),
  /** Sum of second derivatives a leaf must hold (weights are inside it). */
  minLeafHessian: numberOption(1e-3, { from: 0 }),
  /** L2 penalty on leaf values. */
  l2: numberOption(1, { from: 0 }),
  /** Loss a split must save. */
  minGain: numberOption(0, { from: 0 }),
  /** Share of the rows that each round draws, without replacement. */
  rowShare: numberOption(1, { above: 0, to: 1 }),
  /** Share of the columns that each tree draws. */
  columnShare: numberOption(1, { above: 0, to: 1 }),
  /** Bins of a column at most, up to 255; missing values have one more of their own. */
  maxBins: numberOption(255, { from: 2, to: 255, whole: true }),
  /** Column name → 1 (the score may only rise with the column) or -1 (only fall). Not for three or more classes. */
  monotone: option<Signs>({}, areSigns, 'an object of column name → 1 or -1'),
  /** Stop after so many rounds without a better validation loss and keep the best round; 0 for never. */
  patience: numberOption(0, { from: 0, whole: true }),
  /** Share of the rows (whole groups, where rows have groups) held out for `patience`. */
  validationShare: numberOption(0.1, { above: 0, below: 1 }),
  seed: numberOption(1, { whole: true }),
};

/** Hyperparameters of gradient boosting; every one has a default. */
export type BoostingOptions = OptionsOf<typeof BOOSTING_RULES>;
