/** Gaussian weights by distance from the centre; they sum to 1 over both sides. */
export function gaussianWeights(radius: number, deviation: number): Float64Array {
  const weights = Float64Array.from({ length: radius + 1 }, (_, d) =>
    Math.exp(-(d * d) / (2 * deviation ** 2)),
  );
  let sum = weights[0]!;
  for (let d = 1; d <= radius; d++) sum += 2 * weights[d]!;
  return weights.map(weight => weight / sum);
}

/** Weighted mean of the neighbourhood of each value; at both ends, of the part that exists. */
export function blur(values: Float64Array, weights: Float64Array): Float64Array {
  const count = values.length;
  const radius = weights.length - 1;
  const blurred = new Float64Array(count);
  // A neighbourhood of equal values needs no sum: long tags and scripts cost nothing.
  let sameSince = 0;
  let ahead = 0;
  for (let i = 0; i < count; i++) {
    const last = Math.min(count - 1, i + radius);
    while (ahead < last) {
      ahead++;
      if (values[ahead] !== values[ahead - 1]) sameSince = ahead;
    }
    if (sameSince <= Math.max(0, i - radius)) blurred[i] = values[i]!;
    else if (i >= radius && i + radius < count) blurred[i] = innerMean(values, weights, i);
    else blurred[i] = edgeMean(values, weights, i);
  }
  return blurred;
}

function innerMean(values: Float64Array, weights: Float64Array, at: number): number {
  let sum = weights[0]! * values[at]!;
  for (let d = 1; d < weights.length; d++) sum += weights[d]! * (values[at - d]! + values[at + d]!);
  return sum;
}

function edgeMean(values: Float64Array, weights: Float64Array, at: number): number {
  let sum = weights[0]! * values[at]!;
  let weight = weights[0]!;
  for (let d = 1; d < weights.length; d++) {
    for (const i of [at - d, at + d]) {
      if (i < 0 || i >= values.length) continue;
      sum += weights[d]! * values[i]!;
      weight += weights[d]!;
    }
  }
  return sum / weight;
}

/** Blurs until no value changes by more than `stable` in a pass, or for `passes` passes. */
export function blurUntilStable(
  values: Float64Array,
  weights: Float64Array,
  stable: number,
  passes: number,
): Float64Array {
  let current = values;
  for (let pass = 0; pass < passes; pass++) {
    const next = blur(current, weights);
    let change = 0;
    for (let i = 0; i < next.length; i++) change = Math.max(change, Math.abs(next[i]! - current[i]!));
    current = next;
    if (change <= stable) break;
  }
  return current;
}
