import type { Attribute } from '../../data/dataset.js';
import type { Matrix } from '../../data/matrix.js';
import { LearnError } from '../../errors.js';
import type { FitControl } from '../../estimator.js';
import { isRecord } from '../../model-file.js';
import { numberOption, type OptionsOf, option } from '../../options.js';
import { type Random, seededRandom } from '../../random.js';
import { type GrownTree, TreeGrower } from './grow.js';
import type { Loss } from './losses.js';
import { type BinnedColumns, binColumns, draw, type Ensemble, fitBinning, flattenTrees } from './trees.js';

type Signs = Readonly<Record<string, 1 | -1>>;

const areSigns = (value: unknown) =>
  isRecord(value) && Object.values(value).every(sign => sign === 1 || sign === -1);

/** LightGBM's defaults where it has the option, except `l2`, which is XGBoost's. */
export const BOOSTING_RULES = {
  /** Maximum; a round has one tree, or one per class for more than two classes. */
  rounds: numberOption(100, { from: 1, whole: true }),
  learningRate: numberOption(0.1, { above: 0 }),
  /** Maximum per tree (children are numbered in 16 bits); grows leaf-wise, largest gain first. */
  maxLeaves: numberOption(31, { from: 2, to: 32767, whole: true }),
  minLeafRows: numberOption(20, { from: 1, whole: true }),
  minLeafHessian: numberOption(1e-3, { from: 0 }),
  l2: numberOption(1, { from: 0 }),
  rowShare: numberOption(1, { above: 0, to: 1 }),
  columnShare: numberOption(1, { above: 0, to: 1 }),
  maxBins: numberOption(255, { from: 2, to: 255, whole: true }),
  /** Column name → 1 (the score never falls as the column rises) or -1 (never rises). For two classes only. */
  monotone: option<Signs>({}, areSigns, 'an object of column name → 1 or -1'),
  seed: numberOption(1, { whole: true }),
};

export type BoostingOptions = OptionsOf<typeof BOOSTING_RULES>;

export function monotoneSigns(
  attributes: readonly Attribute[],
  monotone: BoostingOptions['monotone'],
  outputs: number,
): Int8Array {
  const signs = new Int8Array(attributes.length);
  for (const [name, sign] of Object.entries(monotone)) {
    const column = attributes.findIndex(attribute => attribute.name === name);
    if (column < 0)
      throw new LearnError('bad-option', `“monotone” names “${name}”, which is not a column of the data.`);
    if (outputs > 1)
      throw new LearnError('bad-option', `“monotone” needs two classes; there are ${outputs}.`);
    signs[column] = sign;
  }
  return signs;
}

export interface BoostingControl extends FitControl {
  /** Initial score of each row (`output * rows + row`), e.g. of another model; the model's own scores exclude it. */
  readonly startScores?: ArrayLike<number>;
  /** List number of each row: the trees learn to choose a row of class 1 from each list. For two classes. */
  readonly lists?: ArrayLike<number>;
}

interface BoostingProblem {
  readonly x: Matrix;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly training: Int32Array;
  readonly loss: Loss;
  readonly outputs: number;
  readonly monotone: Int8Array;
}

type KeptTree = Pick<GrownTree, 'nodes' | 'values'>;

export function boost(
  problem: BoostingProblem,
  options: BoostingOptions,
  control: BoostingControl,
): Ensemble {
  const binning = fitBinning(problem.x, problem.training, options.maxBins, options.seed);
  const data = binColumns(problem.x, binning);
  const fit = new Fit(problem, data, options, control.startScores);
  for (let round = 1; round <= options.rounds; round++) {
    fit.round(control);
    control.onProgress?.(round / options.rounds, `round ${round} of ${options.rounds}`);
    if (fit.stalled) break;
  }
  const trees = flattenTrees(fit.trees, binning);
  return { start: fit.start, trees, ...importance(fit.trees, data.columns.length) };
}

class Fit {
  readonly trees: KeptTree[] = [];
  readonly start: number[];
  /** True if no tree of the last round could split although all rows and columns were used: no later tree will. */
  stalled = false;
  private readonly scores: Float64Array;
  private readonly gradients: Float64Array;
  private readonly hessians: Float64Array;
  private readonly grower: TreeGrower;
  private readonly random: Random;

