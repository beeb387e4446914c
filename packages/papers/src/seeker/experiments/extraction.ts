import { foldCorpus, type MethodJob } from '@webpith/lab';
import { characterLcs, grouped, markdownTable, type PrecisionRecall } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { baselines } from '../../classical/table.js';
import { periodFolders } from '../../experiment.js';
import { meanOf } from '../../measures.js';
import { readModel } from '../../model-file.js';
import { HEADLINE, PAPER_CHOICE, SMALL_CHOICE } from '../choose.js';
import { CONFIGURATIONS, type ConfigurationName, extractText, findSegments } from '../classify.js';
import { fitTask, PAPER_FIT, type PageInstances, TASK_NAMES, taskDataset } from '../dataset.js';
import type { SegmentedPage } from '../features.js';
import { GENRES, type Genre } from '../genres.js';
import { modelFromJSON, pageGenre, seekerExtractor } from '../model.js';
import { bestConfiguration, fitGenre, fitGenreClassifier, type TrainedGenre, trainGenre } from '../train.js';
import { readTrainingPages, segmentAgain, type TrainingPage } from '../training-pages.js';

/** Folds of sites over all genres, so that no model has seen a site it is evaluated on. */
export const FOLDS = 4;

interface FoldModels {
  readonly trained: Readonly<Record<Genre, TrainedGenre>>;
  readonly milliseconds: number;
  readonly paper: Readonly<Record<Genre, TrainedGenre>>;
  readonly genre: ReturnType<typeof fitGenreClassifier>;
}

export interface Extracted {
  readonly rows: readonly ScoreRow[];
  readonly genres: readonly { readonly genre: Genre; readonly predicted: Genre }[];
  readonly foundBy: readonly string[];
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
  const results = evaluated.filter(({ id }) => testIds.has(id)).map(page => evaluatePage(page, models));
  return {
    rows: results.flatMap(result => result.rows),
    genres: results.map(({ genre, predicted }) => ({ genre, predicted })),
    foundBy: results.map(result => result.foundBy),
    training: [models.milliseconds],
    choices: GENRES.map(genre => ({ fold, genre, choice: models.trained[genre].choice })),
  };
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
  const classifiers = fitGenre(pages, PAPER_FIT, TASK_NAMES);
  return { choice: PAPER_CHOICE, classifiers, best: classifiers };
}

function evaluatePage(page: TrainingPage, models: FoldModels) {
  const { genre } = page;
  const segmented = segmentAgain(page);
  const text = (name: ConfigurationName, { classifiers, choice }: TrainedGenre) => {
    const { phases, heuristic } = CONFIGURATIONS[name];
    return extractText(segmented, classifiers, CONFIGURATIONS[name], choice[phases].options[heuristic]);
  };
  const own = models.trained[genre];
  const main = mainConfiguration(genre);
  const predicted = pageGenre({ genre: models.genre }, segmented, page.url);
  const texts = [
    ...configurationsOf(genre).map(name => [name, text(name, own)] as const),
    ...PAPER_CONFIGURATIONS[genre].map(
      name => [`${name}, as in the paper`, text(name, models.paper[genre])] as const,
    ),
    ...GENRES.filter(other => other !== genre).map(
      other => [`${main} with the ${other} model`, text(main, models.trained[other])] as const,
    ),
    [SHIPPED, bestText(segmented, predicted, models.trained[predicted])] as const,
    [SHIPPED_KNOWN, bestText(segmented, genre, own)] as const,
  ];
  return {
    rows: texts.map(([method, extracted]) => scoreText(page, method, extracted)),
    genre,
    predicted,
    foundBy: findSegments(segmented, own.classifiers, 'two').by,
  };
}

/** Results of the shipped method with the predicted genre and with the known genre. */
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

export function configurationsOf(genre: Genre): ConfigurationName[] {
  const all = Object.keys(CONFIGURATIONS) as ConfigurationName[];
  return genre === 'forum' ? all : all.filter(name => !/TP|RP/.test(name));
}

export function mainConfiguration(genre: Genre): ConfigurationName {
  return genre === 'forum' ? 'CS+RP' : 'CS+LBS';
}

/** Numbers of labelled instances from the site itself (table 6.30). */
export const LABEL_COUNTS = [20, 40, 80, 110];

const MIN_PAGES = 4;
const MAX_LABELLED = 5;

export function fewLabelsExperiment(pages: readonly TrainingPage[]): {
  readonly sites: number;
  readonly rows: ScoreRow[];
} {
  const sites = grouped(
    pages.filter(page => page.instances),
    ({ site }) => site,
  );
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
  const instances = labelled.map(page => page.instances!);
  const data = taskDataset(drawInstances(instances, count, seed), 'single');
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

/** No pages are held out, because classical extractors are not trained. */
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

const HEURISTIC: ConfigurationName = 'CS+LBS';
const AS_IN_PAPER = `${HEURISTIC}, as in the thesis`;
const TRAINED_TODAY = 'as shipped, trained on pages of today';

/** News of 2008; options are chosen on the training sites of each fold. */
export async function measurePeriod(job: MethodJob): Promise<string> {
  const rows: string[][] = [];
  for (const { folder, name, year } of periodFolders(job, ['l3s'])) {
    const all = await readTrainingPages([folder], undefined, job.signal);
    const news = all.filter(({ genre }) => genre === 'news');
    const scores = await foldScores(news, job);
    const method = (key: string, scored: readonly PrecisionRecall[]) => [
      key,
      `\`${name}\`, ${year}`,
      String(scored.length),
      ...(['precision', 'recall', 'f1'] as const).map(part =>
        meanOf(scored.map(score => score[part])).toFixed(3),
      ),
    ];
    for (const [key, scored] of scores) rows.push(method(key, scored));
  }
  const thesis = ['CS+LBS in the thesis', 'its news pages, 2009', '', '0.940', '0.882', '0.905'];
  return markdownTable(['method', 'pages of', 'pages', 'precision', 'recall', 'F1'], [...rows, thesis]);
}

async function foldScores(
  news: readonly TrainingPage[],
  { onProgress, signal }: MethodJob,
): Promise<Map<string, PrecisionRecall[]>> {
  const scores = new Map<string, PrecisionRecall[]>();
  const add = (key: string, page: TrainingPage, text: string) =>
    scores.set(key, [...(scores.get(key) ?? []), scoreText(page, key, text)]);
  const shipped = seekerExtractor(modelFromJSON(await readModel('seeker')));
  for (const [fold, { train, test }] of foldCorpus(news, { folds: FOLDS, seed: 1 }).entries()) {
    signal?.throwIfAborted();
    onProgress?.('seeker on l3s', fold / FOLDS);
    const [learned, tested] = [train, test].map(ids => {
      const known = new Set(ids);
      return news.filter(({ id }) => known.has(id));
    }) as [TrainingPage[], TrainingPage[]];
    const chosen = trainGenre(learned, 'news');
    const paper = fitGenre(learned, PAPER_FIT, TASK_NAMES);
    for (const page of pagesWithGold(tested)) {
      const segmented = segmentAgain(page);
      const text = (classifiers: typeof paper, { two }: typeof chosen.choice) =>
        extractText(segmented, classifiers, CONFIGURATIONS[HEURISTIC], two.options.LBS);
      add(HEURISTIC, page, text(chosen.classifiers, chosen.choice));
      add(AS_IN_PAPER, page, text(paper, PAPER_CHOICE));
      add(TRAINED_TODAY, page, (await shipped.extract(page.page)).text);
    }
  }
  return scores;
}
