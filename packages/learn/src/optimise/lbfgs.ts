import { LearnError } from '../errors.js';

interface MinimiseOptions {
  readonly start: Float64Array;
  /** Returns the value at `x` and writes every entry of `gradient`. */
  readonly evaluate: (x: Float64Array, gradient: Float64Array) => number;
  readonly maxIterations?: number;
  /** Converged if ‖gradient‖ ≤ tolerance · max(1, ‖x‖). Default 1e-5. */
  readonly tolerance?: number;
  /** Also converged if ten iterations lower the value by less than this fraction. Default 0: never. */
  readonly improvement?: number;
  readonly onIteration?: (step: MinimiseStep) => void;
}

interface MinimiseStep {
  readonly iteration: number;
  readonly value: number;
  readonly gradientNorm: number;
}

export interface Minimum {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradientNorm: number;
  readonly iterations: number;
  readonly evaluations: number;
  /** `stalled`: no step lowers the value at this precision. */
  readonly reason: 'converged' | 'limit' | 'stalled';
}

const IMPROVEMENT_PERIOD = 10;

/**
 * Minimises a smooth function with limited-memory BFGS (Nocedal & Wright, Numerical Optimization, algorithm 7.5)
 * and a line search for the strong Wolfe conditions, which keeps every curvature pair positive.
 */
export function minimise(options: MinimiseOptions): Minimum {
  const { evaluate, maxIterations = 100, tolerance = 1e-5, improvement = 0, onIteration } = options;
  const pairs = new CurvaturePairs();
  let x: Float64Array = options.start.slice();
  let gradient: Float64Array = new Float64Array(x.length);
  let value = evaluate(x, gradient);
  if (!Number.isFinite(value)) {
    const message = `The function to minimise must be finite at the start; it is ${value}.`;
    throw new LearnError('bad-value', message);
  }
  let evaluations = 1;
  const values = [value];
  const direction = new Float64Array(x.length);
  const converged = () => norm(gradient) <= tolerance * Math.max(1, norm(x));
  const end = (iterations: number, reason: Minimum['reason']): Minimum => {
    return { x, value, gradientNorm: norm(gradient), iterations, evaluations, reason };
  };
  if (converged()) return end(0, 'converged');
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    pairs.descend(gradient, direction);
    // Without curvature pairs, the first step has length at most one.
    const firstStep = pairs.size === 0 ? Math.min(1, 1 / norm(gradient)) : 1;
    const found = wolfeSearch({ x, value, gradient, direction, evaluate, firstStep });
    evaluations += found.evaluations;
    if (found.step === 0) {
      // Rounding may have spoilt the curvature pairs: retry along the gradient.
      if (pairs.size === 0) return end(iteration - 1, 'stalled');
      pairs.forget();
      iteration--;
      continue;
    }
    pairs.remember(x, found.x, gradient, found.gradient);
    ({ x, gradient, value } = found);
    values.push(value);
    onIteration?.({ iteration, value, gradientNorm: norm(gradient) });
    if (converged() || tooSlow(values, improvement)) return end(iteration, 'converged');
  }
  return end(maxIterations, 'limit');
}

function tooSlow(values: readonly number[], improvement: number): boolean {
  const now = values[values.length - 1]!;
  const before = values[values.length - 1 - IMPROVEMENT_PERIOD];
  return before !== undefined && before - now < improvement * Math.abs(now);
}

interface CurvaturePair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly product: number;
  share: number;
}

const MAX_PAIRS = 6;

class CurvaturePairs {
  private readonly pairs: CurvaturePair[] = [];

  get size(): number {
    return this.pairs.length;
  }

  forget(): void {
    this.pairs.length = 0;
  }

  /** Keeps a pair only if its curvature is positive beyond rounding, to stay positive definite. */
  remember(x: Float64Array, nextX: Float64Array, gradient: Float64Array, nextGradient: Float64Array): void {
    if (this.size === MAX_PAIRS) this.pairs.shift();
    const step = nextX.map((value, i) => value - x[i]!);
    const change = nextGradient.map((value, i) => value - gradient[i]!);
    const product = dot(step, change);
    if (product > Number.EPSILON * dot(change, change)) this.pairs.push({ step, change, product, share: 0 });
  }

