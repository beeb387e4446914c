import { numberOption, type OptionRule, type OptionRules, readOptions } from '../../options.js';

/** Hyperparameters of gradient boosting; every one has a default. */
export interface BoostingOptions {
  /** Rounds at most: a tree a round, or one tree for each class when there are more than two. */
  readonly rounds: number;
  /** Shrinkage of every leaf. */
  readonly learningRate: number;
  /** Leaves of a tree at most; growth is leaf-wise, the largest gain first. */
  readonly maxLeaves: number;
  /** Depth of a tree at most; 0 for no limit. */
  readonly maxDepth: number;
  /** Rows a leaf must hold. */
  readonly minLeafRows: number;
  /** Sum of second derivatives a leaf must hold (weights are inside it). */
  readonly minLeafHessian: number;
  /** L2 penalty on leaf values. */
  readonly l2: number;
  /** Loss a split must save. */
  readonly minGain: number;
  /** Share of the rows that each round draws, without replacement. */
  readonly rowShare: number;
  /** Share of the columns that each tree draws. */
  readonly columnShare: number;
  /** Bins of a column at most, up to 255; missing values have one more of their own. */
  readonly maxBins: number;
  /** Column name → 1 (the score may only rise with the column) or -1 (only fall). Not for three or more classes. */
  readonly monotone: Readonly<Record<string, 1 | -1>>;
  /** Stop after so many rounds without a better validation loss and keep the best round; 0 for never. */
  readonly patience: number;
  /** Share of the rows (whole groups, where rows have groups) held out for `patience`. */
  readonly validationShare: number;
  readonly seed: number;
}

const monotoneOption: OptionRule<BoostingOptions['monotone']> = {
  fallback: {},
  fault: value => {
    const fits = typeof value === 'object' && value !== null && !Array.isArray(value);
    const signs = fits ? Object.values(value) : [0];
    return signs.every(sign => sign === 1 || sign === -1) ? undefined : 'an object of column name → 1 or -1';
  },
};

/** LightGBM's defaults where it has the option, except `l2`, which is XGBoost's. */
const RULES: OptionRules<BoostingOptions> = {
  rounds: numberOption(100, { from: 1, whole: true }),
  learningRate: numberOption(0.1, { above: 0 }),
  // Children are numbered in 16 bits.
  maxLeaves: numberOption(31, { from: 2, to: 32767, whole: true }),
  maxDepth: numberOption(0, { from: 0, whole: true }),
  minLeafRows: numberOption(20, { from: 1, whole: true }),
  minLeafHessian: numberOption(1e-3, { from: 0 }),
  l2: numberOption(1, { from: 0 }),
  minGain: numberOption(0, { from: 0 }),
  rowShare: numberOption(1, { above: 0, to: 1 }),
  columnShare: numberOption(1, { above: 0, to: 1 }),
  maxBins: numberOption(255, { from: 2, to: 255, whole: true }),
  monotone: monotoneOption,
  patience: numberOption(0, { from: 0, whole: true }),
  validationShare: numberOption(0.1, { above: 0, below: 1 }),
  seed: numberOption(1, { whole: true }),
};

/** Fills the defaults in and refuses a value out of range or a name that is not an option. */
export function boostingOptions(
  algorithm: string,
  given: Readonly<Record<string, unknown>>,
): BoostingOptions {
  return readOptions(algorithm, RULES, given);
}
