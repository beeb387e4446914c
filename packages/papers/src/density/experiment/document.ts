import { bootstrapMean } from '@webpith/lab';
import { type MarkedParts, markdownTable } from '@webpith/lab/internals';
import { comparePages, differenceInWords, meanOf } from '../../measures.js';
import type { Thresholds } from '../extractor.js';
import { PAGE_CLASSES, type PageClass } from '../regions.js';
import type { CurvePoint } from './curves.js';
import type { ClassPage, FoldedScore } from './pages.js';

/** Word F1 of a page's main text by `density` and `density-plus`; undefined without gold text. */
interface PageWords {
  readonly page: string;
  readonly pageClass: PageClass;
  readonly f1: number | undefined;
  readonly plusF1: number | undefined;
}

export interface DensityResults {
  readonly pages: readonly ClassPage[];
  readonly scores: Readonly<Record<PageClass | 'all', FoldedScore>>;
  readonly confusion: readonly (readonly number[])[];
  readonly settings: readonly (readonly [string, FoldedScore])[];
  /** Predictions of the method and of the variant on the same pages, without those used to develop the variant. */
  readonly faithful: readonly Prediction[];
  readonly plus: readonly Prediction[];
  readonly words: readonly PageWords[];
  readonly sites: {
    readonly pages: readonly ClassPage[];
    readonly scores: Readonly<Record<PageClass | 'all', FoldedScore>> | undefined;
  };
  readonly t1: readonly CurvePoint[];
  readonly t2: readonly CurvePoint[];
  readonly causes: readonly {
    readonly page: ClassPage;
    readonly predicted: PageClass;
    readonly cause: Cause;
  }[];
  readonly scattered: readonly { readonly page: ClassPage; readonly regions: number }[];
}

export function densityParts(results: DensityResults): MarkedParts {
  const { pages, scores, sites } = results;
  return {
    pages: diversityTable(pages, sites.pages),
    'table-2': table2(scores, pages),
    confusion: confusionTable(results.confusion),
    settings: settingsTable(results),
    'one-site': sites.scores ? table2(sites.scores, sites.pages, PAPER_SITES) : '–',
    'figure-4': curveTable(results.t1, 'T1', SHOWN_T1),
    'figure-5': curveTable(results.t2, 'T2', SHOWN_T2),
    variant: variantTable(results),
    targets: targetsTable(results),
    words: wordsTable(results),
    causes: causesTable(results),
    scattered: scatteredTable(results),
  };
}

const CAUSES = {
  word: 'a keyword (“user”, “response”, “comment”) is in the text of a part that is not a comment',
  name: 'a keyword is in the class or id of something else: a form, a counter, a menu, a post',
  apart: 'no candidate is both closest to the root and closest to its title',
  untitled: 'no candidate has a title',
  level: 'all candidates are on one level',
  single: 'one region is far larger than all others: a long post, or the element around the list',
  missed: 'the comments have no keyword, or are shorter than T2',
} as const;
export type Cause = keyof typeof CAUSES;

const SHOWN_T1 = [0, 20, 40, 60, 80, 100];
const SHOWN_T2 = [0, 20, 50, 100, 200, 300, 500];

function curveTable(curve: readonly CurvePoint[], name: string, shown: readonly number[]): string {
  const rows = shown.map(x => [
    x,
    ...PAGE_CLASSES.map(pageClass => {
      const point = curve.find(each => each.x === x && each.pageClass === pageClass);
      return point ? figure(point.precision) : '–';
    }),
  ]);
  return markdownTable([name, ...PAGE_CLASSES.map(pageClass => CLASS_TITLES[pageClass])], rows);
}

function settingsTable({ settings }: DensityResults): string {
  const rows = settings.map(([name, score]) => [
    name,
    `${figure(score.precision)} ± ${figure(score.deviation)}`,
    figure(score.regionAccuracy),
  ]);
  return markdownTable(['setting', 'precision', 'region accuracy'], rows);
}

function targetsTable({ faithful, plus }: DensityResults): string {
  const [precision, accuracy] = PAPER.all;
  const row = (name: string, predictions: readonly Prediction[]) => {
    const scores = evenScores(predictions);
    const isReached = scores[0] >= precision && scores[1] >= accuracy;
    return [name, figure(scores[0]), figure(scores[1]), isReached ? 'reached' : '**missed**'];
  };
  return markdownTable(
    ['three classes', 'precision', 'region accuracy', ''],
    [
      ['paper', figure(precision), figure(accuracy), ''],
      row('`density`', faithful),
      row('`density-plus`', plus),
    ],
  );
}

