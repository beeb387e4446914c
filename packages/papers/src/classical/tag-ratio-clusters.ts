import { kMeans } from '@webpith/learn';

type LineMarks = ArrayLike<number>;

/** CETR-TM: lines whose smoothed ratio is at least `factor` standard deviations of all smoothed ratios. */
export function aboveThreshold(smoothed: Float64Array, factor: number): LineMarks {
  const count = Math.max(1, smoothed.length);
  const mean = smoothed.reduce((sum, ratio) => sum + ratio, 0) / count;
  const variance = smoothed.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / count;
  const threshold = factor * Math.sqrt(variance);
  return Uint8Array.from(smoothed, ratio => (ratio > 0 && ratio >= threshold ? 1 : 0));
}

/** CETR-KM: lines outside the lowest cluster of k-means on the smoothed ratios. */
export function aboveLowestCluster(smoothed: Float64Array, k: number): LineMarks {
  if (smoothed.length === 0) return [];
  const rows = { kind: 'dense', rows: smoothed.length, columns: 1, data: smoothed } as const;
  const { centres, assignments } = kMeans(rows, { k: Math.min(k, smoothed.length), restarts: 1 });
  const lowest = centres.data.indexOf(Math.min(...centres.data));
  // Without a lower cluster (one line, or equal lines), all lines with text are content.
  const single = centres.data.every(centre => centre === centres.data[lowest]);
  return Uint8Array.from(assignments, (cluster, i) =>
    smoothed[i]! > 0 && (single || cluster !== lowest) ? 1 : 0,
  );
}

/**
 * CETR: k-means in the plane of smoothed ratio and smoothed steepness with one centre fixed at the origin; the lines
 * of that cluster are not content. The other centres start evenly between the origin and the farthest line, so the
 * result is deterministic.
 */
export function awayFromOrigin(ratios: Float64Array, steepness: Float64Array, k: number): LineMarks {
  const centres = startingCentres(ratios, steepness, k);
  const clusters = new Int32Array(ratios.length).fill(-1);
  for (let pass = 0, changed = true; changed && pass < 100; pass++) {
    changed = assign(ratios, steepness, centres, clusters);
    moveCentres(ratios, steepness, centres, clusters);
  }
  return Uint8Array.from(clusters, cluster => (cluster > 0 ? 1 : 0));
}

type Centres = { x: number; y: number }[];

function startingCentres(ratios: Float64Array, steepness: Float64Array, k: number): Centres {
  let farthest = 0;
  const distance = (i: number) => ratios[i]! ** 2 + steepness[i]! ** 2;
  for (let i = 1; i < ratios.length; i++) if (distance(i) > distance(farthest)) farthest = i;
  const { [farthest]: x = 0 } = ratios;
  const { [farthest]: y = 0 } = steepness;
  return Array.from({ length: k }, (_, c) => ({ x: (x * c) / (k - 1), y: (y * c) / (k - 1) }));
}

/** Assigns each line to the nearest centre, the first of equals; returns true if any changed. */
function assign(
  ratios: Float64Array,
  steepness: Float64Array,
  centres: Centres,
  clusters: Int32Array,
): boolean {
  let changed = false;
  for (let i = 0; i < ratios.length; i++) {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let c = 0; c < centres.length; c++) {
      const distance = (ratios[i]! - centres[c]!.x) ** 2 + (steepness[i]! - centres[c]!.y) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest = c;
    }
    if (clusters[i] !== nearest) changed = true;
    clusters[i] = nearest;
  }
  return changed;
}

/** Moves every centre but the first to the mean of its lines; empty clusters stay. */
function moveCentres(
  ratios: Float64Array,
  steepness: Float64Array,
  centres: Centres,
  clusters: Int32Array,
): void {
  const sums = centres.map(() => ({ x: 0, y: 0, count: 0 }));
  clusters.forEach((cluster, i) => {
    const sum = sums[cluster]!;
    sum.x += ratios[i]!;
    sum.y += steepness[i]!;
    sum.count++;
  });
  for (let c = 1; c < centres.length; c++) {
    const { x, y, count } = sums[c]!;
    if (count > 0) centres[c] = { x: x / count, y: y / count };
  }
}
