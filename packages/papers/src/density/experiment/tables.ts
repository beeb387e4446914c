import { bootstrapMean } from '@webpith/lab';
import { markdownTable } from '@webpith/lab/internals';
import { meanOf } from '../../mean-of.js';
import { comparePages, differenceInWords } from '../../paired-pages.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import type { Thresholds } from '../model.js';
import type { FoldedScore } from './folds.js';
import type { ClassPage } from './pages.js';

type PaperTable = Readonly<Record<PageClass | 'all', readonly [number, number]>>;

/** Table 2, SD Diverse. */
export const PAPER: PaperTable = {
  article: [0.75, 0.82],
  'article-with-comments': [0.74, 0.82],
  multiple: [0.87, 0.75],
  all: [0.74, 0.78],
};

/** Table 2, SD Non-Diverse. */
export const PAPER_SITES: PaperTable = {
  article: [0.84, 0.91],
  'article-with-comments': [0.85, 0.92],
  multiple: [0.98, 0.95],
  all: [0.81, 0.89],
};

export const CLASS_TITLES: Readonly<Record<PageClass | 'all', string>> = {
  article: 'Articles (A)',
  'article-with-comments': 'Articles with Comments (AC)',
  multiple: 'Multiple areas (M)',
  all: 'A vs. AC vs. M',
};

export function table2(
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

/** Confusion matrix with precision and recall in the usual sense. */
export function confusionTable(counts: readonly (readonly number[])[]): string {
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
  return markdownTable(['is', 'said A', 'said AC', 'said M', 'precision', 'recall'], rows);
}

export interface Prediction {
  readonly page: string;
  readonly gold: PageClass;
  readonly predicted: PageClass;
  readonly accuracy: number;
}

export function predictionRows(
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

export function evenScores(
  predictions: readonly Prediction[],
): readonly [precision: number, accuracy: number] {
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

/** Page weights that give each class the same total weight; their mean is 1. */
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

/** Mean difference on the same pages, with its interval and p-value; every class has the same total weight. */
export function predictionDifference(
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
export function diversityTable(pages: readonly ClassPage[], ofSites: readonly ClassPage[]): string {
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

export function figure(value: number): string {
  return value.toFixed(3);
}
