import { dot } from './vector.js';

export interface LineSearch {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  readonly direction: Float64Array;
  readonly evaluate: (x: Float64Array, gradient: Float64Array) => number;
  readonly firstStep: number;
}

/** `step` is 0 if no step lowers the value. */
export interface LinePoint {
  readonly step: number;
  readonly value: number;
  /** Derivative along the direction. */
  readonly slope: number;
  readonly x: Float64Array;
  readonly gradient: Float64Array;
}

// Nocedal & Wright's constants for quasi-Newton directions: c₁ (sufficient decrease) and c₂ (curvature).
const decrease = 1e-4;
const curvature = 0.9;
const maxEvaluations = 30;

/**
 * Finds a step that satisfies the strong Wolfe conditions, by bracketing and safeguarded cubic interpolation (Nocedal
 * & Wright, algorithms 3.5 and 3.6).
 */
export function wolfeSearch(line: LineSearch): LinePoint & { readonly evaluations: number } {
  const origin: LinePoint = {
    step: 0,
    value: line.value,
    slope: dot(line.gradient, line.direction),
    x: line.x,
    gradient: line.gradient,
  };
  if (!(origin.slope < 0)) return { ...origin, evaluations: 0 };
  const decreases = (p: LinePoint) => p.value <= origin.value + decrease * p.step * origin.slope;
  const flat = (p: LinePoint) => Math.abs(p.slope) <= -curvature * origin.slope;
  let low = origin;
  let high: LinePoint | undefined;
  let step = line.firstStep;
  for (let evaluations = 1; evaluations <= maxEvaluations; evaluations++) {
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
  // `low` satisfies sufficient decrease, or is the origin.
  return { ...low, evaluations: maxEvaluations };
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
