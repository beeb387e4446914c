import { type Accepts, checkRows } from '../../data/check.js';
import { type Dataset, weightsOf } from '../../data/dataset.js';
import { type AnyMatrix, countBelow, type Matrix } from '../../data/matrix.js';
import { step } from '../../estimator.js';
import { numberOption, type OptionsOf, switchOption } from '../../options.js';
import { defineClassifier } from '../define.js';
import { type FitOrigin, FittedClassifier } from '../fitted.js';
import { growTree } from './grow.js';
import { heaviestClass, type Instances, type TrainingData } from './instances.js';
import {
  addProbabilities,
  collapseTree,
  type FlatTree,
  flatTree,
  pruneTree,
  treeFromJSON,
  treeToJSON,
} from './tree.js';

const RULES = {
  pruned: switchOption(true),
  /** Confidence of the error estimate; smaller values prune more. */
  confidence: numberOption(0.25, { above: 0, to: 0.5 }),
  /** Minimum weight of instances that at least two branches must have. */
  minimumInstances: numberOption(2, { above: 0 }),
  subtreeRaising: switchOption(true),
  /** Undo splits that do not lower the training error. */
  collapsed: switchOption(true),
  /** Correct the gain of numeric splits for the number of points tried. */
  mdlCorrection: switchOption(true),
};

/** Defaults are J48's. */
export type C45Options = OptionsOf<typeof RULES>;

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: false };

/**
 * C4.5 decision tree (Quinlan 1993; release 8, 1996) with the choices of Weka's J48: gain ratio among splits of at
 * least average gain, corrected numeric splits, fractional instances for missing values, and pruning by pessimistic
 * error estimates with subtree raising.
 */
export const C45 = defineClassifier({
  algorithm: 'c45',
  rules: RULES,
  accepts: ACCEPTS,
  fit(data, options, control) {
    const training = trainingData(data);
    const root = growTree(training, allInstances(data), options, share => {
      step(control, 0.9 * share, 'growing the tree');
    });
    if (options.collapsed) collapseTree(training, root);
    if (options.pruned) {
      pruneTree(training, root, options, () => step(control, 0.9, 'pruning the tree'));
    }
    return new C45Model({ ...data, options }, flatTree(root, data.classes.length));
  },
  load(parameters, file) {
    const branches = file.attributes.map(a => (a.kind === 'nominal' ? a.values.length : 2));
    return new C45Model(file, treeFromJSON(parameters, branches, file.classes.length));
  },
});

export class C45Model extends FittedClassifier {
  readonly algorithm = 'c45';

  constructor(
    origin: FitOrigin,
    readonly tree: FlatTree,
  ) {
    super(origin);
  }

  probabilities(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const classes = this.classes.length;
    const numeric = this.attributes.map(attribute => attribute.kind === 'numeric');
    const rows = { x: x as Matrix, numeric, classes };
    const out = new Float64Array(x.rows * classes);
    for (let row = 0; row < x.rows; row++) addProbabilities(this.tree, rows, row, out);
    return out;
  }

  protected parametersToJSON() {
    return treeToJSON(this.tree);
  }
}

/** All rows but those of weight zero, which would still add split points. */
function allInstances(data: Dataset): Instances {
  const weights = weightsOf(data);
  const rows = Int32Array.from(data.y.keys()).filter(row => weights[row]! > 0);
  const kept = Float64Array.from(rows, row => weights[row]!);
  return { rows, weights: kept, total: kept.reduce((sum, weight) => sum + weight, 0) };
}

function trainingData(data: Dataset): TrainingData {
  const x = data.x as Matrix;
  const columns = data.attributes.map((attribute, column) =>
    attribute.kind === 'numeric' ? rankedColumn(x, column) : undefined,
  );
  return {
    x,
    y: data.y,
    classes: data.classes.length,
    attributes: data.attributes,
    ranks: columns.map(column => column?.ranks),
    values: columns.map(column => column?.values),
  };
}

function rankedColumn(x: Matrix, column: number): { ranks: Int32Array; values: Float64Array } {
  const cells = new Float64Array(x.rows);
  for (let row = 0; row < x.rows; row++) cells[row] = x.data[row * x.columns + column]!;
  const sorted = cells.filter(cell => !Number.isNaN(cell)).sort();
  const values = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  const ranks = Int32Array.from(cells, cell => (Number.isNaN(cell) ? -1 : countBelow(values, cell)));
  return { values, ranks };
}

/** Prints the tree in J48's notation, `humidity <= 75: yes (2.0)`: training weight of a leaf / of its other classes. */
export function printTree(model: C45Model): string {
  const { tree } = model;
  if (tree.attributes[0]! < 0) return `: ${leafLabel(model, 0, 0)}`;
  const lines: string[] = [];
  const pending: { parent: number; branch: number; depth: number }[] = [];
  const open = (parent: number, depth: number) => {
    for (let branch = tree.childCounts[parent]! - 1; branch >= 0; branch--)
      pending.push({ parent, branch, depth });
  };
  open(0, 0);
  for (let task = pending.pop(); task; task = pending.pop()) {
    const { parent, branch, depth } = task;
    const node = tree.firstChildren[parent]! + branch;
    const isLeaf = tree.attributes[node]! < 0;
    const test = `${'|   '.repeat(depth)}${branchTest(model, parent, branch)}`;
    lines.push(isLeaf ? `${test}: ${leafLabel(model, node, parent)}` : test);
    if (!isLeaf) open(node, depth + 1);
  }
  return lines.join('\n');
}

function branchTest(model: C45Model, parent: number, branch: number): string {
  const attribute = model.attributes[model.tree.attributes[parent]!]!;
  if (attribute.kind === 'nominal') return `${attribute.name} = ${attribute.values[branch]}`;
  const point = Number(model.tree.points[parent]!.toFixed(6));
  return `${attribute.name} ${branch === 0 ? '<=' : '>'} ${point}`;
}

function leafLabel(model: C45Model, node: number, parent: number): string {
  const classes = model.classes.length;
  const countsOf = (i: number) => model.tree.counts.subarray(i * classes, (i + 1) * classes);
  const counts = countsOf(node);
  const weight = counts.reduce((sum, count) => sum + count, 0);
  const winner = heaviestClass(weight > 1e-6 ? counts : countsOf(parent));
  const errors = weight - counts[winner]!;
  const text = errors > 1e-6 ? `${rounded(weight)}/${rounded(errors)}` : rounded(weight);
  return `${model.classes[winner]} (${text})`;
}

function rounded(value: number): string {
  const cents = Math.round(value * 100) / 100;
  return Number.isInteger(cents) ? cents.toFixed(1) : String(cents);
}
