import {
  ALL_FEATURES,
  type BlockMeasurements,
  FEATURES,
  type Feature,
  featureRows,
  lower,
  share,
  upper,
} from '../features.js';
import { keepByThresholds } from '../thresholds.js';

/** Drops short runs of kept blocks, because an article is roughly one range of its page. */
interface RunRule {
  /** Maximum number of consecutive dropped blocks within a run. */
  readonly gap: number;
  /** Minimum number of words of a run, as a share of the longest run's. */
  readonly least: number;
}

export interface Particle {
  readonly thresholds: ArrayLike<number>;
  readonly runs?: RunRule | undefined;
}

export interface Panel {
  readonly features: FeatureSet;
  readonly particles: readonly Particle[];
  /** Minimum number of particles that must keep a block. */
  readonly votes: number;
}

interface PageFeatures {
  readonly rows: Float64Array;
  readonly words: ArrayLike<number>;
}

export function pageFeatures(measurements: readonly BlockMeasurements[], features: FeatureSet): PageFeatures {
  return {
    rows: featureRows(measurements, FEATURE_SETS[features]),
    words: measurements.map(({ words }) => words),
  };
}

export function keepByParticle(
  { rows, words }: PageFeatures,
  features: FeatureSet,
  { thresholds, runs }: Particle,
  keep: Uint8Array,
): void {
  keepByThresholds(rows, FEATURE_SETS[features], thresholds, keep);
  if (runs) dropShortRuns(words, runs, keep);
}

export function keepByVotes(
  page: PageFeatures,
  { features, particles, votes }: Panel,
  keep: Uint8Array,
): void {
  const own = new Uint8Array(keep.length);
  const cast = new Uint8Array(keep.length);
  for (const particle of particles) {
    keepByParticle(page, features, particle, own);
    for (let block = 0; block < keep.length; block++) cast[block]! += own[block]!;
  }
  for (let block = 0; block < keep.length; block++) keep[block] = cast[block]! >= votes ? 1 : 0;
}

export function dropShortRuns(words: ArrayLike<number>, { gap, least }: RunRule, keep: Uint8Array): void {
  const runs: { first: number; end: number; words: number }[] = [];
  for (let block = 0; block < keep.length; block++) {
    if (keep[block] === 0) continue;
    const last = runs.at(-1);
    if (last && block - last.end <= gap) {
      last.end = block + 1;
      last.words += words[block]!;
    } else runs.push({ first: block, end: block + 1, words: words[block]! });
  }
  const most = runs.reduce((top, run) => Math.max(top, run.words), 0);
  for (const run of runs) if (run.words < least * most) keep.fill(0, run.first, run.end);
}

const RELATIVE: readonly Feature[] = [
  lower('words-of-most', 'words, over those of the longest block', ({ words }, { page }) =>
    share(words, page.words),
  ),
  lower(
    'plain-words-of-most',
    'words outside anchors, over the most of a block',
    ({ words, linkedWords }, { page }) => share(words - linkedWords, page.plainWords),
  ),
  lower('sentences-of-most', 'sentences, over the most of a block', ({ sentences }, { page }) =>
    share(sentences, page.sentences),
  ),
  lower('stop-words-of-most', 'stop words, over the most of a block', ({ stopWords }, { page }) =>
    share(stopWords, page.stopWords),
  ),
  upper('distance', 'share of the page between it and the longest block', (_, { position, page }) =>
    Math.abs(position - page.longestAt),
  ),
];

const NAMES = upper(
  'named-noise',
  'elements around it that are named for noise',
  ({ namedNoise }) => namedNoise,
);

const APART = upper('apart', 'elements around the longest block that do not hold it', ({ apart }) => apart);

export const FEATURE_SETS = {
  paper: FEATURES,
  more: ALL_FEATURES,
  relative: [...FEATURES, ...RELATIVE],
  named: [...FEATURES, ...RELATIVE, NAMES],
  around: [...FEATURES, ...RELATIVE, NAMES, APART],
} as const satisfies Record<string, readonly Feature[]>;

export type FeatureSet = keyof typeof FEATURE_SETS;
