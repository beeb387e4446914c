import type { Region } from './regions.js';

/** A region with its distance from the densest region and its group. */
export interface RankedRegion extends Region {
  /** 100 − 100 · density / largest density: equation 1. Candidates have dfm ≤ T1. */
  readonly dfm: number;
  /** Group of regions with the same classes; a region without classes is its own group. */
  readonly group: number;
}

/** Steps 5 and 6. */
export function rankRegions(regions: readonly Region[]): RankedRegion[] {
  const largest = regions.reduce((max, region) => Math.max(max, region.density), 0);
  const groups = new Map<string, number>();
  let count = 0;
  return regions.map(region => {
    const known = region.className === '' ? undefined : groups.get(region.className);
    const group = known ?? count++;
    if (region.className !== '') groups.set(region.className, group);
    return { ...region, dfm: 100 - (region.density * 100) / largest, group };
  });
}