function variantTable({ faithful, plus }: DensityResults): string {
  const other = predictionRows(plus);
  const rows = predictionRows(faithful).map(({ name, cells }, i) => {
    const of = (predictions: readonly Prediction[]) =>
      predictions.filter(({ gold }) => name === 'all' || gold === name);
    const difference = (read: (prediction: Prediction) => number) =>
      predictionDifference(of(plus), of(faithful), read);
    return [
      CLASS_TITLES[name],
      cells[0]!,
      cells[1]!,
      other[i]!.cells[1]!,
      difference(({ gold, predicted }) => Number(gold === predicted)),
      cells[2]!,
      other[i]!.cells[2]!,
      difference(({ accuracy }) => accuracy),
    ];
  });
  const heading = [
    'pages',
    'n',
    'precision, density',
    'precision, density-plus',
    'difference',
    'region accuracy, density',
    'region accuracy, density-plus',
    'difference',
  ];
  return markdownTable(heading, rows);
}

function wordsTable({ words }: DensityResults): string {
  const rows = PAGE_CLASSES.map(name => {
    const own = words.filter(({ pageClass, f1 }) => pageClass === name && f1 !== undefined);
    const values = (field: 'f1' | 'plusF1') => own.map(page => ({ page: page.page, value: page[field]! }));
    const mean = (field: 'f1' | 'plusF1') => figure(meanOf(own.map(page => page[field]!)));
    const difference = own.length < 2 ? '–' : differenceInWords(comparePages(values('plusF1'), values('f1')));
    return [CLASS_TITLES[name], own.length, mean('f1'), mean('plusF1'), difference];
  });
  return markdownTable(['pages', 'n', 'density', 'density-plus', 'difference'], rows);
}

function scatteredTable({ scattered }: DensityResults): string {
  const median = medianOf(scattered.map(({ regions }) => regions));
  return markdownTable(
    ['articles cut to less than half', 'regions that contain their text, median'],
    [[scattered.length, median]],
  );
}

function causesTable({ causes }: DensityResults): string {
  const rows = (Object.keys(CAUSES) as Cause[]).map(cause => [
    CAUSES[cause],
    ...PAGE_CLASSES.map(name =>
      String(causes.filter(entry => entry.cause === cause && entry.page.gold.pageClass === name).length),
    ),
  ]);
  return markdownTable(['cause', 'A', 'AC', 'M'], rows);
}

