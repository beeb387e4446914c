export interface ScoredLabels {
  readonly scores: Float64Array;
  readonly y: Int32Array;
  readonly weights: Float64Array;
  readonly classes: number;
}

// Separable scores have no finite optimum; beyond this the probabilities are 0 and 1.
const LARGEST = 1e3;

/**
 * The factor β ≥ 0 that maximises the likelihood of softmax(β · scores): Platt scaling for many classes with one
 * parameter. The loss is convex in β; Newton's method, safeguarded by bisection.
 */
export function fitTemperature(rows: ScoredLabels): number {
  let low = 0;
  let high = LARGEST;
  let beta = 1;
  for (let iteration = 0; iteration < 60; iteration++) {
    const { slope, curvature } = derivatives(rows, beta);
    if (slope > 0) high = beta;
    else low = beta;
    const newton = beta - slope / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - beta) <= 1e-9 * Math.max(1, beta)) return next;
    beta = next;
  }
  return beta;
}

/** Derivatives of Σ weight · (log Σₖ exp(β sₖ) − β s_y): mean score minus the label's, and variance of the scores. */
function derivatives({ scores, y, weights, classes }: ScoredLabels, beta: number) {
  let slope = 0;
  let curvature = 0;
  for (let row = 0; row < y.length; row++) {
    const first = row * classes;
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < classes; k++) largest = Math.max(largest, scores[first + k]!);
    let sum = 0;
    let mean = 0;
    let square = 0;
    for (let k = 0; k < classes; k++) {
      const away = scores[first + k]! - largest;
      const share = Math.exp(beta * away);
      sum += share;
      mean += share * away;
      square += share * away * away;
    }
    mean /= sum;
    slope += weights[row]! * (mean - (scores[first + y[row]!]! - largest));
    curvature += weights[row]! * (square / sum - mean * mean);
  }
  return { slope, curvature };
}