  /** Writes −H·gradient by the two-loop recursion (Nocedal & Wright, algorithm 7.4). */
  descend(gradient: Float64Array, direction: Float64Array): void {
    for (let i = 0; i < direction.length; i++) direction[i] = -gradient[i]!;
    const last = this.pairs.at(-1);
    if (!last) return;
    for (const pair of this.pairs.toReversed()) {
      pair.share = dot(pair.step, direction) / pair.product;
      addScaled(direction, -pair.share, pair.change);
    }
    const scale = last.product / dot(last.change, last.change);
    for (let i = 0; i < direction.length; i++) direction[i]! *= scale;
    for (const { step, change, product, share } of this.pairs) {
      addScaled(direction, share - dot(change, direction) / product, step);
    }
  }
}

interface LineSearch {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  readonly direction: Float64Array;
  readonly evaluate: (x: Float64Array, gradient: Float64Array) => number;
  readonly firstStep: number;
}

/** `step` is 0 if no step lowers the value. */
interface LinePoint {
  readonly step: number;
  readonly value: number;
  readonly slope: number;
  readonly x: Float64Array;
  readonly gradient: Float64Array;
}

// Nocedal & Wright's constants for quasi-Newton directions: c₁ (sufficient decrease) and c₂ (curvature).
const DECREASE = 1e-4;
const CURVATURE = 0.9;
const MAX_EVALUATIONS = 30;

/**
 * Finds a step that satisfies the strong Wolfe conditions, by bracketing and safeguarded cubic interpolation (Nocedal
 * & Wright, algorithms 3.5 and 3.6).
 */
function wolfeSearch(line: LineSearch): LinePoint & { readonly evaluations: number } {
  const origin: LinePoint = {
    step: 0,
    value: line.value,
    slope: dot(line.gradient, line.direction),
    x: line.x,
    gradient: line.gradient,
  };
  if (!(origin.slope < 0)) return { ...origin, evaluations: 0 };
  const decreases = (p: LinePoint) => p.value <= origin.value + DECREASE * p.step * origin.slope;
  const flat = (p: LinePoint) => Math.abs(p.slope) <= -CURVATURE * origin.slope;
  let low = origin;
  let high: LinePoint | undefined;
  let step = line.firstStep;
  for (let evaluations = 1; evaluations <= MAX_EVALUATIONS; evaluations++) {
    const point = evaluateAt(line, step);
    // NaN counts as too high: the function is not defined there.
    if (!decreases(point) || !(point.value < low.value)) high = point;
    else if (flat(point)) return { ...point, evaluations };
    else {
      if (high ? point.slope * (high.step - low.step) >= 0 : point.slope >= 0) high = low;
      low = point;
    }
    const next = high ? between(low, high) : step * 2;
    if (next === step || next === low.step || next === high?.step) return { ...low, evaluations };
    step = next;
  }
  return { ...low, evaluations: MAX_EVALUATIONS };
}

function evaluateAt(line: LineSearch, step: number): LinePoint {
  const { direction } = line;
  const x = new Float64Array(direction.length);
  const gradient = new Float64Array(direction.length);
  for (let i = 0; i < x.length; i++) x[i] = line.x[i]! + step * direction[i]!;
  const value = line.evaluate(x, gradient);
  return { step, value, slope: dot(gradient, direction), x, gradient };
}

/** Minimum of the cubic through both ends, at least a tenth of the interval away from each. */
function between(low: LinePoint, high: LinePoint): number {
  const width = high.step - low.step;
  const d1 = low.slope + high.slope - (3 * (low.value - high.value)) / (low.step - high.step);
  const square = d1 * d1 - low.slope * high.slope;
  const d2 = Math.sign(width) * Math.sqrt(square);
  const cubic = high.step - (width * (high.slope + d2 - d1)) / (high.slope - low.slope + 2 * d2);
  const share = (cubic - low.step) / width;
  if (!Number.isFinite(share)) return low.step + width / 2;
  return low.step + width * Math.min(0.9, Math.max(0.1, share));
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}

function addScaled(a: Float64Array, factor: number, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) a[i]! += factor * b[i]!;
}
