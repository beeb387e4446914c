import { foldCorpus } from '@webpith/lab';
import { fromOverlap, type PrecisionRecall } from '@webpith/lab/internals';
import { TAG } from 'webpith/stages';
import { findSegments, type GenreClassifiers, type Nested, type Phases } from './classify.js';
import {
  HEURISTICS,
  type HeuristicName,
  type HeuristicOptions,
  optionGrid,
  PAPER_OPTIONS,
} from './configurations.js';
import type { Genre } from './corpus-genres.js';
import type { SegmentedPage } from './features.js';
import { type FitOptions, PAPER_FIT } from './fit.js';
import { contentOf, segmentedAnew, type TrainingPage } from './training-pages.js';

/** A way that was chosen: how to fit, and each heuristic's options. */
export interface Way {
  readonly fit: FitOptions;
  readonly options: Readonly<Record<HeuristicName, HeuristicOptions>>;
  /** Mean F1 of kept text on the sites that were held back for choosing, by heuristic; absent where none were. */
  readonly f1?: Readonly<Partial<Record<HeuristicName, number>>>;
}

/** The way of all that is best for the genre's heuristic: what is shipped. */
export interface BestWay extends Way {
  readonly phases: Phases;
  /** Whether it learns from the pages of news and of blogs together. */
  readonly pooled: boolean;
}

/** What is chosen on training sites: for two phases and for one, and the best of all. */
export interface Choice extends Readonly<Record<Phases, Way>> {
  readonly best: BestWay;
}

/** The heuristic that a genre is about (§4.2): its F1 decides between ways to fit. */
export const HEADLINE: Readonly<Record<Genre, HeuristicName>> = { news: 'LBS', blog: 'LBS', forum: 'RP' };

/** The genre whose pages may be learned from as well. */
export const SIBLING: Readonly<Partial<Record<Genre, Genre>>> = { news: 'blog', blog: 'news' };

/** Ways to fit that are tried: the paper's, and the forest that §6.4 finds as good or better. */
const FITS: readonly FitOptions[] = [
  PAPER_FIT,
  { algorithm: 'forest', algorithmOptions: { trees: 20, minimumLeaf: 3 }, features: 0, cost: 1 },
];

/** Options for folders too small to choose on: those that were chosen most often in the experiments. */
const SMALL: HeuristicOptions = {
  ...PAPER_OPTIONS,
  nested: 'likeliest',
  reach: 'inline',
  keep: 0.25,
  inside: 0.3,
};

/** The same options for all heuristics, two phases and one. */
function choiceOf(options: HeuristicOptions): Choice {
  const way: Way = {
    fit: PAPER_FIT,
    options: { plain: options, LBS: options, SLS: options, TP: options, RP: options },
  };
  return { two: way, single: way, best: { ...way, phases: 'two', pooled: false } };
}

export const SMALL_CHOICE: Choice = choiceOf(SMALL);

/** The paper's own settings throughout. */
export const PAPER_CHOICE: Choice = choiceOf(PAPER_OPTIONS);

/** Fewest sites to choose on. */
const FEWEST_SITES = 8;
/** Sites are dealt out to so many parts; each is held back once. */
const PARTS = 3;

/** Fits the classifiers of all tasks. */
type Fit = (pages: readonly TrainingPage[], options: FitOptions) => GenreClassifiers;

/**
 * Chooses among all ways to fit and all options by text kept rightly, on sites held back from the training pages and
 * no others: of options whose F1 is close to the best, the one with the best precision. Both are by characters of text
 * nodes whose block is content: the measure of §5.2 without its alignment. \`siblings\` are pages of the like genre.
 */
export function choose(
  pages: readonly TrainingPage[],
  siblings: readonly TrainingPage[],
  genre: Genre,
  fit: Fit,
): Choice {
  const usable = pages.filter(page => page.instances);
  if (new Set(usable.map(page => page.site)).size < FEWEST_SITES) return SMALL_CHOICE;
  const others = siblings.filter(page => page.instances);
  const tried = candidateWays(genre, others.length > 0);
  for (const { test } of foldCorpus(usable, { folds: PARTS, seed: 1 })) {
    const held = new Set(test);
    const judged = usable.filter(({ id }) => held.has(id));
    const sites = new Set(judged.map(({ site }) => site));
    const own = usable.filter(({ id }) => !held.has(id));
    // A site that is held back is held back whatever the genre of its other pages.
    const all = [...own, ...others.filter(({ site }) => !sites.has(site))];
    judge(judged, tried, ({ pooled, fit: options }) => fit(pooled ? all : own, options));
  }
  return bestWays(tried, HEADLINE[genre]);
}

/** A way that is tried, with what each option came to. */
interface Candidate {
  readonly fit: FitOptions;
  readonly pooled: boolean;
  readonly phases: Phases;
  readonly totals: Totals;
}

