/** Replaces each row of scores by its softmax, in place. */
export function softmaxRows(scores: Float64Array, classes: number): Float64Array {
  for (let first = 0; first < scores.length; first += classes) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = first; k < first + classes; k++) largest = Math.max(largest, scores[k]!);
    let sum = 0;
    for (let k = first; k < first + classes; k++) {
      scores[k] = Math.exp(scores[k]! - largest);
      sum += scores[k]!;
    }
    for (let k = first; k < first + classes; k++) scores[k]! /= sum;
  }
  return scores;
}
