import type { BlockFacts } from '../features.js';
import { featureRows } from '../features.js';
import { keepByThresholds } from '../thresholds.js';
import { FEATURE_SETS, type FeatureSet } from './features.js';

/** What is asked of runs of blocks that are kept: an article is one range of its page, or nearly. */
export interface RunRule {
  /** Most blocks that may be dropped inside a run. */
  readonly gap: number;
  /** Least words of a run, as a share of those of the longest. */
  readonly least: number;
}

/** One particle: a threshold a feature, and what is asked of runs where anything is. */
export interface Particle {
  readonly thresholds: ArrayLike<number>;
  readonly runs?: RunRule;
}

/** Particles that decide together. */
export interface Panel {
  readonly features: FeatureSet;
  readonly particles: readonly Particle[];
  /** So many of them must keep a block: one, and it is a disjunction; more than half, and it is a vote. */
  readonly votes: number;
}

/** The blocks of a page as particles see them. */
export interface SeenPage {
  readonly rows: Float64Array;
  readonly words: ArrayLike<number>;
}

/** A page's blocks with the features of a set. */
export function seenPage(facts: readonly BlockFacts[], features: FeatureSet): SeenPage {
  return { rows: featureRows(facts, FEATURE_SETS[features]), words: facts.map(({ words }) => words) };
}

/** Marks in `keep` the blocks that one particle keeps. */
export function keepByParticle(
  { rows, words }: SeenPage,
  features: FeatureSet,
  { thresholds, runs }: Particle,
  keep: Uint8Array,
): void {
  keepByThresholds(rows, FEATURE_SETS[features], thresholds, keep);
  if (runs) dropShortRuns(words, runs, keep);
}

/** Marks in `keep` the blocks that enough of the particles keep. */
export function keepByVotes(page: SeenPage, { features, particles, votes }: Panel, keep: Uint8Array): void {
  const own = new Uint8Array(keep.length);
  const cast = new Uint8Array(keep.length);
  for (const particle of particles) {
    keepByParticle(page, features, particle, own);
    for (let block = 0; block < keep.length; block++) cast[block]! += own[block]!;
  }
  for (let block = 0; block < keep.length; block++) keep[block] = cast[block]! >= votes ? 1 : 0;
}

/** Drops the runs of kept blocks that are short beside the longest of the page: teasers, comments, other stories. */
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
