/**
 * Expected errors beyond the `errors` observed among `total` instances: the upper limit of a one-sided confidence
 * interval on the error rate. Below one error it interpolates from the binomial limit; otherwise it uses the normal
 * approximation with continuity correction (Quinlan 1993, §4.2, as in J48).
 */
export function additionalErrors(
  total: number,
  errors: number,
  confidence: number,
  quantile: number,
): number {
  if (errors < 1) {
    const none = total * (1 - confidence ** (1 / total));
    if (errors === 0) return none;
    return none + errors * (additionalErrors(total, 1, confidence, quantile) - none);
  }
  if (errors + 0.5 >= total) return Math.max(total - errors, 0);
  const z = quantile;
  const rate = (errors + 0.5) / total;
  const spread = Math.sqrt(rate / total - (rate * rate) / total + (z * z) / (4 * total * total));
  const limit = (rate + (z * z) / (2 * total) + z * spread) / (1 + (z * z) / total);
  return limit * total - errors;
}

/** Quantile of the standard normal distribution, for p from 0.5 to below 1. */
export function normalQuantile(p: number): number {
  let z = 0;
  // Newton's method from the left of a concave function cannot overshoot and converges quadratically.
  for (let round = 0; round < 100; round++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const move = (p - normalProbability(z, density)) / density;
    z += move;
    if (Math.abs(move) < 1e-14) break;
  }
  return z;
}

/** Φ(z) = ½ + φ(z) (z + z³/3 + z⁵/(3·5) + …). */
function normalProbability(z: number, density: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + density * sum;
}
