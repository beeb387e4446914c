import { type Accepts, checkDataset, checkRows } from '../../data/check.js';
import { type Attribute, type Dataset, weightsOf } from '../../data/dataset.js';
import type { AnyMatrix, Matrix } from '../../data/matrix.js';
import { type Classifier, type FitControl, type RegistryEntry, step } from '../../estimator.js';
import { type ModelReader, parametersOf } from '../../model-file.js';
import { numberOption, type OptionsOf, readOptions } from '../../options.js';
import { type Random, seededRandom } from '../../random.js';
import { type FitOrigin, FittedClassifier, mostLikely } from '../fitted.js';
import { binnedColumns, type FlatForest, type ForestData, growForestTree, type TreeLimits } from './grow.js';

const RULES = {
  trees: numberOption(100, { from: 1, whole: true }),
  /** Attributes drawn at each node; 0: the square root of their number. */
  features: numberOption(0, { from: 0, whole: true }),
  maximumDepth: numberOption(0, { from: 0, whole: true }),
  minimumLeaf: numberOption(1, { from: 1 }),
  seed: numberOption(1, { whole: true }),
};

type ForestOptions = OptionsOf<typeof RULES>;

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: false };

/**
 * Random forest (Breiman 2001): each tree is grown on a bootstrap sample and, at each node, on a few random
 * attributes; probabilities are the mean over the trees. Nominal attributes are split one value against the rest, and
 * missing values go to the side that is purer with them.
 */
export class RandomForest implements Classifier {
  readonly algorithm = 'forest';
  readonly options: Readonly<ForestOptions> & Readonly<Record<string, unknown>>;

  constructor(options: Partial<ForestOptions> = {}) {
    this.options = { ...readOptions('forest', RULES, options) };
  }

  fit(data: Dataset, control?: FitControl): ForestModel {
    checkDataset(data, ACCEPTS);
    const { trees, seed } = this.options;
    const x = data.x as Matrix;
    const classes = data.classes.length;
    const binned: ForestData = { columns: binnedColumns(x, data.attributes), y: data.y, classes };
    const weights = weightsOf(data);
    const limits = this.#limits(data.attributes.length);
    const random = seededRandom(seed);
    const cumulative = runningSum(weights);
    const grown: ForestArrays[] = [];
    const votes = new Float64Array(x.rows * classes);
    for (let tree = 0; tree < trees; tree++) {
      step(control, tree / trees, `tree ${tree + 1} of ${trees}`);
      const sample = bootstrap(cumulative, random);
      const arrays = forestArrays(growForestTree(binned, sample, limits, random), data.attributes, classes);
      addTreeProbabilities(arrays, 0, x, votes, row => sample[row] === 0);
      grown.push(arrays);
    }
    const error = outOfBagError(data, weights, votes);
    return new ForestModel({ ...data, options: this.options }, joinForests(grown), error);
  }

  #limits(attributes: number): TreeLimits {
    const { features, maximumDepth, minimumLeaf } = this.options;
    return {
      features: features || Math.max(1, Math.floor(Math.sqrt(attributes))),
      maximumDepth: maximumDepth || Number.POSITIVE_INFINITY,
      minimumLeaf,
    };
  }
}

class ForestModel extends FittedClassifier {
  readonly algorithm = 'forest';
  readonly #arrays: ForestArrays;

  constructor(
    origin: FitOrigin,
    arrays: ForestArrays,
    /** Weighted error of the trees that had not seen a row; undefined if all had seen all rows. */
    readonly outOfBagError: number | undefined,
  ) {
    super(origin);
    this.#arrays = arrays;
  }

