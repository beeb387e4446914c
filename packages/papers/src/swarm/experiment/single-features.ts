import { FEATURES, type Feature } from '../features.js';
import { thresholdRanges } from '../thresholds.js';
import { meanScore, type PreparedPage, withFeatures } from '../training-pages.js';

/** Score of one classifier at one threshold. */
export interface ThresholdScore {
  readonly threshold: number;
  readonly score: number;
}

/** Figure 4 for one feature: the classifier that asks nothing else, by threshold. */
export interface SingleFeature {
  readonly feature: Feature;
  readonly scores: readonly ThresholdScore[];
  readonly best: ThresholdScore;
}

/** Thresholds tried of each feature. */
const POINTS = 60;

/** One classifier a feature, the other seven set aside (§4.3). */
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

/** Even steps over the range of a feature; where it counts sentences, whole numbers up to twenty. */
function thresholdGrid({ name }: Feature, range: number): number[] {
  if (name === 'sentences') return Array.from({ length: 21 }, (_, i) => i);
  const points = range === 0 ? 0 : POINTS;
  return Array.from({ length: points + 1 }, (_, i) => (i * range) / POINTS);
}
