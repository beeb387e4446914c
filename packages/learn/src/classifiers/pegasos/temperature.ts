/** Rows of scores with the class of each. */
export interface ScoredLabels {
  readonly scores: Float64Array;
  readonly y: Int32Array;
  readonly weights: Float64Array;
  readonly classes: number;
}

// Separable scores have no finite optimum; beyond this the probabilities are 0 and 1 anyway.
const LARGEST = 1e3;

/**
 * The factor β ≥ 0 for which softmax(β · scores) gives the labels the greatest likelihood: Platt's idea for many
 * classes with one parameter. The loss is convex in β; Newton's method with bisection as its safeguard.
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

/** Of Σ weight · (log Σₖ exp(β sₖ) − β s_y): the mean score less the label's, and the variance of the scores. */
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
