import { type MarkedParts, markdownTable } from '@webpith/lab/internals';
import { meanOf } from '../../mean-of.js';
import { comparePages, differenceInWords } from '../../paired-pages.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import type { CurvePoint } from './curves.js';
import type { FoldedScore } from './folds.js';
import { CAUSES, type Cause } from './measure.js';
import type { ClassPage } from './pages.js';
import {
  CLASS_TITLES,
  confusionTable,
  diversityTable,
  evenScores,
  figure,
  PAPER,
  PAPER_SITES,
  type Prediction,
  predictionDifference,
  predictionRows,
  table2,
} from './tables.js';

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
  /** Three-class scores by setting. */
  readonly settings: readonly (readonly [string, FoldedScore])[];
  /** Predictions of the method and of the variant on the same pages, without those used to develop the variant. */
  readonly faithful: readonly Prediction[];
  readonly plus: readonly Prediction[];
  readonly words: readonly PageWords[];
  /** Pages of sites with several pages; no scores if a class has too few of them. */
  readonly sites: {
    readonly pages: readonly ClassPage[];
    readonly scores: Readonly<Record<PageClass | 'all', FoldedScore>> | undefined;
  };
  /** Figures 4 and 5. */
  readonly t1: readonly CurvePoint[];
  readonly t2: readonly CurvePoint[];
  readonly causes: readonly {
    readonly page: ClassPage;
    readonly predicted: PageClass;
    readonly cause: Cause;
  }[];
  /** Articles of which less than half was kept, with the number of regions needed for 90 % of their length. */
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
    reached: reachedTable(results),
    words: wordsTable(results),
    causes: causesTable(results),
    scattered: scatteredTable(results),
  };
}

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

function reachedTable({ faithful, plus }: DensityResults): string {
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
    ['articles cut to less than half', 'regions that their text lies in, median'],
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
