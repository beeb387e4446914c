/** Entropy in bits of unnormalised counts; 0 if empty. */
export function entropy(counts: Float64Array): number {
  let total = 0;
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    if (count > 0) sum += count * Math.log2(count);
    total += count;
  }
  return total > 0 ? Math.log2(total) - sum / total : 0;
}

/** Joint counts of two variables: `counts[a · columns + b]`. */
export interface Contingency {
  readonly rows: number;
  readonly columns: number;
  readonly counts: Float64Array;
}

/** Joint counts over weighted rows. Missing values (−1) are distributed like the values of the other rows. */
export function contingency(
  a: Int32Array,
  rows: number,
  b: Int32Array,
  columns: number,
  weights?: Float64Array,
): Contingency {
  const known = new Float64Array(rows * columns);
  const withoutA = new Float64Array(columns);
  const withoutB = new Float64Array(rows);
  const margins = { a: new Float64Array(rows), b: new Float64Array(columns), total: 0 };
  let withoutBoth = 0;
  for (let i = 0; i < a.length; i++) {
    const weight = weights?.[i] ?? 1;
    const [u, v] = [a[i]!, b[i]!];
    if (u < 0 && v < 0) withoutBoth += weight;
    else if (u < 0) withoutA[v]! += weight;
    else if (v < 0) withoutB[u]! += weight;
    else {
      known[u * columns + v]! += weight;
      margins.a[u]! += weight;
      margins.b[v]! += weight;
      margins.total += weight;
    }
  }
  const { total } = margins;
  if (total === 0) return { rows, columns, counts: known };
  const counts = known.map((count, i) => {
    const u = Math.floor(i / columns);
    const v = i % columns;
    const shareA = margins.a[u]! / total;
    const shareB = margins.b[v]! / total;
    return count + shareA * withoutA[v]! + shareB * withoutB[u]! + (count / total) * withoutBoth;
  });
  return { rows, columns, counts };
}

/** Entropies of both variables and their mutual information. */
export function information({ rows, columns, counts }: Contingency) {
  const a = new Float64Array(rows);
  const b = new Float64Array(columns);
  for (let u = 0; u < rows; u++) {
    for (let v = 0; v < columns; v++) {
      a[u]! += counts[u * columns + v]!;
      b[v]! += counts[u * columns + v]!;
    }
  }
  const entropyA = entropy(a);
  const entropyB = entropy(b);
  // Clamp negative rounding errors.
  const gain = Math.max(0, entropyA + entropyB - entropy(counts));
  return { entropyA, entropyB, gain };
}

/** 2 · gain / (entropy + entropy): 0 for independent variables, 1 if each determines the other. */
export function symmetricalUncertainty(table: Contingency): number {
  const { entropyA, entropyB, gain } = information(table);
  return entropyA + entropyB > 0 ? (2 * gain) / (entropyA + entropyB) : 0;
}
