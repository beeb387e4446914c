import { type Accepts, checkRows } from '../../data/check.js';
import { type Attribute, weightsOf } from '../../data/dataset.js';
import type { AnyMatrix, Matrix } from '../../data/matrix.js';
import { step } from '../../estimator.js';
import type { ModelReader } from '../../model-file.js';
import { numberOption } from '../../options.js';
import { type Random, seededRandom } from '../../random.js';
import { defineClassifier } from '../define.js';
import { type FitOrigin, FittedClassifier } from '../fitted.js';
import { binnedColumns, emptyForest, type FlatForest, type ForestData, growForestTree } from './grow.js';

const RULES = {
  trees: numberOption(100, { from: 1, whole: true }),
  minimumLeaf: numberOption(1, { from: 1 }),
  seed: numberOption(1, { whole: true }),
};

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: false };

/**
 * Random forest (Breiman 2001): each tree is grown on a bootstrap sample and, at each node, on random attributes, the
 * square root of their number; probabilities are the mean over the trees. Nominal attributes are split one value
 * against the rest, and missing values go to the side that gives the lower impurity.
 */
export const RandomForest = defineClassifier({
  algorithm: 'forest',
  rules: RULES,
  accepts: ACCEPTS,
  fit(data, options, control) {
    const { trees, minimumLeaf, seed } = options;
    const columns = binnedColumns(data.x as Matrix, data.attributes);
    const binned: ForestData = { columns, y: data.y, classes: data.classes.length };
    const limits = {
      features: Math.max(1, Math.floor(Math.sqrt(data.attributes.length))),
      minimumLeaf,
    };
    const random = seededRandom(seed);
    const cumulative = runningSum(weightsOf(data));
    const grown = emptyForest();
    for (let tree = 0; tree < trees; tree++) {
      step(control, tree / trees, `tree ${tree + 1} of ${trees}`);
      growForestTree(grown, binned, bootstrap(cumulative, random), limits, random);
    }
    return new RandomForestModel({ ...data, options }, grown);
  },
  load: (parameters, file) =>
    new RandomForestModel(file, readForest(parameters, file.attributes.length, file.classes.length)),
});

export class RandomForestModel extends FittedClassifier {
  readonly algorithm = 'forest';
  readonly #forest: FlatForest;

  constructor(
    origin: FitOrigin,
    { roots, attributes, points, leftChildren, missingLeft, leaves }: FlatForest,
  ) {
    super(origin);
    this.#forest = {
      roots: Int32Array.from(roots),
      attributes: Int32Array.from(attributes),
      points: Float64Array.from(points),
      leftChildren: Int32Array.from(leftChildren),
      missingLeft: Uint8Array.from(missingLeft),
      leaves: Float64Array.from(leaves),
    };
  }

  probabilities(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const out = new Float64Array(x.rows * this.classes.length);
    const trees = this.#forest.roots.length;
    for (let tree = 0; tree < trees; tree++)
      addTreeProbabilities(this.#forest, tree, this.attributes, x as Matrix, out);
    for (let i = 0; i < out.length; i++) out[i]! /= trees;
    return out;
  }

  attributesOnPaths(x: Matrix, row: number): Uint32Array {
    checkRows(this.attributes, x, ACCEPTS);
    const isNominal = this.attributes.map(({ kind }) => kind === 'nominal');
    const tests = new Uint32Array(this.attributes.length);
    for (let tree = 0; tree < this.#forest.roots.length; tree++)
      leafOf(this.#forest, tree, isNominal, x, row, tests);
    return tests;
  }

  protected parametersToJSON() {
    const lists = Object.entries(this.#forest).map(([name, list]) => [name, Array.from(list as number[])]);
    return Object.fromEntries(lists);
  }
}

function readForest(reader: ModelReader, columns: number, classes: number): FlatForest {
  const nodes = reader.list('attributes').length;
  const forest = {
    roots: reader.integers('roots', 0, nodes),
    attributes: reader.integers('attributes', -1, columns),
    points: reader.numbers('points', nodes),
    leftChildren: reader.integers('leftChildren', 0, Math.max(1, nodes - 1), nodes),
    missingLeft: reader.integers('missingLeft', 0, 2, nodes),
    leaves: reader.numbers('leaves'),
  };
  const leaves = forest.leaves.length / classes;
  const fits = forest.attributes.every((attribute, node) => {
    if (attribute >= 0) return forest.leftChildren[node]! > node;
    return (
      Number.isInteger(forest.points[node]) && forest.points[node]! >= 0 && forest.points[node]! < leaves
    );
  });
  if (forest.roots.length === 0 || !fits) {
    reader.reject('leftChildren', 'and “points” to lead from every root to existing leaves');
  }
  return forest;
}

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

function addTreeProbabilities(
  forest: FlatForest,
  tree: number,
  columns: readonly Attribute[],
  x: Matrix,
  out: Float64Array,
): void {
  const { points, leaves } = forest;
  const isNominal = columns.map(({ kind }) => kind === 'nominal');
  const classes = out.length / x.rows;
  for (let row = 0; row < x.rows; row++) {
    const leaf = points[leafOf(forest, tree, isNominal, x, row)]! * classes;
    for (let label = 0; label < classes; label++) out[row * classes + label]! += leaves[leaf + label]!;
  }
}

function leafOf(
  { roots, attributes, points, leftChildren, missingLeft }: FlatForest,
  tree: number,
  isNominal: readonly boolean[],
  x: Matrix,
  row: number,
  tests?: Uint32Array,
): number {
  let node = roots[tree]!;
  for (let column = attributes[node]!; column >= 0; column = attributes[node]!) {
    if (tests) tests[column]!++;
    const value = x.data[row * x.columns + column]!;
    let left: boolean;
    if (Number.isNaN(value)) left = missingLeft[node] === 1;
    else left = isNominal[column] ? value === points[node] : value <= points[node]!;
    node = leftChildren[node]! + (left ? 0 : 1);
  }
  return node;
}
