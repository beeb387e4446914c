import { fitPlatt, type PlattCalibration } from '../../evaluation/platt.js';
import { seededRandom } from '../../random.js';

/** min ½ αᵀQα − Σα with Qᵢⱼ = yᵢyⱼk(i, j), yᵀα = 0 and 0 ≤ αᵢ ≤ Cᵢ. */
interface SmoProblem {
  readonly signs: Int8Array;
  readonly limits: Float64Array;
  readonly kernel: (a: number, b: number) => number;
  readonly tolerance: number;
  readonly cacheMegabytes: number;
  readonly maxIterations: number;
  readonly onIteration?: (iteration: number) => void;
}

/** The decision value of x is Σ yᵢαᵢ k(i, x) − rho. */
interface SmoSolution {
  readonly alpha: Float64Array;
  readonly rho: number;
}

// τ of Fan, Chen & Lin 2005: replaces a curvature that is not positive due to rounding.
const TINY = 1e-12;

/** Sequential minimal optimisation with second-order working set selection (Fan, Chen & Lin 2005, WSS 2). */
export function solveSmo(problem: SmoProblem): SmoSolution {
  return new Solver(problem).run();
}

class Solver {
  readonly #alpha: Float64Array;
  readonly #gradient: Float64Array;
  readonly #diagonal: Float64Array;
  readonly #columns: ColumnCache;

  constructor(private readonly problem: SmoProblem) {
    const { signs, kernel } = problem;
    this.#alpha = new Float64Array(signs.length);
    this.#gradient = new Float64Array(signs.length).fill(-1);
    this.#diagonal = Float64Array.from(signs, (_, i) => kernel(i, i));
    this.#columns = new ColumnCache(
      signs.length,
      problem.cacheMegabytes,
      (i, j) => signs[i]! * signs[j]! * kernel(i, j),
    );
  }

  run(): SmoSolution {
    const { maxIterations, onIteration } = this.problem;
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      if (iteration % 1000 === 0) onIteration?.(iteration);
      const first = this.#mostViolating();
      const second = first < 0 ? -1 : this.#bestPartner(first);
      if (second < 0) break;
      this.#step(first, second);
    }
    return { alpha: this.#alpha, rho: this.#rho() };
  }

  #canRise(i: number): boolean {
    return this.problem.signs[i]! > 0 ? this.#alpha[i]! < this.problem.limits[i]! : this.#alpha[i]! > 0;
  }

  #canFall(i: number): boolean {
    return this.problem.signs[i]! > 0 ? this.#alpha[i]! > 0 : this.#alpha[i]! < this.problem.limits[i]!;
  }

  #mostViolating(): number {
    let chosen = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.#alpha.length; i++) {
      const value = -this.problem.signs[i]! * this.#gradient[i]!;
      if (value > most && this.#canRise(i)) {
        most = value;
        chosen = i;
      }
    }
    return chosen;
  }

  #bestPartner(first: number): number {
    const { signs, tolerance } = this.problem;
    const column = this.#columns.column(first);
    const most = -signs[first]! * this.#gradient[first]!;
    let least = Number.POSITIVE_INFINITY;
    let chosen = -1;
    let best = 0;
    for (let j = 0; j < signs.length; j++) {
      if (!this.#canFall(j)) continue;
      const value = -signs[j]! * this.#gradient[j]!;
      least = Math.min(least, value);
      const violation = most - value;
      if (violation <= 0) continue;
      const bend = this.#diagonal[first]! + this.#diagonal[j]! - 2 * signs[first]! * signs[j]! * column[j]!;
      const gain = (violation * violation) / (bend > 0 ? bend : TINY);
      if (gain > best) {
        best = gain;
        chosen = j;
      }
    }
    return most - least < tolerance ? -1 : chosen;
  }

  #step(i: number, j: number): void {
    const { signs, limits } = this.problem;
    const [columnI, columnJ] = [this.#columns.column(i), this.#columns.column(j)];
    const bend = this.#diagonal[i]! + this.#diagonal[j]! - 2 * signs[i]! * signs[j]! * columnI[j]!;
    const slope = -signs[i]! * this.#gradient[i]! + signs[j]! * this.#gradient[j]!;
    const [before, partner] = [this.#alpha[i]!, this.#alpha[j]!];
    const roomI = signs[i]! > 0 ? limits[i]! - before : before;
    const roomJ = signs[j]! > 0 ? partner : limits[j]! - partner;
    const wanted = slope / (bend > 0 ? bend : TINY);
    const move = Math.min(wanted, roomI, roomJ);
    this.#alpha[i] = atEdge(before + signs[i]! * move, limits[i]!, move === roomI, signs[i]! > 0);
    this.#alpha[j] = atEdge(partner - signs[j]! * move, limits[j]!, move === roomJ, signs[j]! < 0);
    const changeI = this.#alpha[i]! - before;
    const changeJ = this.#alpha[j]! - partner;
    for (let k = 0; k < signs.length; k++) {
      this.#gradient[k]! += columnI[k]! * changeI + columnJ[k]! * changeJ;
    }
  }

  #rho(): number {
    const { signs, limits } = this.problem;
    let low = Number.NEGATIVE_INFINITY;
    let high = Number.POSITIVE_INFINITY;
    let sum = 0;
    let free = 0;
    for (let i = 0; i < signs.length; i++) {
      const value = signs[i]! * this.#gradient[i]!;
      if (this.#alpha[i]! > 0 && this.#alpha[i]! < limits[i]!) {
        sum += value;
        free++;
      } else if (this.#canRise(i)) high = Math.min(high, value);
      else low = Math.max(low, value);
    }
    if (free > 0) return sum / free;
    const ends = [low, high].filter(Number.isFinite);
    return ends.reduce((total, end) => total + end, 0) / Math.max(1, ends.length);
  }
}

function atEdge(alpha: number, limit: number, reached: boolean, rising: boolean): number {
  if (reached) return rising ? limit : 0;
  return Math.min(limit, Math.max(0, alpha));
}

/** Least recently used cache of columns: reinserting a column in the `Map` marks it as most recent. */
class ColumnCache {
  readonly #columns = new Map<number, Float64Array>();
  readonly #most: number;

  constructor(
    private readonly size: number,
    megabytes: number,
    private readonly cell: (row: number, column: number) => number,
  ) {
    this.#most = Math.max(2, Math.floor((megabytes * 2 ** 20) / (8 * Math.max(1, size))));
  }

  column(j: number): Float64Array {
    let column = this.#columns.get(j);
    if (column) this.#columns.delete(j);
    else column = this.#compute(j);
    this.#columns.set(j, column);
    return column;
  }

  #compute(j: number): Float64Array {
    let column: Float64Array | undefined;
    if (this.#columns.size >= this.#most) {
      const [oldest, buffer] = this.#columns.entries().next().value!;
      this.#columns.delete(oldest);
      column = buffer;
    }
    column ??= new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) column[i] = this.cell(i, j);
    return column;
  }
}

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
