import { foldCorpus } from '@webpith/lab';
import { characterLcs, type PrecisionRecall } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { baselines } from '../../classical/table.js';
import { HEADLINE, PAPER_CHOICE, SMALL_CHOICE } from '../choose.js';
import { findSegments } from '../classify.js';
import { CONFIGURATIONS, type ConfigurationName, extractText } from '../configurations.js';
import { fitTask, PAPER_FIT, type PageInstances, TASKS, type Task, taskDataset } from '../dataset.js';
import type { SegmentedPage } from '../features.js';
import { GENRES, type Genre } from '../genres.js';
import { pageGenre } from '../model.js';
import { bestConfiguration, fitGenre, fitGenreClassifier, type TrainedGenre, trainGenre } from '../train.js';
import { segmentAgain, type TrainingPage } from '../training-pages.js';

/** Folds of sites over all genres, so that no model has seen a site it is evaluated on. */
export const FOLDS = 4;

interface FoldModels {
  readonly trained: Readonly<Record<Genre, TrainedGenre>>;
  readonly milliseconds: number;
  /** With the paper's settings: C4.5, ten features, all segments. */
  readonly paper: Readonly<Record<Genre, TrainedGenre>>;
  readonly genre: ReturnType<typeof fitGenreClassifier>;
}

export interface Extracted {
  readonly rows: readonly ScoreRow[];
  /** Predicted genre of each evaluated page. */
  readonly genres: readonly { readonly page: string; readonly genre: Genre; readonly predicted: Genre }[];
  readonly foundBy: readonly { readonly genre: Genre; readonly by: string }[];
  readonly training: readonly number[];
  readonly choices: readonly {
    readonly fold: number;
    readonly genre: Genre;
    readonly choice: TrainedGenre['choice'];
  }[];
}

export function extractFold(
  pages: readonly TrainingPage[],
  evaluated: readonly TrainingPage[],
  fold: number,
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Extracted {
  const out: Writable<Extracted> = { rows: [], genres: [], foundBy: [], training: [], choices: [] };
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
  for (const page of evaluated.filter(({ id }) => testIds.has(id))) evaluatePage(page, models, out);
  return out;
}

export function joinFolds(folds: readonly Extracted[]): Extracted {
  return {
    rows: folds.flatMap(fold => fold.rows),
    genres: folds.flatMap(fold => fold.genres),
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

function evaluatePage(page: TrainingPage, models: FoldModels, out: Writable<Extracted>): void {
  const segmented = segmentAgain(page);
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
        `${mainConfiguration(page.genre)} with the ${genre} model`,
        text(mainConfiguration(page.genre), models.trained[genre]),
      );
  }
  out.foundBy.push({ genre: page.genre, by: findSegments(segmented, own.classifiers, 'two').by });
  const predicted = pageGenre({ genre: models.genre }, segmented, page.url);
  out.genres.push({ page: page.id, genre: page.genre, predicted });
  add(SHIPPED, bestText(segmented, predicted, models.trained[predicted]));
  add(SHIPPED_KNOWN, bestText(segmented, page.genre, own));
}

/** The shipped method with predicted genre, and with known genre. */
export const SHIPPED = 'seeker';
export const SHIPPED_KNOWN = 'seeker, genre known';

function bestText(page: SegmentedPage, genre: Genre, { choice, best }: TrainedGenre): string {
  const configuration = CONFIGURATIONS[bestConfiguration(genre, choice)];
  return extractText(page, best, configuration, choice.best.options[HEADLINE[genre]]);
}

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

export function mainConfiguration(genre: Genre): ConfigurationName {
  return genre === 'forum' ? 'CS+RP' : 'CS+LBS';
}

/** Numbers of labelled instances from the site itself (table 6.30). */
export const LABEL_COUNTS = [20, 40, 80, 110];

/** Minimum number of pages per site, and maximum number of labelled pages; the paper labelled five. */
const MIN_PAGES = 4;
const MAX_LABELLED = 5;

export function fewLabelsExperiment(pages: readonly TrainingPage[]): {
  readonly sites: number;
  readonly rows: ScoreRow[];
} {
  const sites = new Map<string, TrainingPage[]>();
  for (const page of pages) {
    if (page.instances) sites.set(page.site, [...(sites.get(page.site) ?? []), page]);
  }
  const large = [...sites.values()].filter(own => own.length >= MIN_PAGES);
  const rows = large.flatMap((own, site) => {
    const labelled = own.slice(0, Math.min(MAX_LABELLED, own.length >> 1));
    const evaluated = own.slice(labelled.length);
    return LABEL_COUNTS.flatMap(count => evaluateSite(labelled, evaluated, count, site + 1));
  });
  return { sites: large.length, rows };
}

function evaluateSite(
  labelled: readonly TrainingPage[],
  evaluated: readonly TrainingPage[],
  count: number,
  seed: number,
): ScoreRow[] {
  const drawn = drawInstances(
    labelled.map(page => page.instances!),
    count,
    seed,
  );
  const data = taskDataset(drawn, 'single');
  const hasBoth = data.y.includes(0) && data.y.includes(1);
  return evaluated.map(page => {
    const name: ConfigurationName = page.genre === 'forum' ? 'CS+1+RP' : 'CS+1+LBS';
    const configuration = CONFIGURATIONS[name];
    // A single class cannot be learned from; the text is empty.
    const text = hasBoth
      ? extractText(
          segmentAgain(page),
          { single: fitTask(data, { ...PAPER_FIT, features: 0 }) },
          configuration,
          SMALL_CHOICE.single.options[configuration.heuristic],
        )
      : '';
    return scoreText(page, String(count), text);
  });
}

/** Samples instances; smaller samples are subsets of larger ones. */
function drawInstances(pages: readonly PageInstances[], count: number, seed: number): PageInstances[] {
  const all = pages.flatMap((page, p) => page.labels.map((_, row) => ({ p, row })));
  const drawn = seededRandom(seed).shuffle(all).slice(0, count);
  return drawn.map(({ p, row }) => {
    const { group, labels, attributes, rows } = pages[p]!;
    const columns = attributes.length;
    const own = rows.slice(row * columns, (row + 1) * columns);
    return { group, labels: [labels[row]!], attributes, rows: own };
  });
}

/** Scores of every classical extractor; they are not trained, so no pages are held out. */
export async function scoreClassical(
  pages: readonly TrainingPage[],
  onShare: (share: number) => void,
  signal?: AbortSignal,
): Promise<ScoreRow[]> {
  const extractors = Object.values(baselines).map(baseline => baseline.create());
  const rows: ScoreRow[] = [];
  for (const [i, page] of pages.entries()) {
    onShare(i / pages.length);
    signal?.throwIfAborted();
    for (const extractor of extractors) {
      const { text } = await extractor.extract(page.page);
      rows.push(scoreText(page, extractor.name, text));
    }
  }
  return rows;
}

/** Scores of one method on one page, by the measure of §5.2. */
export interface ScoreRow extends PrecisionRecall {
  readonly page: string;
  readonly genre: Genre;
  readonly corpus: string;
  readonly method: string;
}

export function scoreText(page: TrainingPage, method: string, text: string): ScoreRow {
  const { id, genre, corpus } = page;
  return { page: id, genre, corpus, method, ...characterLcs(page.page.text ?? '', text) };
}

export function pagesWithGold(pages: readonly TrainingPage[]): TrainingPage[] {
  return pages.filter(page => page.page.text?.trim());
}
