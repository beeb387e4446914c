import type { Explanation, Extractor, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel } from '@webpith/lab/internals';
import { ModelReader } from '../../model-file.js';
import {
  ALL_FEATURES,
  type BlockMeasurements,
  blockReader,
  FEATURES,
  type Feature,
  featureRows,
  keptExtraction,
  lower,
  type PageBlocks,
  share,
  upper,
} from '../features.js';
import { keepByThresholds } from '../fitness.js';
import { readElements, thresholdFindings } from '../model.js';
import type { ElementOptions } from '../text-blocks.js';

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

const APART = upper(
  'apart',
  'elements around the longest block that do not contain it',
  ({ apart }) => apart,
);

export const FEATURE_SETS = {
  paper: FEATURES,
  more: ALL_FEATURES,
  relative: [...FEATURES, ...RELATIVE],
  named: [...FEATURES, ...RELATIVE, NAMES],
  around: [...FEATURES, ...RELATIVE, NAMES, APART],
} as const satisfies Record<string, readonly Feature[]>;

export type FeatureSet = keyof typeof FEATURE_SETS;

export interface PlusModel extends Panel {
  readonly elements: ElementOptions;
  readonly card: ModelCard;
}

const METHOD = 'swarm-plus';
const reader = new ModelReader(METHOD);

export function plusToJSON({ elements, features, particles, votes, card }: PlusModel): MethodModel {
  const named = particles.map(({ thresholds, runs }) => ({
    thresholds: Object.fromEntries(FEATURE_SETS[features].map(({ name }, i) => [name, thresholds[i]!])),
    runs,
  }));
  return methodModel(METHOD, { elements, features, particles: named, votes }, card);
}

export function plusFromJSON(json: unknown): PlusModel {
  const { weights, card } = reader.file(json);
  const { elements, features, particles, votes } = weights;
  if (typeof features !== 'string' || !Object.hasOwn(FEATURE_SETS, features))
    return reader.refuse(`features of ${Object.keys(FEATURE_SETS).join(', ')}`, String(features));
  if (!Array.isArray(particles)) return reader.refuse('a list of “particles”', typeof particles);
  const set = features as FeatureSet;
  return {
    elements: readElements(reader, elements),
    features: set,
    particles: particles.map(particle => readParticle(particle, set)),
    votes: reader.number(votes, '“votes”'),
    card,
  };
}

function readParticle(json: unknown, features: FeatureSet): Particle {
  const { thresholds: given, runs } = reader.object(json, 'a particle');
  const named = reader.object(given, '“thresholds”');
  const thresholds = Float64Array.from(FEATURE_SETS[features], ({ name }) =>
    reader.number(named[name], `“${name}”`),
  );
  if (runs === undefined) return { thresholds };
  const { gap, least } = reader.object(runs, '“runs”');
  return { thresholds, runs: { gap: reader.number(gap, '“gap”'), least: reader.number(least, '“least”') } };
}

export function plusExtractor(model: PlusModel): Extractor {
  const read = blockReader(model.elements);
  return {
    name: METHOD,
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByVotes(pageFeatures(own.measurements, model.features), model, keep);
      return keptExtraction(own, keep);
    },
    explain(page) {
      const own = read(page);
      return explainVotes(own, model);
    },
  };
}

/** The blocks by the thresholds of the particle that keeps them, or else of the first one. */
function explainVotes(page: PageBlocks, panel: Panel): Explanation {
  const { features: set, particles, votes } = panel;
  const features = FEATURE_SETS[set];
  const measured = pageFeatures(page.measurements, set);
  const kept = new Uint8Array(page.blocks.length);
  keepByVotes(measured, panel, kept);
  const each = particles.map(particle => {
    const own = new Uint8Array(kept.length);
    keepByParticle(measured, set, particle, own);
    return { own, findings: thresholdFindings(page, measured.rows, features, particle.thresholds) };
  });
  const findings = page.blocks.map((_, block) => {
    const cast = each.filter(({ own }) => own[block] === 1);
    const finding = (cast[0] ?? each[0])!.findings[block]!;
    const reason =
      finding.kept && cast.length === 0 ? 'is in a run too short for an article' : finding.reason;
    const ballot = particles.length === 1 ? '' : ` (kept by ${cast.length} of ${particles.length} particles)`;
    return { ...finding, kept: kept[block] === 1, reason: `${reason}${ballot}` };
  });
  const extra = features.length - FEATURES.length;
  const rule =
    particles.length === 1 ? 'one particle' : `${votes} of ${particles.length} particles must keep a block`;
  return { notes: [`the eight features and ${extra} more; ${rule}`], findings };
}
