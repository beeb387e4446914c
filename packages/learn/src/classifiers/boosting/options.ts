import { numberOption, type OptionsOf, option } from '../../options.js';

type Signs = Readonly<Record<string, 1 | -1>>;

const areSigns = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(sign => sign === 1 || sign === -1);

/** LightGBM's defaults where it has the option, except `l2`, which is XGBoost's. */
export const BOOSTING_RULES = {
  /** Maximum; a round has one tree, or one per class for more than two classes. */
  rounds: numberOption(100, { from: 1, whole: true }),
  learningRate: numberOption(0.1, { above: 0 }),
  /** Maximum per tree (children are numbered in 16 bits); grows leaf-wise, largest gain first. */
  maxLeaves: numberOption(31, { from: 2, to: 32767, whole: true }),
  /** 0: no limit. */
  maxDepth: numberOption(0, { from: 0, whole: true }),
  minLeafRows: numberOption(20, { from: 1, whole: true }),
  /** Minimum sum of weighted second derivatives in a leaf. */
  minLeafHessian: numberOption(1e-3, { from: 0 }),
  /** L2 penalty on leaf values. */
  l2: numberOption(1, { from: 0 }),
  /** Minimum loss reduction of a split. */
  minGain: numberOption(0, { from: 0 }),
  /** Share of the rows drawn each round, without replacement. */
  rowShare: numberOption(1, { above: 0, to: 1 }),
  /** Share of the columns drawn for each tree. */
  columnShare: numberOption(1, { above: 0, to: 1 }),
  /** At most 255 per column; missing values have an extra bin. */
  maxBins: numberOption(255, { from: 2, to: 255, whole: true }),
  /** Column name → 1 (the score never falls as the column rises) or -1 (never rises). For two classes only. */
  monotone: option<Signs>({}, areSigns, 'an object of column name → 1 or -1'),
  /** Stop after this many rounds without a lower validation loss and keep the best round; 0: never. */
  patience: numberOption(0, { from: 0, whole: true }),
  /** Share of the rows, or of whole groups, used for validation with `patience`. */
  validationShare: numberOption(0.1, { above: 0, below: 1 }),
  seed: numberOption(1, { whole: true }),
};

export type BoostingOptions = OptionsOf<typeof BOOSTING_RULES>;
