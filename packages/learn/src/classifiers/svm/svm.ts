import { type Accepts, checkRows } from '../../data/check.js';
import { weightsOf } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { step } from '../../estimator.js';
import { plattProbability } from '../../evaluation/platt.js';
import { ModelReader } from '../../model-file.js';
import { choiceOption, numberOption, switchOption } from '../../options.js';
import { defineClassifier } from '../define.js';
import { Design, type FitOrigin, FittedClassifier } from '../fitted.js';
import { fitPair, KERNELS, type KernelName, KernelRows, type Pair } from './pairs.js';

/** Kernel, cost, gamma, tolerance and cache size default to those of libsvm's C-SVC. */
const RULES = {
  kernel: choiceOption<KernelName>('rbf', ['rbf', 'linear']),
  cost: numberOption(1, { above: 0 }),
  /** γ of exp(−γ ‖a − b‖²); 0: one over the number of columns. */
  gamma: numberOption(0, { from: 0 }),
  tolerance: numberOption(1e-3, { above: 0 }),
  folds: numberOption(5, { from: 2, whole: true }),
  standardise: switchOption(true),
  cacheMegabytes: numberOption(100, { above: 0 }),
  maxIterations: numberOption(10_000_000, { from: 1, whole: true }),
  seed: numberOption(1, { whole: true }),
};

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: true };

/** C-SVC: one machine per pair of classes, probabilities by Platt's sigmoids and pairwise coupling. */
export const SupportVectorMachine = defineClassifier({
  algorithm: 'svm',
  rules: RULES,
  accepts: ACCEPTS,
  fit(data, options, control) {
    const design = Design.fit(data, options.standardise);
    const { data: cells, columns } = design.matrix(data.x);
    const x = new KernelRows(cells, columns, options.kernel, options.gamma || 1 / columns);
    const weights = weightsOf(data);
    const limits = weights.map(weight => options.cost * weight);
    const pairs: Pair[] = [];
    const all = (data.classes.length * (data.classes.length - 1)) / 2;
    for (let first = 0; first < data.classes.length; first++) {
      for (let second = first + 1; second < data.classes.length; second++) {
        const onIteration = () => step(control, pairs.length / all, `pair ${pairs.length + 1} of ${all}`);
        pairs.push(fitPair({ ...options, x, y: data.y, limits, weights, onIteration }, first, second));
      }
    }
    return new SvmModel({ ...data, options }, design, supportVectors(x, pairs));
  },
  load(parameters, file) {
    const design = Design.fromJSON(parameters.object('design'), file.attributes);
    return new SvmModel(file, design, readSupport(parameters, design.width, file.classes.length));
  },
});

/** The `rows` of `pairs` are indices into `vectors`. */
interface SupportVectors {
  readonly vectors: KernelRows;
  readonly pairs: readonly Pair[];
}

function supportVectors(x: KernelRows, pairs: readonly Pair[]): SupportVectors {
  const held = [...new Set(pairs.flatMap(pair => Array.from(pair.rows)))].sort((a, b) => a - b);
  const placeOf = new Map(held.map((row, place) => [row, place]));
  const cells = new Float64Array(held.length * x.columns);
  held.forEach((row, place) => {
    cells.set(x.data.subarray(row * x.columns, (row + 1) * x.columns), place * x.columns);
  });
  return {
    vectors: new KernelRows(cells, x.columns, x.kernel, x.gamma),
    pairs: pairs.map(pair => ({ ...pair, rows: pair.rows.map(row => placeOf.get(row)!) })),
  };
}

interface SupportTerm {
  readonly vector: number;
  readonly similarity: number;
  readonly term: number;
}

export class SvmModel extends FittedClassifier {
  readonly algorithm = 'svm';

  constructor(
    origin: FitOrigin,
    readonly design: Design,
    readonly support: SupportVectors,
  ) {
    super(origin);
  }

  /**
   * Decision values, `rows × pairs` in the order (0, 1), (0, 2), …; positive values predict the first class of the
   * pair.
   */
  decisions(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const { vectors, pairs } = this.support;
    const { data } = this.design.matrix(x);
    const kernels = new Float64Array(vectors.rows);
    const decisions = new Float64Array(x.rows * pairs.length);
    for (let row = 0; row < x.rows; row++) {
      vectors.withRow(data, row, kernels);
      for (let p = 0; p < pairs.length; p++) {
        const { rows, coefficients, rho } = pairs[p]!;
        let sum = -rho;
        for (let i = 0; i < rows.length; i++) sum += coefficients[i]! * kernels[rows[i]!]!;
        decisions[row * pairs.length + p] = sum;
      }
    }
    return decisions;
  }

  supportOf(x: AnyMatrix, row: number): readonly SupportTerm[] {
    checkRows(this.attributes, x, ACCEPTS);
    const { vectors, pairs } = this.support;
    const { data } = this.design.matrix(x);
    const kernels = new Float64Array(vectors.rows);
    vectors.withRow(data, row, kernels);
    const { rows, coefficients } = pairs[0]!;
    return Array.from(rows, (vector, i) => ({
      vector,
      similarity: kernels[vector]!,
      term: coefficients[i]! * kernels[vector]!,
    }));
  }