  probabilities(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const out = new Float64Array(x.rows * this.classes.length);
    const trees = this.#arrays.roots.length;
    for (let tree = 0; tree < trees; tree++) addTreeProbabilities(this.#arrays, tree, x as Matrix, out);
    for (let i = 0; i < out.length; i++) out[i]! /= trees;
    return out;
  }

  protected contents() {
    const { outOfBagError } = this;
    const { roots, attributes: tested, points, leftChildren, missingLeft, leaves } = this.#arrays;
    const parameters = {
      roots: [...roots],
      attributes: [...tested],
      points: [...points],
      leftChildren: [...leftChildren],
      missingLeft: [...missingLeft],
      leaves: [...leaves],
    };
    return { ...(outOfBagError !== undefined && { metrics: { outOfBagError } }), parameters };
  }
}

export const forest: RegistryEntry = {
  accepts: ACCEPTS,
  create: options => new RandomForest(options),
  load: file => {
    const reader = parametersOf(file, 'forest');
    const arrays = readArrays(reader, file.attributes, file.classes.length);
    const error = file.metrics?.outOfBagError;
    return new ForestModel(file, arrays, error);
  },
};

function readArrays(reader: ModelReader, attributes: readonly Attribute[], classes: number): ForestArrays {
  const nodes = reader.list('attributes').length;
  const forest = {
    roots: [...reader.integers('roots', 0, nodes)],
    attributes: [...reader.integers('attributes', -1, attributes.length)],
    points: [...reader.numbers('points', nodes)],
    leftChildren: [...reader.integers('leftChildren', 0, Math.max(1, nodes - 1), nodes)],
    missingLeft: [...reader.integers('missingLeft', 0, 2, nodes)],
    leaves: [...reader.numbers('leaves')],
  };
  const leaves = forest.leaves.length / classes;
  const fits = forest.attributes.every((attribute, node) => {
    if (attribute >= 0) return forest.leftChildren[node]! > node;
    return (
      Number.isInteger(forest.points[node]) && forest.points[node]! >= 0 && forest.points[node]! < leaves
    );
  });
  if (forest.roots.length === 0 || !fits) {
    reader.reject('leftChildren', 'and “points” to lead from every root to leaves that are there');
  }
  return forestArrays(forest, attributes, classes);
}

/** Number of times each row is drawn, with probability proportional to its weight. */
function bootstrap(cumulative: Float64Array, random: Random): Float64Array {
  const sample = new Float64Array(cumulative.length);
  const all = cumulative.at(-1)!;
  for (let draw = 0; draw < sample.length; draw++) sample[firstAbove(cumulative, random.next() * all)]!++;
  return sample;
}

function firstAbove(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function runningSum(weights: Float64Array): Float64Array {
  let sum = 0;
  return weights.map(weight => {
    sum += weight;
    return sum;
  });
}

function outOfBagError(data: Dataset, weights: Float64Array, votes: Float64Array): number | undefined {
  const classes = data.classes.length;
  const winners = mostLikely(votes, classes);
  let wrong = 0;
  let counted = 0;
  for (let row = 0; row < weights.length; row++) {
    const voted = votes.subarray(row * classes, (row + 1) * classes).some(vote => vote > 0);
    if (!voted) continue;
    counted += weights[row]!;
    if (winners[row] !== data.y[row]) wrong += weights[row]!;
  }
  return counted > 0 ? wrong / counted : undefined;
}

/** Typed arrays, so that prediction allocates nothing per row. */
interface ForestArrays {
  readonly roots: Int32Array;
  readonly attributes: Int32Array;
  readonly points: Float64Array;
  readonly leftChildren: Int32Array;
  readonly missingLeft: Uint8Array;
  readonly leaves: Float64Array;
  readonly classes: number;
  readonly nominal: Uint8Array;
}

function forestArrays(forest: FlatForest, attributes: readonly Attribute[], classes: number): ForestArrays {
  return {
    roots: Int32Array.from(forest.roots),
    attributes: Int32Array.from(forest.attributes),
    points: Float64Array.from(forest.points),
    leftChildren: Int32Array.from(forest.leftChildren),
    missingLeft: Uint8Array.from(forest.missingLeft),
    leaves: Float64Array.from(forest.leaves),
    classes,
    nominal: Uint8Array.from(attributes, attribute => (attribute.kind === 'nominal' ? 1 : 0)),
  };
}

function joinForests(parts: readonly ForestArrays[]): ForestArrays {
  const { classes, nominal } = parts[0]!;
  const starts = runningSums(parts.map(part => part.attributes.length));
  const leafStarts = runningSums(parts.map(part => part.leaves.length / classes));
  const nodes = parts.reduce((sum, part) => sum + part.attributes.length, 0);
  const leaves = new Float64Array(parts.reduce((sum, part) => sum + part.leaves.length, 0));
  const attributes = new Int32Array(nodes);
  const points = new Float64Array(nodes);
  const leftChildren = new Int32Array(nodes);
  const missingLeft = new Uint8Array(nodes);
  parts.forEach((part, i) => {
    const start = starts[i]!;
    attributes.set(part.attributes, start);
    missingLeft.set(part.missingLeft, start);
    leaves.set(part.leaves, leafStarts[i]! * classes);
    part.attributes.forEach((attribute, node) => {
      points[start + node] = part.points[node]! + (attribute < 0 ? leafStarts[i]! : 0);
      leftChildren[start + node] = attribute < 0 ? 0 : part.leftChildren[node]! + start;
    });
  });
  const roots = Int32Array.from(
    parts.flatMap((part, i) => Array.from(part.roots, root => root + starts[i]!)),
  );
  return { roots, attributes, points, leftChildren, missingLeft, leaves, classes, nominal };
}

function runningSums(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map(count => {
    sum += count;
    return sum - count;
  });
}

/** Adds a tree's class probabilities for every row, or for those selected by `wanted`. */
function addTreeProbabilities(
  forest: ForestArrays,
  tree: number,
  x: Matrix,
  out: Float64Array,
  wanted?: (row: number) => boolean,
): void {
  const { classes, leaves } = forest;
  for (let row = 0; row < x.rows; row++) {
    if (wanted && !wanted(row)) continue;
    const leaf = leafOf(forest, forest.roots[tree]!, x.data, row * x.columns) * classes;
    for (let label = 0; label < classes; label++) out[row * classes + label]! += leaves[leaf + label]!;
  }
}

function leafOf(
  forest: ForestArrays,
  root: number,
  cells: Float32Array | Float64Array,
  start: number,
): number {
  const { attributes, points, leftChildren, missingLeft, nominal } = forest;
  let node = root;
  for (let attribute = attributes[node]!; attribute >= 0; attribute = attributes[node]!) {
    const value = cells[start + attribute]!;
    let left: boolean;
    if (Number.isNaN(value)) left = missingLeft[node] === 1;
    else if (nominal[attribute] === 1) left = value === points[node];
    else left = value <= points[node]!;
    node = leftChildren[node]! + (left ? 0 : 1);
  }
  return points[node]!;
}
