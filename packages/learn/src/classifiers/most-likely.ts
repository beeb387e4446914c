/** The most probable class of each row; the first of equals. */
export function mostLikely(probabilities: Float64Array, classes: number): Int32Array {
  const winners = new Int32Array(probabilities.length / classes);
  for (let row = 0; row < winners.length; row++) {
    let best = 0;
    for (let label = 1; label < classes; label++) {
      if (probabilities[row * classes + label]! > probabilities[row * classes + best]!) best = label;
    }
    winners[row] = best;
  }
  return winners;
}
