import { fitPlatt, type PlattCalibration } from '../../evaluation/platt.js';
import { seededRandom } from '../../random.js';
import { type SmoSolution, solveSmo } from './smo.js';

/** Two-class machine: positive decision values predict `first`. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly rows: Int32Array;
  readonly coefficients: Float64Array;
  readonly rho: number;
  readonly platt: PlattCalibration;
}

interface PairProblem {
  readonly x: KernelRows;
  readonly y: Int32Array;
  readonly limits: Float64Array;
  readonly weights: Float64Array;
  readonly tolerance: number;
  readonly cacheMegabytes: number;
  readonly maxIterations: number;
  readonly folds: number;
  readonly seed: number;
  readonly onIteration: (iteration: number) => void;
}

export function fitPair(problem: PairProblem, first: number, second: number): Pair {
  const rows = Int32Array.from(problem.y.keys()).filter(
    row => (problem.y[row] === first || problem.y[row] === second) && problem.weights[row]! > 0,
  );
  const signs = Int8Array.from(rows, row => (problem.y[row] === first ? 1 : -1));
  const platt = fitSigmoid(problem, rows, signs);
  return { first, second, ...machine(problem, rows, signs), platt };
}

interface Machine {
  readonly rows: Int32Array;
  readonly coefficients: Float64Array;
  readonly rho: number;
}

function machine(problem: PairProblem, rows: Int32Array, signs: Int8Array): Machine {
  const { x, limits, tolerance, cacheMegabytes, maxIterations, onIteration } = problem;
  const solution: SmoSolution = solveSmo({
    signs,
    limits: Float64Array.from(rows, row => limits[row]!),
    kernel: (a, b) => x.between(rows[a]!, rows[b]!),
    tolerance,
    cacheMegabytes,
    maxIterations,
    onIteration,
  });
  const held = Int32Array.from(rows.keys()).filter(i => solution.alpha[i]! > 0);
  return {
    rows: held.map(i => rows[i]!),
    coefficients: Float64Array.from(held, i => signs[i]! * solution.alpha[i]!),
    rho: solution.rho,
  };
}

function decision({ rows, coefficients, rho }: Machine, x: KernelRows, row: number): number {
  let sum = -rho;
  for (let i = 0; i < rows.length; i++) sum += coefficients[i]! * x.between(rows[i]!, row);
  return sum;
}

/** Decision values on training rows are biased, so each row is scored by a machine that has not seen it. */
function fitSigmoid(problem: PairProblem, rows: Int32Array, signs: Int8Array): PlattCalibration {
  const order = seededRandom(problem.seed).shuffle(Int32Array.from(rows.keys()));
  const folds = Math.min(problem.folds, order.length);
  const scores = new Float64Array(rows.length);
  for (let fold = 0; fold < folds; fold++) {
    const train = order.filter((_, at) => at % folds !== fold).sort();
    const test = order.filter((_, at) => at % folds === fold);
    const trainSigns = Int8Array.from(train, i => signs[i]!);
    const oneClass = trainSigns.every(sign => sign === trainSigns[0]);
    // If only one class is left, predict it, as libsvm does.
    const fitted = oneClass
      ? undefined
      : machine(
          problem,
          train.map(i => rows[i]!),
          trainSigns,
        );
    for (const i of test) scores[i] = fitted ? decision(fitted, problem.x, rows[i]!) : (trainSigns[0] ?? 0);
  }
  const weights = Float64Array.from(rows, row => problem.weights[row]!);
  return fitPlatt({ scores, positive: signs.map(sign => (sign > 0 ? 1 : 0)), weights });
}

export const KERNELS = {
  linear: (_own: number, _other: number, both: number) => both,
  rbf: (own: number, other: number, both: number, gamma: number) =>
    Math.exp(-gamma * Math.max(0, own + other - 2 * both)),
} as const;

export type KernelName = keyof typeof KERNELS;

export class KernelRows {
  readonly #squares: Float64Array;

  constructor(
    readonly data: Float64Array,
    readonly columns: number,
    readonly kernel: KernelName,
    readonly gamma: number,
  ) {
    const rows = columns > 0 ? data.length / columns : 0;
    this.#squares = Float64Array.from({ length: rows }, (_, row) => this.#inner(row, data, row));
  }

  get rows(): number {
    return this.#squares.length;
  }

  between(a: number, b: number): number {
    return KERNELS[this.kernel](
      this.#squares[a]!,
      this.#squares[b]!,
      this.#inner(a, this.data, b),
      this.gamma,
    );
  }

  withRow(other: Float64Array, row: number, values: Float64Array): void {
    let square = 0;
    for (let at = row * this.columns; at < (row + 1) * this.columns; at++) square += other[at]! * other[at]!;
    const kernel = KERNELS[this.kernel];
    for (let i = 0; i < values.length; i++) {
      values[i] = kernel(this.#squares[i]!, square, this.#inner(i, other, row), this.gamma);
    }
  }

  #inner(row: number, other: Float64Array, otherRow: number): number {
    const a = row * this.columns;
    const b = otherRow * this.columns;
    let sum = 0;
    for (let i = 0; i < this.columns; i++) sum += this.data[a + i]! * other[b + i]!;
    return sum;
  }
}
