import { foldCorpus } from '@webpith/lab';
import { HEADLINE, PAPER_CHOICE } from '../choose.js';
import { findSegments } from '../classify.js';
import { CONFIGURATIONS, type ConfigurationName, extractText } from '../configurations.js';
import { GENRES, type Genre } from '../corpus-genres.js';
import { TASKS, type Task } from '../dataset.js';
import { pageGenre } from '../extractor.js';
import type { SegmentedPage } from '../features.js';
import { PAPER_FIT } from '../fit.js';
import { bestConfiguration, fitGenre, fitGenreClassifier, type TrainedGenre, trainGenre } from '../train.js';
import { segmentedAnew, type TrainingPage } from '../training-pages.js';
import { type ScoreRow, scoreText } from './scores.js';

/** Folds of sites over all genres, so that no model has seen a site it is evaluated on. */
export const FOLDS = 4;

interface FoldModels {
  readonly trained: Readonly<Record<Genre, TrainedGenre>>;
  /** Training time. */
  readonly milliseconds: number;
  /** With the paper's settings: C4.5, ten features, all segments. */
  readonly paper: Readonly<Record<Genre, TrainedGenre>>;
  readonly genre: ReturnType<typeof fitGenreClassifier>;
}

export interface Extracted {
  readonly rows: readonly ScoreRow[];
  /** Predicted genre of each evaluated page. */
  readonly told: readonly { readonly page: string; readonly genre: Genre; readonly told: Genre }[];
  /** How the segments of each evaluated page were found, with two phases. */
  readonly foundBy: readonly { readonly genre: Genre; readonly by: string }[];
  /** Training time per fold, in milliseconds. */
  readonly training: readonly number[];
  readonly choices: readonly {
    readonly fold: number;
    readonly genre: Genre;
    readonly choice: TrainedGenre['choice'];
  }[];
}

/** Extracts the evaluated pages of one fold with models that have not seen their sites. */
export function extractFold(
  pages: readonly TrainingPage[],
  judged: readonly TrainingPage[],
  fold: number,
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Extracted {
  const out: Writable<Extracted> = { rows: [], told: [], foundBy: [], training: [], choices: [] };
  const { train, test } = foldCorpus(pages, { folds: FOLDS, seed: 1 })[fold]!;
  const trainIds = new Set(train);
  const testIds = new Set(test);
  const models = fitFold(
    pages.filter(page => trainIds.has(page.id)),
    (i, of) => {
      signal?.throwIfAborted();
      onShare((fold + (0.7 * i) / of) / FOLDS);
    },
  );
  out.training.push(models.milliseconds);
  for (const genre of GENRES) out.choices.push({ fold, genre, choice: models.trained[genre].choice });
  for (const page of judged.filter(({ id }) => testIds.has(id))) judgePage(page, models, out);
  return out;
}

export function joinFolds(folds: readonly Extracted[]): Extracted {
  return {
    rows: folds.flatMap(fold => fold.rows),
    told: folds.flatMap(fold => fold.told),
    foundBy: folds.flatMap(fold => fold.foundBy),
    training: folds.flatMap(fold => fold.training),
    choices: folds.flatMap(fold => fold.choices),
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

function fitFold(train: readonly TrainingPage[], onStep: (i: number, of: number) => void): FoldModels {
  const each = (make: (genre: Genre) => TrainedGenre) =>
    Object.fromEntries(
      GENRES.map((genre, i) => {
        onStep(i, GENRES.length);
        return [genre, make(genre)];
      }),
    ) as Record<Genre, TrainedGenre>;
  const began = performance.now();
  const trained = each(genre => trainGenre(train, genre));
  return {
    trained,
    milliseconds: performance.now() - began,
    paper: each(genre => paperGenre(train.filter(page => page.genre === genre))),
    genre: fitGenreClassifier(train),
  };
}

function paperGenre(pages: readonly TrainingPage[]): TrainedGenre {
  const classifiers = fitGenre(pages, PAPER_FIT, Object.keys(TASKS) as Task[]);
  return { choice: PAPER_CHOICE, classifiers, best: classifiers };
}

function judgePage(page: TrainingPage, models: FoldModels, out: Writable<Extracted>): void {
  const segmented = segmentedAnew(page);
  const text = (name: ConfigurationName, { classifiers, choice }: TrainedGenre) => {
    const { phases, heuristic } = CONFIGURATIONS[name];
    return extractText(segmented, classifiers, CONFIGURATIONS[name], choice[phases].options[heuristic]);
  };
  const add = (method: string, extracted: string) => out.rows.push(scoreText(page, method, extracted));
  const own = models.trained[page.genre];
  for (const name of configurationsOf(page.genre)) add(name, text(name, own));
  for (const name of PAPER_CONFIGURATIONS[page.genre]) {
    add(`${name}, as in the paper`, text(name, models.paper[page.genre]));
  }
  for (const genre of GENRES) {
    if (genre !== page.genre)
      add(
        `${crossConfiguration(page.genre)} with the ${genre} model`,
        text(crossConfiguration(page.genre), models.trained[genre]),
      );
  }
  out.foundBy.push({ genre: page.genre, by: findSegments(segmented, own.classifiers, 'two').by });
  const told = pageGenre({ genre: models.genre }, segmented, page.url);
  out.told.push({ page: page.id, genre: page.genre, told });
  add(SHIPPED, bestText(segmented, told, models.trained[told]));
  add(SHIPPED_KNOWN, bestText(segmented, page.genre, own));
}

/** The shipped method with predicted genre, and with known genre. */
export const SHIPPED = 'seeker';
export const SHIPPED_KNOWN = 'seeker, genre known';

function bestText(page: SegmentedPage, genre: Genre, { choice, best }: TrainedGenre): string {
  const configuration = CONFIGURATIONS[bestConfiguration(genre, choice)];
  return extractText(page, best, configuration, choice.best.options[HEADLINE[genre]]);
}

/** Configurations that are also run with the paper's settings. */
export const PAPER_CONFIGURATIONS: Readonly<Record<Genre, readonly ConfigurationName[]>> = {
  news: ['CS+plain', 'CS+LBS', 'CS+SLS', 'CS+1+LBS', 'CS+1+SLS'],
  blog: ['CS+plain', 'CS+LBS', 'CS+SLS', 'CS+1+LBS', 'CS+1+SLS'],
  forum: ['CS+TP', 'CS+1+TP', 'CS+LBS', 'CS+SLS'],
};

/** The paper's configurations for a genre: pattern heuristics on forums only. */
export function configurationsOf(genre: Genre): ConfigurationName[] {
  const all = Object.keys(CONFIGURATIONS) as ConfigurationName[];
  return genre === 'forum' ? all : all.filter(name => !/TP|RP/.test(name));
}

/** The main configuration of a genre. */
export function crossConfiguration(genre: Genre): ConfigurationName {
  return genre === 'forum' ? 'CS+RP' : 'CS+LBS';
}
