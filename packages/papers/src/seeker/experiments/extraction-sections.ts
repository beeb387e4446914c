import { bootstrapMean } from '@webpith/lab';
import { intervalInWords, markdownTable, pInWords, signedInterval, summarise } from '@webpith/lab/internals';
import { comparePages, differenceInWords, meanOf, type PageValue } from '../../measures.js';
import { HEADLINE } from '../choose.js';
import { GENRES, type Genre } from '../genres.js';
import { bestConfiguration } from '../train.js';
import type { Measured } from './document.js';
import {
  configurationsOf,
  mainConfiguration,
  PAPER_CONFIGURATIONS,
  type ScoreRow,
  SHIPPED,
  SHIPPED_KNOWN,
} from './extraction.js';
import { PAPER_CROSS, PAPER_EXTRACTION, PAPER_NAMES, type PaperFigures } from './paper.js';

type Measure = 'precision' | 'recall' | 'f1';

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

/** For means only: paired tests need the page ids. */
export function valuesOf(rows: readonly ScoreRow[], method: string, measure: Measure): number[] {
  return pageValues(rows, method, measure).map(({ value }) => value);
}

function pageValues(rows: readonly ScoreRow[], method: string, measure: Measure): PageValue[] {
  return rows.filter(row => row.method === method).map(row => ({ page: row.page, value: row[measure] }));
}

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

function compared({ own, classical }: GenreRows, method: string, rival: string, measure: Measure) {
  const rows = [...own, ...classical];
  const values = pageValues(rows, method, measure);
  const rivals = pageValues(rows, rival, measure);
  const mean = (some: readonly PageValue[]) => meanOf(some.map(({ value }) => value));
  return { rival, ownMean: mean(values), rivalMean: mean(rivals), ...comparePages(values, rivals) };
}

export function versus(rows: GenreRows, method: string, measure: Measure, without: readonly string[] = []) {
  return compared(rows, method, bestClassical(rows, measure, without), measure);
}

const HEADING = ['', 'precision', 'recall', 'F1', 'paper: P', 'R', 'F1'];

