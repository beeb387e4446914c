import type { BlockFacts } from '../features.js';
import { featureRows } from '../features.js';
import { keepByThresholds } from '../thresholds.js';
import { FEATURE_SETS, type FeatureSet } from './features.js';

/** Rule for runs of kept blocks: an article is roughly one range of its page. */
export interface RunRule {
  /** Maximum number of dropped blocks within a run. */
  readonly gap: number;
  /** Minimum number of words of a run, as a share of the longest run's. */
  readonly least: number;
}

export interface Particle {
  readonly thresholds: ArrayLike<number>;
  readonly runs?: RunRule;
}

export interface Panel {
  readonly features: FeatureSet;
  readonly particles: readonly Particle[];
  /** Minimum number of particles that keep a block: 1 is a disjunction, more than half a majority vote. */
  readonly votes: number;
}

export interface SeenPage {
  readonly rows: Float64Array;
  readonly words: ArrayLike<number>;
}

export function seenPage(facts: readonly BlockFacts[], features: FeatureSet): SeenPage {
  return { rows: featureRows(facts, FEATURE_SETS[features]), words: facts.map(({ words }) => words) };
}

/** Marks the blocks that one particle keeps. */
export function keepByParticle(
  { rows, words }: SeenPage,
  features: FeatureSet,
  { thresholds, runs }: Particle,
  keep: Uint8Array,
): void {
  keepByThresholds(rows, FEATURE_SETS[features], thresholds, keep);
  if (runs) dropShortRuns(words, runs, keep);
}

/** Marks the blocks that at least `votes` particles keep. */
export function keepByVotes(page: SeenPage, { features, particles, votes }: Panel, keep: Uint8Array): void {
  const own = new Uint8Array(keep.length);
  const cast = new Uint8Array(keep.length);
  for (const particle of particles) {
    keepByParticle(page, features, particle, own);
    for (let block = 0; block < keep.length; block++) cast[block]! += own[block]!;
  }
  for (let block = 0; block < keep.length; block++) keep[block] = cast[block]! >= votes ? 1 : 0;
}

/** Drops runs that are short relative to the longest: teasers, comments, other stories. */
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
