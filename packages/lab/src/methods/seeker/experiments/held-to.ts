import { signed } from '../../../evaluation/table.js';
import { markdownTable, pInWords } from '../../../report/markdown.js';
import type { Genre } from '../corpus-genres.js';
import type { Measured } from './document.js';
import { configurationsOf, crossConfiguration } from './extraction.js';
import { type GenreRows, valuesOf, versus } from './extraction-sections.js';
import { meanOf } from './figures.js';
import type { ScoreRow } from './scores.js';

/** One demand: what was asked, what came, and whether it is met. */
type Demand = readonly [asked: string, came: string, met: boolean];

/** Least F1 of the best configuration; the first of newspapers alone. */
const LEAST_F1 = { newspapers: 0.88, blog: 0.84, forum: 0.75 } as const;
const MOST_TRAINING_MINUTES = 10;
const MOST_TIMES_PARSING = 5;

/** The demands on the method as a table. */
export function heldTo(measured: Measured): string {
  const rows = demands(measured).map(([asked, came, met]) => [asked, came, met ? 'met' : '**missed**']);
  return markdownTable(['asked', 'came', ''], rows);
}

function demands(measured: Measured): Demand[] {
  const rowsOf = (keep: (row: ScoreRow) => boolean): GenreRows => ({
    own: measured.extracted.rows.filter(keep),
    classical: measured.classical.filter(keep),
  });
  const of = (genre: Genre) => rowsOf(row => row.genre === genre);
  return [
    ...(['news', 'blog', 'forum'] as const).flatMap(genre => leads(of(genre), genre)),
    leastF1(
      rowsOf(row => row.corpus === 'newspapers'),
      'news',
      'newspapers',
      LEAST_F1.newspapers,
    ),
    leastF1(of('blog'), 'blog', 'blogs', LEAST_F1.blog),
    leastF1(of('forum'), 'forum', 'forums', LEAST_F1.forum),
    [
      `training all models takes under ${MOST_TRAINING_MINUTES} minutes`,
      `${(measured.training / 60_000).toFixed(1)} minutes on one thread, on a machine that did other work`,
      measured.training < MOST_TRAINING_MINUTES * 60_000,
    ],
    [
      `extraction within ${MOST_TIMES_PARSING} times bare parsing`,
      `${measured.speed.toFixed(2)} times htmlparser2 with empty handlers, in turns in one process`,
      measured.speed <= MOST_TIMES_PARSING,
    ],
  ];
}

/** Best precision and best F1 of all classical extractors, with significance; the one text node also apart. */
function leads(rows: GenreRows, genre: Genre): Demand[] {
  const headline = crossConfiguration(genre);
  const demand = (measure: 'precision' | 'f1', without: readonly string[], who: string): Demand => {
    const { rival, mine, theirs, meanDifference, pValue } = versus(rows, headline, measure, without);
    const came = `${mine.toFixed(3)} against ${theirs.toFixed(3)} of ${rival}: ${signed(meanDifference)}, ${pInWords(pValue)}`;
    const name = measure === 'f1' ? 'F1' : measure;
    return [
      `${headline} has the best ${name} of ${who} on ${genre}`,
      came,
      meanDifference > 0 && pValue < 0.05,
    ];
  };
  return [
    demand('precision', [], 'all classical extractors'),
    demand('precision', ['largest-text'], 'those that give more than one text node'),
    demand('f1', [], 'all classical extractors'),
  ];
}

function leastF1(rows: GenreRows, genre: Genre, where: string, least: number): Demand {
  const scored = configurationsOf(genre).map(name => ({ name, f1: meanOf(valuesOf(rows.own, name, 'f1')) }));
  const best = scored.reduce((top, each) => (each.f1 > top.f1 ? each : top));
  return [
    `F1 of the best configuration on ${where} at least ${least}`,
    `${best.f1.toFixed(3)} (${best.name})`,
    best.f1 >= least,
  ];
}