function line(source: readonly ScoreRow[], method: string, label: string, paper: PaperFigures | undefined) {
  const measures = ['precision', 'recall', 'f1'] as const;
  const own = measures.map(measure => withDeviation(valuesOf(source, method, measure)));
  return [label, ...own, ...(paper ?? ['', '', ''])];
}

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
  line(rows.own, SHIPPED, 'as shipped, genre predicted', undefined),
  line(rows.own, SHIPPED_KNOWN, 'as shipped, genre known', undefined),
  ...classical.map(name => line(rows.classical, name, name, paper[PAPER_NAMES[name] ?? ''])),
])}`;
}

/** Tables 6.21, 6.26 and 6.29: models of other genres. */
export function crossTable(rows: GenreRows, genre: Genre): string {
  const configuration = mainConfiguration(genre);
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

export function testsTable(rows: GenreRows, genre: Genre): string {
  const headline = mainConfiguration(genre);
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
    const difference = signedInterval(outcome.difference);
    return [name, `${first} − ${second}`, difference, pInWords(outcome.pValue), table];
  });
  return markdownTable(['measure', 'difference of', 'mean (95 % interval)', '', 'paper’s table'], lines);
}

export function choicesTable({ extracted }: Measured): string {
  const rows = extracted.choices.map(({ fold, genre, choice }) => {
    const { best, two } = choice;
    const { nested, reach, keep, cover, inside } = best.options[HEADLINE[genre]];
    const shown = genre === 'forum' ? `cover ${cover}, inside ${inside}` : `keep ${keep}`;
    return [
      fold + 1,
      genre,
      two.fit.algorithm,
      bestConfiguration(genre, choice),
      best.fit.algorithm,
      best.pooled ? 'news and blogs' : genre,
      `${nested}, reach ${reach}, ${shown}`,
      two.options.SLS.radius,
    ];
  });
  const heading = [
    'fold',
    'genre',
    'two-phase classifier',
    'shipped',
    'shipped classifier',
    'trained on',
    'shipped options',
    'SLS radius',
  ];
  return markdownTable(heading, rows);
}

export function foundTable({ extracted }: Measured): string {
  const count = (by: string) => extracted.foundBy.filter(each => each === by).length;
  const forum = extracted.rows.filter(row => row.genre === 'forum');
  const empty = valuesOf(forum, 'CS+TP', 'f1').filter(f1 => f1 === 0).length;
  return markdownTable(
    ['', 'pages'],
    [
      ['segments found by the classifiers', count('leaf')],
      ['found by back-off in the trees (Δ = 0.2)', count('above')],
      ['likeliest candidate taken', count('best')],
      ['no candidate', count('none')],
      ['forum pages on which TP extracts nothing', empty],
    ],
  );
}

export function commentsTable({ extracted, commented }: Measured): string {
  const rows = [true, false].flatMap(has =>
    [mainConfiguration('news'), SHIPPED].map(method => {
      const own = extracted.rows.filter(row => row.genre !== 'forum' && commented[row.page] === has);
      const values = (['precision', 'recall', 'f1'] as const).map(measure => {
        const all = valuesOf(own, method, measure);
        return all.length === 0 ? '–' : intervalInWords(bootstrapMean(all));
      });
      return [
        has ? 'with comments' : 'without',
        method === SHIPPED ? 'as shipped' : method,
        valuesOf(own, method, 'f1').length,
        ...values,
      ];
    }),
  );
  return markdownTable(['', '', 'pages', 'precision', 'recall', 'F1'], rows);
}

type Target = readonly [target: string, result: string, met: boolean];

const MIN_F1 = { newspapers: 0.88, blog: 0.84, forum: 0.75 } as const;
const MAX_TRAINING_MINUTES = 10;
const MAX_SPEED_RATIO = 5;

export function targetsTable(measured: Measured): string {
  const rows = targets(measured).map(([target, result, met]) => [target, result, met ? 'met' : '**missed**']);
  return markdownTable(['target', 'result', ''], rows);
}

function targets(measured: Measured): Target[] {
  const training = Math.max(...measured.extracted.training);
  const of = (genre: Genre) => rowsOf(measured, row => row.genre === genre);
  const ofNewspapers = rowsOf(measured, row => row.corpus === 'newspapers');
  return [
    ...(['news', 'blog', 'forum'] as const).flatMap(genre => leadTargets(of(genre), genre)),
    leastF1(ofNewspapers, 'news', 'newspapers', MIN_F1.newspapers),
    leastF1(of('blog'), 'blog', 'blogs', MIN_F1.blog),
    leastF1(of('forum'), 'forum', 'forums', MIN_F1.forum),
    [
      `training all models takes under ${MAX_TRAINING_MINUTES} minutes`,
      `${(training / 60_000).toFixed(1)} minutes for the slowest fold, on one thread of a shared machine`,
      training < MAX_TRAINING_MINUTES * 60_000,
    ],
    [
      `extraction takes at most ${MAX_SPEED_RATIO} times as long as parsing`,
      `${measured.speed.toFixed(2)} times htmlparser2 with empty handlers, alternating in one process`,
      measured.speed <= MAX_SPEED_RATIO,
    ],
  ];
}

function leadTargets(rows: GenreRows, genre: Genre): Target[] {
  const headline = mainConfiguration(genre);
  const demand = (
    method: string,
    measure: 'precision' | 'f1',
    without: readonly string[],
    who: string,
  ): Target => {
    const outcome = versus(rows, method, measure, without);
    const { ownMean, rivalMean, rival, difference, pValue } = outcome;
    const name = method === SHIPPED ? 'the shipped method' : method;
    return [
      `${name} has the best ${measure === 'f1' ? 'F1' : measure} of ${who} on ${genre}`,
      `${ownMean.toFixed(3)} against ${rivalMean.toFixed(3)} of ${rival}: ${differenceInWords(outcome)}`,
      difference.estimate > 0 && pValue < 0.05,
    ];
  };
  const all = 'all classical extractors';
  return [
    demand(headline, 'precision', [], all),
    demand(headline, 'precision', ['largest-text'], 'those that return more than one text node'),
    demand(headline, 'f1', [], all),
    demand(SHIPPED, 'f1', [], all),
  ];
}

function leastF1(rows: GenreRows, genre: Genre, where: string, least: number): Target {
  const scored = configurationsOf(genre).map(name => ({ name, f1: meanOf(valuesOf(rows.own, name, 'f1')) }));
  const best = scored.reduce((top, each) => (each.f1 > top.f1 ? each : top));
  return [
    `F1 of the best configuration on ${where} at least ${least}`,
    `${best.f1.toFixed(3)} (${best.name})`,
    best.f1 >= least,
  ];
}

/** `0.905 ± 0.182`, as in the paper's tables. */
export function withDeviation(values: readonly number[]): string {
  const summary = summarise(values);
  return summary ? `${summary.mean.toFixed(3)} ± ${summary.deviation.toFixed(3)}` : '';
}