function candidateWays(genre: Genre, hasSiblings: boolean): Candidate[] {
  const pools = SIBLING[genre] && hasSiblings ? [false, true] : [false];
  return pools.flatMap(pooled =>
    // Pooled pages are tried for what is shipped alone, and by the forest, which every fold prefers on news and blogs.
    (pooled ? FITS.slice(1) : FITS).flatMap(fit =>
      (['two', 'single'] as const).map(phases => {
        const names = pooled ? [HEADLINE[genre]] : CHOSEN[genre];
        return { fit, pooled, phases, totals: newTotals(names) };
      }),
    ),
  );
}

/** Adds what every way and option is worth on pages that its classifiers have not seen. */
function judge(
  pages: readonly TrainingPage[],
  tried: readonly Candidate[],
  fit: (way: Candidate) => GenreClassifiers,
): void {
  const known = new Map<string, GenreClassifiers>();
  const models = tried.map(way => {
    const key = `${way.pooled} ${FITS.indexOf(way.fit)}`;
    const fitted = known.get(key) ?? fit(way);
    known.set(key, fitted);
    return fitted;
  });
  for (const page of pages) {
    const segmented = segmentedAnew(page);
    const content = contentOf(page, segmented);
    if (!content) continue;
    tried.forEach(({ phases, totals }, i) => {
      addPage(segmented, content, models[i]!, phases, totals);
    });
  }
}

function bestWays(tried: readonly Candidate[], headline: HeuristicName): Choice {
  const ways = tried.map(({ totals, ...way }) => ({ ...way, ...bestOf(totals) }));
  const bestAmong = (some: typeof ways) =>
    some.reduce((best, way) => (way.f1[headline]! > best.f1[headline]! ? way : best));
  const own = (phases: Phases): Way => {
    const { fit, options, f1 } = bestAmong(ways.filter(way => !way.pooled && way.phases === phases));
    return { fit, options, f1 };
  };
  return { two: own('two'), single: own('single'), best: bestAmong(ways) };
}

/** Options of a heuristic with the sums of F1 and precision over pages. */
interface Tried {
  readonly grid: readonly HeuristicOptions[];
  readonly f1: Float64Array;
  readonly precision: Float64Array;
  pages: number;
}
type Totals = Readonly<Partial<Record<HeuristicName, Tried>>>;

/** Patterns are for forums (§4.2); elsewhere they are not chosen. */
const CHOSEN: Readonly<Record<Genre, readonly HeuristicName[]>> = {
  news: ['plain', 'LBS', 'SLS'],
  blog: ['plain', 'LBS', 'SLS'],
  forum: ['plain', 'LBS', 'SLS', 'TP', 'RP'],
};

function newTotals(names: readonly HeuristicName[]): Totals {
  const entries = names.map((name): [HeuristicName, Tried] => {
    const grid = optionGrid(name);
    const sums = () => new Float64Array(grid.length);
    return [name, { grid, f1: sums(), precision: sums(), pages: 0 }];
  });
  return Object.fromEntries(entries);
}

/** Adds what every option is worth on a page. */
function addPage(
  page: SegmentedPage,
  content: Uint8Array,
  models: GenreClassifiers,
  phases: Phases,
  totals: Totals,
): void {
  const found = (['all', 'likeliest'] as const).map(
    nested => [nested, findSegments(page, models, phases, nested).nodes] as const,
  );
  const segments = Object.fromEntries(found) as Record<Nested, readonly number[]>;
  for (const [name, tried] of Object.entries(totals) as [HeuristicName, Tried][]) {
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

/** F1 given up for precision at most, in choosing: the paper wants the heuristics for their precision (§6.5, §6.8). */
const GIVEN_UP = 0.01;

function bestOf(totals: Totals): Pick<Required<Way>, 'options' | 'f1'> {
  const options = { ...SMALL_CHOICE.two.options };
  const means: Partial<Record<HeuristicName, number>> = {};
  for (const [name, { grid, f1, precision, pages }] of Object.entries(totals) as [HeuristicName, Tried][]) {
    const least = f1.reduce((top, sum) => Math.max(top, sum), 0) - GIVEN_UP * pages;
    let best = -1;
    for (let i = 0; i < grid.length; i++) {
      if (f1[i]! >= least && (best < 0 || precision[i]! > precision[best]!)) best = i;
    }
    options[name] = grid[best]!;
    means[name] = f1[best]! / Math.max(1, pages);
  }
  return { options, f1: means };
}

/** Precision, recall and F1 of kept text against content, in characters of visible text nodes. */
function keptScores({ tree, sums }: SegmentedPage, content: Uint8Array, kept: Uint8Array): PrecisionRecall {
  let both = 0;
  let wanted = 0;
  let got = 0;
  for (let node = 1; node < tree.count; node++) {
    const length = tree.tag[node] === TAG['#text'] ? sums.textLength[node]! : 0;
    if (content[node]) wanted += length;
    if (kept[node]) got += length;
    if (content[node] && kept[node]) both += length;
  }
  return fromOverlap(both, wanted, got);
}
