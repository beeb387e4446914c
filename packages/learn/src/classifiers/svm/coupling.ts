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

/** Writes Qp and returns pᵀQp. */
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
