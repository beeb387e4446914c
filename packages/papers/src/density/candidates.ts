import type { Region } from './regions.js';

/** A region, how far its density is from the largest, and which regions look like it. */
export interface RankedRegion extends Region {
  /** 100 − 100 · density / largest density: equation 1. A candidate is one with dfm ≤ T1. */
  readonly dfm: number;
  /** Number of the group of regions with the same classes; one without classes is a group of its own. */
  readonly group: number;
}

/** Steps 5 and 6: distances from the densest region, and groups by classes. */
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
