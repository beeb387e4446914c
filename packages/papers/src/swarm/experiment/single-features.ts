import { FEATURES, type Feature } from '../features.js';
import { thresholdRanges } from '../thresholds.js';
import { meanScore, type PreparedPage, withFeatures } from '../training-pages.js';

export interface ThresholdScore {
  readonly threshold: number;
  readonly score: number;
}

/** Figure 4 for one feature: scores of a classifier that uses only this feature. */
export interface SingleFeature {
  readonly feature: Feature;
  readonly scores: readonly ThresholdScore[];
  readonly best: ThresholdScore;
}

const POINTS = 60;

/** One classifier per feature, without the other seven (§4.3). */
export function singleFeatures(pages: readonly PreparedPage[]): SingleFeature[] {
  return FEATURES.map(feature => {
    const featured = withFeatures(pages, [feature]);
    const [range] = thresholdRanges(featured, [feature]);
    const score = meanScore(featured, [feature]);
    const scores = thresholdGrid(feature, range!).map(threshold => ({
      threshold,
      score: score([threshold]),
    }));
    return { feature, scores, best: scores.reduce((best, own) => (own.score > best.score ? own : best)) };
  });
}

/** Even steps over the range of a feature; whole numbers up to twenty for the number of sentences. */
function thresholdGrid({ name }: Feature, range: number): number[] {
  if (name === 'sentences') return Array.from({ length: 21 }, (_, i) => i);
  const points = range === 0 ? 0 : POINTS;
  return Array.from({ length: points + 1 }, (_, i) => (i * range) / POINTS);
}
