import { markdownTable, pInWords, signedInterval } from '@webpith/lab/internals';
import { comparePages, type PageValue } from '../../paired-pages.js';
import { GENRES, type Genre } from '../corpus-genres.js';
import type { Measured } from './document.js';
import {
  configurationsOf,
  crossConfiguration,
  PAPER_CONFIGURATIONS,
  SHIPPED,
  SHIPPED_KNOWN,
} from './extraction.js';
import { meanOf, withDeviation } from './figures.js';
import { PAPER_CROSS, PAPER_EXTRACTION, PAPER_NAMES, type PaperFigures } from './paper.js';
import type { ScoreRow } from './scores.js';

export type Measure = 'precision' | 'recall' | 'f1';

/** Scores on the pages of a genre or corpus. */
export interface GenreRows {
  readonly own: readonly ScoreRow[];
  readonly classical: readonly ScoreRow[];
}

export function rowsOf(
  { extracted, classical }: Pick<Measured, 'extracted' | 'classical'>,
  keep: (row: ScoreRow) => boolean,
): GenreRows {
  return { own: extracted.rows.filter(keep), classical: classical.filter(keep) };
}

/** Values of a measure in row order; for means, not for paired tests. */
export function valuesOf(rows: readonly ScoreRow[], method: string, measure: Measure): number[] {
  return pageValues(rows, method, measure).map(({ value }) => value);
}

function pageValues(rows: readonly ScoreRow[], method: string, measure: Measure): PageValue[] {
  return rows.filter(row => row.method === method).map(row => ({ page: row.page, value: row[measure] }));
}

/** The classical extractor with the highest mean of a measure. */
export function bestClassical(
  { classical }: GenreRows,
  measure: Measure,
  without: readonly string[] = [],
): string {
  const names = [...new Set(classical.map(row => row.method))].filter(name => !without.includes(name));
  return names.reduce((best, name) =>
    meanOf(valuesOf(classical, name, measure)) > meanOf(valuesOf(classical, best, measure)) ? name : best,
  );
}

/** Compares two methods on the same pages: means, difference with its interval, significance. */
function compared({ own, classical }: GenreRows, method: string, rival: string, measure: Measure) {
  const rows = [...own, ...classical];
  const mine = pageValues(rows, method, measure);
  const theirs = pageValues(rows, rival, measure);
  const mean = (values: readonly PageValue[]) => meanOf(values.map(({ value }) => value));
  return { rival, mine: mean(mine), theirs: mean(theirs), ...comparePages(mine, theirs) };
}

/** Compares one of our methods with the best classical extractor. */
export function versus(rows: GenreRows, method: string, measure: Measure, without: readonly string[] = []) {
  return compared(rows, method, bestClassical(rows, measure, without), measure);
}

const HEADING = ['', 'precision', 'recall', 'F1', 'paper: P', 'R', 'F1'];

function line(source: readonly ScoreRow[], method: string, label: string, paper: PaperFigures | undefined) {
  const measures = ['precision', 'recall', 'f1'] as const;
  const own = measures.map(measure => withDeviation(valuesOf(source, method, measure)));
  return [label, ...own, ...(paper ?? ['', '', ''])];
}

/** Tables 6.17, 6.22 and 6.27. */
export function extractionTable(rows: GenreRows, genre: Genre): string {
  const paper = PAPER_EXTRACTION[genre];
  const classical = [...new Set(rows.classical.map(row => row.method))].sort(
    (a, b) => meanOf(valuesOf(rows.classical, b, 'f1')) - meanOf(valuesOf(rows.classical, a, 'f1')),
  );
  const count = valuesOf(rows.own, SHIPPED, 'f1').length;
  return `${count} pages.

${markdownTable(HEADING, [
  ...configurationsOf(genre).map(name => line(rows.own, name, `**${name}**`, paper[name])),
  ...PAPER_CONFIGURATIONS[genre].map(name =>
    line(rows.own, `${name}, as in the paper`, `${name}, as in the paper`, undefined),
  ),
  line(rows.own, SHIPPED, 'as shipped, genre told by the page', undefined),
  line(rows.own, SHIPPED_KNOWN, 'as shipped, genre known', undefined),
  ...classical.map(name => line(rows.classical, name, name, paper[PAPER_NAMES[name] ?? ''])),
])}`;
}

/** Tables 6.21, 6.26 and 6.29: models of other genres. */
export function crossTable(rows: GenreRows, genre: Genre): string {
  const configuration = crossConfiguration(genre);
  return markdownTable(
    HEADING,
    [genre, ...GENRES.filter(name => name !== genre)].map(name =>
      line(
        rows.own,
        name === genre ? configuration : `${configuration} with the ${name} model`,
        `${configuration}, ${name} model`,
        PAPER_CROSS[genre][name],
      ),
    ),
  );
}

/** The paper's t-tests: measure, both methods, table. */
const PAPER_TESTS: Readonly<Record<Genre, readonly (readonly [Measure, string, string, string])[]>> = {
  news: [
    ['precision', 'CS+LBS', 'CS+1+LBS', '6.18'],
    ['recall', 'CS+LBS', 'lqf-75', '6.19'],
    ['f1', 'CS+LBS', 'CS+1+LBS', '6.20'],
  ],
  blog: [
    ['precision', 'CS+LBS', 'CS+SLS', '6.23'],
    ['precision', 'CS+LBS', 'CS+1+LBS', '6.23'],
    ['precision', 'CS+LBS', 'tccb-25', '6.23'],
    ['recall', 'CS+plain', 'lqf-75', '6.24'],
    ['recall', 'CS+plain', 'lqf-50', '6.24'],
    ['recall', 'CS+plain', 'lqf-25', '6.24'],
    ['f1', 'CS+1+LBS', 'CS+LBS', '6.25'],
    ['f1', 'CS+1+LBS', 'CS+SLS', '6.25'],
  ],
  forum: [
    ['precision', 'CS+TP', 'CS+1+TP', '6.28'],
    ['f1', 'CS+RP', 'CS+1+RP', ''],
  ],
};

/**
 * Differences on the same pages: the paper's tests, the best classical extractor of each measure, the shipped model.
 */
export function testsTable(rows: GenreRows, genre: Genre): string {
  const headline = crossConfiguration(genre);
  const best = (['precision', 'recall', 'f1'] as const).map(
    measure => [measure, headline, bestClassical(rows, measure, ['largest-text']), ''] as const,
  );
  const shipped = [
    ['f1', SHIPPED_KNOWN, headline, ''],
    ['f1', SHIPPED, SHIPPED_KNOWN, ''],
    ['f1', SHIPPED, bestClassical(rows, 'f1'), ''],
  ] as const;
  const lines = [...PAPER_TESTS[genre], ...best, ...shipped].map(([measure, first, second, table]) => {
    const outcome = compared(rows, first, second, measure);
    const name = measure === 'f1' ? 'F1' : measure;
    return [
      name,
      `${first} − ${second}`,
      signedInterval(outcome.difference),
      pInWords(outcome.pValue),
      table,
    ];
  });
  return markdownTable(['measure', 'difference of', 'mean (95 % interval)', '', 'paper’s table'], lines);
}
