import { labelBlocks } from '@webpith/lab/internals';
import { type ClassifierModel, createClassifier, type Dataset, numericAttributes } from '@webpith/learn';
import { FEATURES, type Feature, featureRows } from '../features.js';
import { meanScore, type PreparedPage, thresholdRanges, withFeatures } from '../fitness.js';

interface ThresholdScore {
  readonly threshold: number;
  readonly score: number;
}

/** Figure 4 for one feature: scores of a classifier that uses no other. */
export interface SingleFeature {
  readonly feature: Feature;
  readonly scores: readonly ThresholdScore[];
  readonly best: ThresholdScore;
}

const POINTS = 60;

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

function thresholdGrid({ name }: Feature, range: number): number[] {
  if (name === 'sentences') return Array.from({ length: 21 }, (_, i) => i);
  const points = range === 0 ? 0 : POINTS;
  return Array.from({ length: points + 1 }, (_, i) => (i * range) / POINTS);
}

const CLASSES = ['noise', 'signal'] as const;
const SIGNAL = CLASSES.indexOf('signal');

const SIGNAL_SHARE = 0.5;

/**
 * Minimum number of blocks per branch. Mean scaled cosine over five folds of the training sites of `newspapers`, with
 * eight and with all features: 2 gives 0.825 and 0.820, 10 gives 0.832 and 0.830, 25 gives 0.836 and 0.826. Weighting
 * blocks by their words is worse throughout (0.78 to 0.82).
 */
const MINIMUM_INSTANCES = 10;

interface BlockTree {
  readonly features: readonly Feature[];
  readonly model: ClassifierModel;
}

/** The outlook of §4.4: a C4.5 tree instead of thresholds. Blocks are labelled by alignment with the gold text. */
export function learnTree(pages: readonly PreparedPage[], features: readonly Feature[]): BlockTree {
  const data = dataset(pages, features);
  return { features, model: createClassifier('c45', { minimumInstances: MINIMUM_INSTANCES }).fit(data) };
}

export function keepByTree(
  { features, model }: BlockTree,
  { measurements }: Pick<PreparedPage, 'measurements'>,
): Uint8Array {
  if (measurements.length === 0) return new Uint8Array(0);
  const data = featureRows(measurements, features);
  const classes = model.predict({ kind: 'dense', rows: measurements.length, columns: features.length, data });
  return Uint8Array.from(classes, label => (label === SIGNAL ? 1 : 0));
}

function dataset(pages: readonly PreparedPage[], features: readonly Feature[]): Dataset {
  const rows: number[] = [];
  const labels: number[] = [];
  for (const { blocks, measurements, page } of pages) {
    const { share } = labelBlocks({ texts: blocks.map(block => block.text) }, page);
    for (const value of featureRows(measurements, features)) rows.push(value);
    for (const own of share) labels.push(own >= SIGNAL_SHARE ? SIGNAL : 0);
  }
  return {
    attributes: numericAttributes(features.map(({ name }) => name)),
    x: { kind: 'dense', rows: labels.length, columns: features.length, data: Float64Array.from(rows) },
    y: Int32Array.from(labels),
    classes: CLASSES,
  };
}
