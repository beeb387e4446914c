/** Slack of the first band as a share of the text: most extractions differ from gold by less. */
const FIRST_SLACK = 1 / 16;
const SMALLEST_SLACK = 256;

/**
 * Computes a distance between a pattern and a shorter or equal text near the diagonal of the table (Ukkonen
 * 1985). An alignment of distance d deletes and inserts at most d symbols, so it stays at most (d + excess) /
 * 2 rows ahead of the column and (d − excess) / 2 behind, where excess is the difference in length.
 * `distanceWithin` returns the best distance inside a band, an upper bound; if it fits the band, no better
 * one lies outside. Otherwise the band is widened.
 */
export function inWideningBand(
  patternLength: number,
  textLength: number,
  distanceWithin: (behind: number, ahead: number) => number,
): number {
  const excess = patternLength - textLength;
  let bound = excess + Math.max(SMALLEST_SLACK, Math.ceil(textLength * FIRST_SLACK));
  for (;;) {
    const distance = distanceWithin((bound - excess) >> 1, (bound + excess) >> 1);
    if (distance <= bound) return distance;
    bound = Math.min(distance, bound * 4);
  }
}