/** The lists of `docs/results/density-pages.md`: one line per page that was classified wrongly or cut short. */
export function pagesParts({ causes, scattered }: DensityResults): MarkedParts {
  const lines = causes.map(
    ({ page, predicted, cause }) => `- \`${page.key}\`: ${page.gold.pageClass} → ${predicted}; ${cause}`,
  );
  const names = (Object.keys(CAUSES) as Cause[]).map(cause => `- *${cause}*: ${CAUSES[cause]}`);
  return {
    causes: names.join('\n'),
    wrong: lines.join('\n'),
    cut: scattered.map(({ page, regions }) => `- \`${page.key}\`: ${regions}`).join('\n'),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

type PaperTable = Readonly<Record<PageClass | 'all', readonly [number, number]>>;

/** Table 2, SD Diverse. */
const PAPER: PaperTable = {
  article: [0.75, 0.82],
  'article-with-comments': [0.74, 0.82],
  multiple: [0.87, 0.75],
  all: [0.74, 0.78],
};

/** Table 2, SD Non-Diverse. */
const PAPER_SITES: PaperTable = {
  article: [0.84, 0.91],
  'article-with-comments': [0.85, 0.92],
  multiple: [0.98, 0.95],
  all: [0.81, 0.89],
};

const CLASS_TITLES: Readonly<Record<PageClass | 'all', string>> = {
  article: 'Articles (A)',
  'article-with-comments': 'Articles with Comments (AC)',
  multiple: 'Multiple areas (M)',
  all: 'A vs. AC vs. M',
};

function table2(
  scores: Readonly<Record<PageClass | 'all', FoldedScore>>,
  pages: readonly ClassPage[],
  paper: PaperTable = PAPER,
) {
  const rows = ([...PAGE_CLASSES, 'all'] as const).map(name => {
    const { precision, deviation, regionAccuracy, thresholds } = scores[name];
    const count = pages.filter(({ gold }) => name === 'all' || gold.pageClass === name).length;
    return [
      CLASS_TITLES[name],
      String(count),
      `${figure(precision)} ± ${figure(deviation)}`,
      name === 'all' ? '–' : '1',
      figure(regionAccuracy),
      paper[name][0].toFixed(2),
      paper[name][1].toFixed(2),
      thresholdsInWords(thresholds),
    ];
  });
  const heading = [
    'setting',
    'pages',
    'precision',
    'recall',
    'region accuracy',
    'paper: precision',
    'paper: region accuracy',
    'T1, T2 of the folds',
  ];
  return markdownTable(heading, rows);
}

function thresholdsInWords(thresholds: readonly Thresholds[]): string {
  return thresholds.map(({ t1, t2 }) => `${t1}, ${t2}`).join('; ');
}

function confusionTable(counts: readonly (readonly number[])[]): string {
  const rows = PAGE_CLASSES.map((name, i) => {
    const predicted = counts.reduce((sum, row) => sum + row[i]!, 0);
    const are = counts[i]!.reduce((sum, count) => sum + count, 0);
    return [
      CLASS_TITLES[name],
      ...counts[i]!.map(String),
      figure(counts[i]![i]! / Math.max(1, predicted)),
      figure(counts[i]![i]! / Math.max(1, are)),
    ];
  });
  return markdownTable(
    ['class', 'classified A', 'classified AC', 'classified M', 'precision', 'recall'],
    rows,
  );
}

interface Prediction {
  readonly page: string;
  readonly gold: PageClass;
  readonly predicted: PageClass;
  readonly accuracy: number;
}

function predictionRows(
  predictions: readonly Prediction[],
): { readonly name: PageClass | 'all'; readonly cells: readonly string[] }[] {
  return ([...PAGE_CLASSES, 'all'] as const).map(name => {
    const own = predictions.filter(({ gold }) => name === 'all' || gold === name);
    const right = own.map(
      prediction => [prediction.gold, Number(prediction.predicted === prediction.gold)] as const,
    );
    const accuracy = own.flatMap(prediction =>
      Number.isNaN(prediction.accuracy) ? [] : [[prediction.gold, prediction.accuracy] as const],
    );
    return { name, cells: [String(own.length), evenMean(right), evenMean(accuracy)] };
  });
}

function evenScores(predictions: readonly Prediction[]): readonly [precision: number, accuracy: number] {
  const mean = (read: (prediction: Prediction) => number) => {
    const means = PAGE_CLASSES.map(name => {
      const values = predictions.filter(({ gold }) => gold === name).map(read);
      return meanOf(values.filter(value => !Number.isNaN(value)));
    });
    return meanOf(means);
  };
  return [mean(({ gold, predicted }) => Number(gold === predicted)), mean(({ accuracy }) => accuracy)];
}

function evenMean(values: readonly (readonly [PageClass, number])[]): string {
  const weight = evenWeights(values.map(([name]) => name));
  const { estimate, low, high } = bootstrapMean(values.map(([name, value]) => value * weight(name)));
  return `${figure(estimate)} (${figure(low)} to ${figure(high)})`;
}

function evenWeights(classes: readonly PageClass[]): (name: PageClass) => number {
  const kinds = new Set(classes);
  const weights = new Map(
    [...kinds].map(name => {
      const count = classes.filter(other => other === name).length;
      return [name, classes.length / (kinds.size * count)];
    }),
  );
  return name => weights.get(name)!;
}

function predictionDifference(
  first: readonly Prediction[],
  second: readonly Prediction[],
  read: (prediction: Prediction) => number,
): string {
  const known = (predictions: readonly Prediction[]) =>
    predictions.filter(prediction => !Number.isNaN(read(prediction)));
  const weight = evenWeights(known(first).map(({ gold }) => gold));
  const values = (predictions: readonly Prediction[]) =>
    known(predictions).map(prediction => ({
      page: prediction.page,
      value: read(prediction) * weight(prediction.gold),
    }));
  return differenceInWords(comparePages(values(first), values(second)));
}

/** Table 1: diversity (equation 3) by corpus and by class, then for sites with several pages. */
function diversityTable(pages: readonly ClassPage[], ofSites: readonly ClassPage[]): string {
  const corpora = [...new Set(pages.map(page => page.corpus))].map(name => {
    const own = pages.filter(({ corpus }) => corpus === name);
    return diversityRow(`\`${name}\``, own);
  });
  const byClass = (prefix: string, some: readonly ClassPage[]) => [
    ...PAGE_CLASSES.map(name => {
      const own = some.filter(({ gold }) => gold.pageClass === name);
      return diversityRow(`${prefix}${CLASS_TITLES[name]}`, own);
    }),
    diversityRow(`${prefix}all`, some),
  ];
  const rows = [...corpora, ...byClass('', pages), ...byClass('sites with several pages: ', ofSites)];
  const paper = [
    ['paper: SD Diverse', '521', '600', '86.83 %'],
    ['paper: SD Non-Diverse', '10', '5400', '0.19 %'],
  ];
  return markdownTable(['source', 'sites', 'pages', 'diversity'], [...rows, ...paper]);
}

function diversityRow(name: string, pages: readonly ClassPage[]): string[] {
  const known = pages.filter(({ site }) => !site.startsWith('id:'));
  const sites = new Set(known.map(({ site }) => site)).size;
  if (known.length === 0) return [name, 'unknown', String(pages.length), 'unknown'];
  return [name, String(sites), String(pages.length), `${((100 * sites) / known.length).toFixed(2)} %`];
}

function figure(value: number): string {
  return value.toFixed(3);
}