  constructor(
    private readonly problem: BoostingProblem,
    private readonly data: BinnedColumns,
    private readonly options: BoostingOptions,
    startScores: ArrayLike<number> | undefined,
  ) {
    const { targets, weights, training, loss, outputs, monotone } = problem;
    this.scores = new Float64Array(outputs * data.rows);
    if (startScores) {
      checkStart(startScores, this.scores.length);
      this.start = new Array<number>(outputs).fill(0);
      this.scores.set(startScores);
    } else {
      this.start = loss.start(targets, weights, training, outputs);
      for (let k = 0; k < outputs; k++) this.scores.fill(this.start[k]!, k * data.rows, (k + 1) * data.rows);
    }
    this.gradients = new Float64Array(this.scores.length);
    this.hessians = new Float64Array(this.scores.length);
    this.grower = new TreeGrower(data, { ...options, monotone });
    this.random = seededRandom(options.seed);
  }

  round(control: BoostingControl): void {
    const { loss, outputs, training } = this.problem;
    const { rows } = this.data;
    loss.derivatives({ ...this.problem, scores: this.scores }, this.gradients, this.hessians);
    const drawn = drawShare(training, this.options.rowShare, this.random);
    let grew = false;
    for (let k = 0; k < outputs; k++) {
      if (control.stopped?.())
        throw new LearnError('stopped', `Boosting was stopped after ${this.trees.length} trees.`);
      const all = Int32Array.from(this.data.columns.keys());
      const columns = drawShare(all, this.options.columnShare, this.random);
      const [from, to] = [k * rows, (k + 1) * rows];
      const tree = this.grower.grow(
        this.gradients.subarray(from, to),
        this.hessians.subarray(from, to),
        drawn,
        columns,
      );
      this.addToScores(tree, this.scores.subarray(from, to), drawn.length);
      this.trees.push({ nodes: tree.nodes, values: tree.values });
      grew ||= tree.nodes.length > 0;
    }
    this.stalled = !grew && this.options.rowShare === 1 && this.options.columnShare === 1;
  }

  /** If the tree grew on all rows, these are already sorted by leaf, so it need not be walked. */
  private addToScores(tree: GrownTree, scores: Float64Array, drawn: number): void {
    const { training } = this.problem;
    if (drawn < training.length) walk(tree, this.data, training, scores);
    else {
      tree.values.forEach((value, leaf) => {
        for (const row of tree.rows.subarray(tree.starts[leaf], tree.ends[leaf])) scores[row]! += value;
      });
    }
  }
}

function checkStart(scores: ArrayLike<number>, expected: number): void {
  if (scores.length === expected && Array.prototype.every.call(scores, Number.isFinite)) return;
  const message = `Expected ${expected} finite start scores, one per row and output, got ${scores.length}.`;
  throw new LearnError('bad-shape', message);
}

export function walk(tree: KeptTree, data: BinnedColumns, rows: Int32Array, scores: Float64Array): void {
  for (const row of rows) {
    let at = tree.nodes.length > 0 ? 0 : -1;
    while (at >= 0) {
      const node = tree.nodes[at]!;
      const bin = data.columns[node.column]![row]!;
      const left = bin === data.bins[node.column]! ? node.missingLeft : bin <= node.bin;
      at = left ? node.left : node.right;
    }
    scores[row]! += tree.values[~at]!;
  }
}

function drawShare(items: Int32Array, share: number, random: Random): Int32Array {
  const wanted = Math.max(1, Math.round(items.length * share));
  return wanted === items.length ? items : draw(items, wanted, random);
}

function importance(trees: readonly KeptTree[], columns: number): Pick<Ensemble, 'gains' | 'counts'> {
  const gains = new Float64Array(columns);
  const counts = new Float64Array(columns);
  for (const { nodes } of trees) {
    for (const node of nodes) {
      gains[node.column]! += node.gain;
      counts[node.column]! += 1;
    }
  }
  return { gains, counts };
}
