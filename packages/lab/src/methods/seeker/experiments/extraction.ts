import { foldCorpus } from '../../../corpora/split.js';
import { PAPER_CHOICE } from '../choose.js';
import { findSegments } from '../classify.js';
import { CONFIGURATIONS, type ConfigurationName, extractText } from '../configurations.js';
import { GENRES, type Genre } from '../corpus-genres.js';
import { TASKS, type Task } from '../dataset.js';
import { pageGenre } from '../extractor.js';
import type { SegmentedPage } from '../features.js';
import { fitGenre, fitGenreClassifier, type TrainedGenre, trainGenre } from '../train.js';
import { segmentedAnew, type TrainingPage } from '../training-pages.js';
import { type ScoreRow, scoreText } from './scores.js';

/** Folds of sites, over all genres at once: no model of any genre has seen a site that it is judged on. */
export const FOLDS = 4;

/** What one fold learnt. */
interface FoldModels {
  readonly trained: Readonly<Record<Genre, TrainedGenre>>;
  /** The paper's settings throughout: C4.5, ten features, all segments. */
  readonly paper: Readonly<Record<Genre, TrainedGenre>>;
  readonly genre: ReturnType<typeof fitGenreClassifier>;
}

/** What the extraction experiment gives. */
export interface Extracted {
  readonly rows: readonly ScoreRow[];
  /** Genre told for each judged page. */
  readonly told: readonly { readonly page: string; readonly genre: Genre; readonly told: Genre }[];
  /** How the segments of each judged page were come by, two phases. */
  readonly foundBy: readonly { readonly genre: Genre; readonly by: string }[];
  /** What was chosen, a fold and genre. */
  readonly choices: readonly {
    readonly fold: number;
    readonly genre: Genre;
    readonly choice: TrainedGenre['choice'];
  }[];
}

const ALL_TASKS = Object.keys(TASKS) as Task[];

/** Extracts the judged pages of one fold with models that have not seen their sites. */
export function extractFold(
  pages: readonly TrainingPage[],
  judged: readonly TrainingPage[],
  fold: number,
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Extracted {
  const out: Writable<Extracted> = { rows: [], told: [], foundBy: [], choices: [] };
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
  for (const genre of GENRES) out.choices.push({ fold, genre, choice: models.trained[genre].choice });
  for (const page of judged.filter(({ id }) => testIds.has(id))) judgePage(page, models, out);
  return out;
}

/** The folds together. */
export function joinFolds(folds: readonly Extracted[]): Extracted {
  return {
    rows: folds.flatMap(fold => fold.rows),
    told: folds.flatMap(fold => fold.told),
    foundBy: folds.flatMap(fold => fold.foundBy),
    choices: folds.flatMap(fold => fold.choices),
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };

function fitFold(train: readonly TrainingPage[], onStep: (i: number, of: number) => void): FoldModels {
  const each = (make: (own: readonly TrainingPage[], genre: Genre) => TrainedGenre) =>
    Object.fromEntries(
      GENRES.map((genre, i) => {
        onStep(i, GENRES.length);
        return [
          genre,
          make(
            train.filter(page => page.genre === genre),
            genre,
          ),
        ];
      }),
    ) as Record<Genre, TrainedGenre>;
  return {
    trained: each((own, genre) => trainGenre(own, genre, ALL_TASKS)),
    paper: each(own => ({ choice: PAPER_CHOICE, classifiers: fitGenre(own, PAPER_CHOICE.fit, ALL_TASKS) })),
    genre: fitGenreClassifier(train),
  };
}

function judgePage(page: TrainingPage, models: FoldModels, out: Writable<Extracted>): void {
  const segmented = segmentedAnew(page);
  const text = (name: ConfigurationName, { classifiers, choice }: TrainedGenre) => {
    const configuration = CONFIGURATIONS[name];
    return extractText(segmented, classifiers, configuration, choice.options[configuration.heuristic]);
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
  judgeGenre(page, segmented, models, out, text);
}

/** Configurations that are also run with the paper's settings throughout. */
export const PAPER_CONFIGURATIONS: Readonly<Record<Genre, readonly ConfigurationName[]>> = {
  news: ['CS+plain', 'CS+LBS', 'CS+1+LBS'],
  blog: ['CS+plain', 'CS+LBS', 'CS+1+LBS'],
  forum: ['CS+TP', 'CS+1+TP', 'CS+LBS'],
};

/** Configurations that the paper runs on a genre: no pattern on news and blogs; all on forums. */
export function configurationsOf(genre: Genre): ConfigurationName[] {
  const all = Object.keys(CONFIGURATIONS) as ConfigurationName[];
  return genre === 'forum' ? all : all.filter(name => !/TP|RP/.test(name));
}

/** The configuration that a genre is about. */
export function crossConfiguration(genre: Genre): ConfigurationName {
  return genre === 'forum' ? 'CS+RP' : 'CS+LBS';
}

/** The whole method as it is shipped: the genre told by the page. */
function judgeGenre(
  page: TrainingPage,
  segmented: SegmentedPage,
  models: FoldModels,
  out: Writable<Extracted>,
  text: (name: ConfigurationName, trained: TrainedGenre) => string,
): void {
  const told = pageGenre({ genre: models.genre }, segmented, page.url);
  out.told.push({ page: page.id, genre: page.genre, told });
  out.rows.push(scoreText(page, 'seeker', text(crossConfiguration(told), models.trained[told])));
}
