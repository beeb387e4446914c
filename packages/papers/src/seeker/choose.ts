import { foldCorpus } from '@webpith/lab';
import { fromOverlap, type PrecisionRecall } from '@webpith/lab/internals';
import { TAG } from 'webpith/stages';
import {
  findSegments,
  type GenreClassifiers,
  HEURISTICS,
  type HeuristicName,
  type HeuristicOptions,
  type Nested,
  optionGrid,
  PAPER_OPTIONS,
  type Phases,
} from './classify.js';
import { type FitOptions, PAPER_FIT } from './dataset.js';
import type { SegmentedPage } from './features.js';
import type { Genre } from './genres.js';
import { contentOf, segmentAgain, type TrainingPage } from './training-pages.js';

export interface Settings {
  readonly fit: FitOptions;
  readonly options: Readonly<Record<HeuristicName, HeuristicOptions>>;
  /** Mean F1 of the kept text on held-out sites, by heuristic; absent if there were too few sites. */
  readonly f1?: Readonly<Partial<Record<HeuristicName, number>>>;
}

interface BestSettings extends Settings {
  readonly phases: Phases;
  /** True if also fitted on pages of the related genre. */
  readonly pooled: boolean;
}

export interface Choice extends Readonly<Record<Phases, Settings>> {
  readonly best: BestSettings;
}

/** The main heuristic of each genre (§4.2); its F1 selects the fit options. */
export const HEADLINE: Readonly<Record<Genre, HeuristicName>> = { news: 'LBS', blog: 'LBS', forum: 'RP' };

export const SIBLING: Readonly<Partial<Record<Genre, Genre>>> = { news: 'blog', blog: 'news' };

/** The paper's options, and a forest, which §6.4 finds as good or better. */
const FITS: readonly FitOptions[] = [
  PAPER_FIT,
  { algorithm: 'forest', algorithmOptions: { trees: 20, minimumLeaf: 3 }, features: 0 },
];

const SMALL: HeuristicOptions = {
  ...PAPER_OPTIONS,
  nested: 'likeliest',
  reach: 'inline',
  keep: 0.25,
  inside: 0.3,
};

function choiceOf(options: HeuristicOptions): Choice {
  const settings: Settings = {
    fit: PAPER_FIT,
    options: { plain: options, LBS: options, SLS: options, TP: options, RP: options },
  };
  return { two: settings, single: settings, best: { ...settings, phases: 'two', pooled: false } };
}

export const SMALL_CHOICE: Choice = choiceOf(SMALL);

export const PAPER_CHOICE: Choice = choiceOf(PAPER_OPTIONS);

const MIN_SITES = 8;
const FOLDS = 3;

type Fit = (pages: readonly TrainingPage[], options: FitOptions) => GenreClassifiers;

/**
 * Chooses fit and heuristic options on held-out training sites: of the options whose F1 is close to the best, the one
 * with the highest precision. Scores count characters of text nodes, which is the measure of §5.2 without its
 * alignment. `siblings` are pages of the related genre.
 */
export function choose(
  pages: readonly TrainingPage[],
  siblings: readonly TrainingPage[],
  genre: Genre,
  fit: Fit,
): Choice {
  const usable = pages.filter(page => page.instances);
  if (new Set(usable.map(page => page.site)).size < MIN_SITES) return SMALL_CHOICE;
  const others = siblings.filter(page => page.instances);
  const tried = candidateSettings(genre, others.length > 0);
  for (const { test } of foldCorpus(usable, { folds: FOLDS, seed: 1 })) {
    const held = new Set(test);
    const heldOut = usable.filter(({ id }) => held.has(id));
    const sites = new Set(heldOut.map(({ site }) => site));
    const own = usable.filter(({ id }) => !held.has(id));
    const all = [...own, ...others.filter(({ site }) => !sites.has(site))];
    scoreCandidates(heldOut, tried, ({ pooled, fit: options }) => fit(pooled ? all : own, options));
  }
  return bestChoice(tried, HEADLINE[genre]);
}

interface Candidate {
  readonly fit: FitOptions;
  readonly pooled: boolean;
  readonly phases: Phases;
  readonly totals: Totals;
}

function candidateSettings(genre: Genre, hasSiblings: boolean): Candidate[] {
  const pools = SIBLING[genre] && hasSiblings ? [false, true] : [false];
  return pools.flatMap(pooled =>
    // Pooling with the related genre is tried only for the shipped model, and with the forest, which every fold prefers
    // on news and blogs.
    (pooled ? FITS.slice(1) : FITS).flatMap(fit =>
      (['two', 'single'] as const).map(phases => {
        const names = pooled ? [HEADLINE[genre]] : CHOSEN[genre];
        return { fit, pooled, phases, totals: newTotals(names) };
      }),
    ),
  );
}

