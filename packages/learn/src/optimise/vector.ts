/** Inner product, summed in index order so that results are the same on every machine. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a));
}

export function addScaled(a: Float64Array, factor: number, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) a[i]! += factor * b[i]!;
}