  probabilities(x: AnyMatrix): Float64Array {
    const { pairs } = this.support;
    const classes = this.classes.length;
    const decisions = this.decisions(x);
    const probabilities = new Float64Array(x.rows * classes);
    const among = new Float64Array(classes * classes);
    for (let row = 0; row < x.rows; row++) {
      for (let p = 0; p < pairs.length; p++) {
        const { first, second, platt } = pairs[p]!;
        const probability = plattProbability(platt, decisions[row * pairs.length + p]!);
        // Kept off 0 and 1, as in libsvm.
        const share = Math.min(Math.max(probability, 1e-7), 1 - 1e-7);
        among[first * classes + second] = share;
        among[second * classes + first] = 1 - share;
      }
      probabilities.set(coupled(among, classes), row * classes);
    }
    return probabilities;
  }

  protected parametersToJSON() {
    const { vectors, pairs } = this.support;
    return {
      design: this.design.toJSON(),
      kernel: vectors.kernel,
      gamma: vectors.gamma,
      vectors: Array.from(vectors.data),
      pairs: pairs.map(pair => ({
        rows: Array.from(pair.rows),
        coefficients: Array.from(pair.coefficients),
        rho: pair.rho,
        slope: pair.platt.slope,
        offset: pair.platt.offset,
      })),
    };
  }
}

function coupled(among: Float64Array, classes: number): Float64Array {
  if (classes === 1) return Float64Array.of(1);
  return classes === 2 ? Float64Array.of(among[1]!, among[2]!) : couplePairs(among, classes);
}

function readSupport(reader: ModelReader, columns: number, classes: number): SupportVectors {
  const kernel = reader.string('kernel');
  if (!Object.hasOwn(KERNELS, kernel)) reader.literal('kernel', 'rbf');
  const held = Math.ceil(reader.list('vectors').length / columns);
  const cells = reader.numbers('vectors', held * columns);
  const listed = reader.list('pairs', (classes * (classes - 1)) / 2);
  const pairs: Pair[] = [];
  for (let first = 0; first < classes; first++) {
    for (let second = first + 1; second < classes; second++) {
      const pair = new ModelReader(listed[pairs.length], `pair ${pairs.length} of the machine`);
      const rows = pair.integers('rows', 0, held);
      const coefficients = pair.numbers('coefficients', rows.length);
      const platt = { slope: pair.number('slope'), offset: pair.number('offset') };
      pairs.push({ first, second, rows, coefficients, rho: pair.number('rho'), platt });
    }
  }
  return { vectors: new KernelRows(cells, columns, kernel as KernelName, reader.number('gamma')), pairs };
}

/**
 * Class probabilities from the probabilities of pairs (Wu, Lin & Weng 2004, second approach, algorithm 2):
 * the p that minimises Σᵢ Σⱼ (rⱼᵢpᵢ − rᵢⱼpⱼ)², where rᵢⱼ is the probability of i among i and j.
 */
export function couplePairs(pairs: Float64Array, classes: number): Float64Array {
  const p = new Float64Array(classes).fill(1 / classes);
  const matrix = couplingMatrix(pairs, classes);
  const image = new Float64Array(classes);
  const enough = 0.005 / classes;
  for (let round = 0; round < Math.max(100, classes); round++) {
    let total = multiply(matrix, p, image);
    if (image.every(value => Math.abs(value - total) < enough)) break;
    for (let t = 0; t < classes; t++) {
      const diagonal = matrix[t * classes + t]!;
      const change = (total - image[t]!) / diagonal;
      p[t]! += change;
      total = (total + change * (change * diagonal + 2 * image[t]!)) / (1 + change) ** 2;
      for (let j = 0; j < classes; j++) {
        image[j] = (image[j]! + change * matrix[t * classes + j]!) / (1 + change);
        p[j]! /= 1 + change;
      }
    }
  }
  const sum = p.reduce((a, b) => a + b, 0);
  return p.map(value => value / sum);
}

function couplingMatrix(pairs: Float64Array, classes: number): Float64Array {
  const matrix = new Float64Array(classes * classes);
  for (let t = 0; t < classes; t++) {
    for (let j = 0; j < classes; j++) {
      if (j === t) continue;
      matrix[t * classes + t]! += pairs[j * classes + t]! ** 2;
      matrix[t * classes + j] = -pairs[j * classes + t]! * pairs[t * classes + j]!;
    }
  }
  return matrix;
}

function multiply(matrix: Float64Array, p: Float64Array, image: Float64Array): number {
  let total = 0;
  for (let t = 0; t < p.length; t++) {
    let sum = 0;
    for (let j = 0; j < p.length; j++) sum += matrix[t * p.length + j]! * p[j]!;
    image[t] = sum;
    total += p[t]! * sum;
  }
  return total;
}