function scoreCandidates(
  pages: readonly TrainingPage[],
  tried: readonly Candidate[],
  fit: (candidate: Candidate) => GenreClassifiers,
): void {
  const known = new Map<string, GenreClassifiers>();
  const models = tried.map(candidate => {
    const key = `${candidate.pooled} ${FITS.indexOf(candidate.fit)}`;
    const fitted = known.get(key) ?? fit(candidate);
    known.set(key, fitted);
    return fitted;
  });
  for (const page of pages) {
    const segmented = segmentAgain(page);
    const content = contentOf(page, segmented);
    if (!content) continue;
    tried.forEach(({ phases, totals }, i) => {
      addPage(segmented, content, models[i]!, phases, totals);
    });
  }
}

function bestChoice(tried: readonly Candidate[], headline: HeuristicName): Choice {
  const candidates = tried.map(({ totals, ...candidate }) => ({ ...candidate, ...bestOf(totals) }));
  const bestAmong = (some: typeof candidates) =>
    some.reduce((best, candidate) => (candidate.f1[headline]! > best.f1[headline]! ? candidate : best));
  const own = (phases: Phases): Settings => {
    const { fit, options, f1 } = bestAmong(
      candidates.filter(candidate => !candidate.pooled && candidate.phases === phases),
    );
    return { fit, options, f1 };
  };
  return { two: own('two'), single: own('single'), best: bestAmong(candidates) };
}

interface GridScores {
  readonly grid: readonly HeuristicOptions[];
  readonly f1: Float64Array;
  readonly precision: Float64Array;
  pages: number;
}
type Totals = Readonly<Partial<Record<HeuristicName, GridScores>>>;

/** The pattern heuristics are for forums only (§4.2). */
const CHOSEN: Readonly<Record<Genre, readonly HeuristicName[]>> = {
  news: ['plain', 'LBS', 'SLS'],
  blog: ['plain', 'LBS', 'SLS'],
  forum: ['plain', 'LBS', 'SLS', 'TP', 'RP'],
};

function newTotals(names: readonly HeuristicName[]): Totals {
  const entries = names.map((name): [HeuristicName, GridScores] => {
    const grid = optionGrid(name);
    const sums = () => new Float64Array(grid.length);
    return [name, { grid, f1: sums(), precision: sums(), pages: 0 }];
  });
  return Object.fromEntries(entries);
}

function addPage(
  page: SegmentedPage,
  content: Uint8Array,
  models: GenreClassifiers,
  phases: Phases,
  totals: Totals,
): void {
  const segments: Readonly<Record<Nested, readonly number[]>> = {
    all: findSegments(page, models, phases, 'all').nodes,
    likeliest: findSegments(page, models, phases, 'likeliest').nodes,
  };
  for (const [name, tried] of Object.entries(totals) as [HeuristicName, GridScores][]) {
    tried.pages++;
    tried.grid.forEach((options, i) => {
      const kept = new Uint8Array(page.tree.count);
      HEURISTICS[name].keep(page, segments[options.nested], options, kept);
      const { f1, precision } = keptScores(page, content, kept);
      tried.f1[i]! += f1;
      tried.precision[i]! += precision;
    });
  }
}

/** Maximum loss of F1 in favour of precision, the purpose of the heuristics (§6.5, §6.8). */
const MAX_F1_LOSS = 0.01;

function bestOf(totals: Totals): Pick<Required<Settings>, 'options' | 'f1'> {
  const options = { ...SMALL_CHOICE.two.options };
  const means: Partial<Record<HeuristicName, number>> = {};
  for (const [name, { grid, f1, precision, pages }] of Object.entries(totals) as [
    HeuristicName,
    GridScores,
  ][]) {
    const least = f1.reduce((top, sum) => Math.max(top, sum), 0) - MAX_F1_LOSS * pages;
    let best = -1;
    for (let i = 0; i < grid.length; i++) {
      if (f1[i]! >= least && (best < 0 || precision[i]! > precision[best]!)) best = i;
    }
    options[name] = grid[best]!;
    means[name] = f1[best]! / Math.max(1, pages);
  }
  return { options, f1: means };
}

function keptScores({ tree, sums }: SegmentedPage, content: Uint8Array, kept: Uint8Array): PrecisionRecall {
  let both = 0;
  let contentLength = 0;
  let keptLength = 0;
  for (let node = 1; node < tree.count; node++) {
    const length = tree.tag[node] === TAG['#text'] ? sums.textLength[node]! : 0;
    if (content[node]) contentLength += length;
    if (kept[node]) keptLength += length;
    if (content[node] && kept[node]) both += length;
  }
  return fromOverlap(both, contentLength, keptLength);
}
