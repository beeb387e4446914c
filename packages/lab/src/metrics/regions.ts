import { LabError } from '../errors.js';

/** Characters of a region as detected (0: not detected) and as annotated. */
export interface RegionSizes {
  readonly detected: number;
  readonly actual: number;
}

/**
 * One page's term of the region accuracy (paper 002, eq. 4): (1 / k) Σ c / (|c − r| + c) over its k annotated
 * regions, c the detected and r the actual number of characters. A region that is not detected (c = 0) scores
 * 0. Undefined without regions.
 */
export function pageRegionAccuracy(regions: readonly RegionSizes[]): number | undefined {
  if (regions.length === 0) return undefined;
  let sum = 0;
  for (const { detected: c, actual: r } of regions) {
    if (!(c >= 0 && r > 0 && Number.isFinite(c + r))) {
      const message = `Expected an annotated region of at least one character and a detected one of none or more, got ${r} and ${c}.`;
      throw new LabError('bad-input', message);
    }
    sum += c === 0 ? 0 : c / (Math.abs(c - r) + c);
  }
  return sum / regions.length;
}
