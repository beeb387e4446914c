import { signed } from '../../../evaluation/table.js';
import { markdownTable, pInWords } from '../../../report/markdown.js';
import { pairedTTest } from '../../../statistics/t-test.js';
import { GENRES, type Genre } from '../corpus-genres.js';
import { configurationsOf, crossConfiguration, PAPER_CONFIGURATIONS } from './extraction.js';
import { meanOf, withDeviation } from './figures.js';
import { PAPER_CROSS, PAPER_EXTRACTION, PAPER_NAMES, type PaperFigures } from './paper.js';
import type { ScoreRow } from './scores.js';

type Measure = 'precision' | 'recall' | 'f1';

/** The rows of a genre, or of the newspapers among the news. */
export interface GenreRows {
  readonly own: readonly ScoreRow[];
  readonly classical: readonly ScoreRow[];
}

const PAPER_TABLE: Readonly<Record<Genre, string>> = { news: '6.17', blog: '6.22', forum: '6.27' };
const CROSS_TABLE: Readonly<Record<Genre, string>> = { news: '6.21', blog: '6.26', forum: '6.29' };

/** Values of a measure of one method, page by page in the order of the rows. */
export function valuesOf(rows: readonly ScoreRow[], method: string, measure: Measure): number[] {
  return rows.filter(row => row.method === method).map(row => row[measure]);
}

/** The classical extractor with the best mean of a measure; the single text node is judged apart. */
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

/** One of ours against the best classical extractor: means, difference, significance. */
export function versus(rows: GenreRows, method: string, measure: Measure, without: readonly string[] = []) {
  const rival = bestClassical(rows, measure, without);
  const mine = valuesOf(rows.own, method, measure);
  const theirs = valuesOf(rows.classical, rival, measure);
  const { meanDifference, pValue } = pairedTTest(mine, theirs);
  return { rival, mine: meanOf(mine), theirs: meanOf(theirs), meanDifference, pValue };
}

/** Tables 6.17, 6.22 and 6.27, the t-tests around them, the drawing, and the models of other genres. */
export function extractionSection(rows: GenreRows, genre: Genre): string {
  const own = configurationsOf(genre);
  const heading = ['', 'precision', 'recall', 'F1', 'paper: P', 'R', 'F1'];
  const line = (
    source: readonly ScoreRow[],
    method: string,
    label: string,
    paper: PaperFigures | undefined,
  ) => [
    label,
    ...(['precision', 'recall', 'f1'] as const).map(measure =>
      withDeviation(valuesOf(source, method, measure)),
    ),
    ...(paper ?? ['', '', '']),
  ];
  const paper = PAPER_EXTRACTION[genre];
  const classical = [...new Set(rows.classical.map(row => row.method))].sort(
    (a, b) => meanOf(valuesOf(rows.classical, b, 'f1')) - meanOf(valuesOf(rows.classical, a, 'f1')),
  );
  const count = valuesOf(rows.own, own[0]!, 'f1').length;
  return `### Table ${PAPER_TABLE[genre]}: ${genre}

${count} pages, each extracted by models that have seen no page of its site.

${markdownTable(heading, [
  ...own.map(name => line(rows.own, name, `**${name}**`, paper[name])),
  ...PAPER_CONFIGURATIONS[genre].map(name =>
    line(rows.own, `${name}, as in the paper`, `${name}, as in the paper`, undefined),
  ),
  line(rows.own, 'seeker', 'as shipped, genre told by the page', undefined),
  ...classical.map(name => line(rows.classical, name, name, paper[PAPER_NAMES[name] ?? ''])),
])}

![Precision, recall and F1 on ${genre} pages](images/seeker-${genre}.svg)

${testsTable(rows, genre)}

### Table ${CROSS_TABLE[genre]}: models of other genres on ${genre}

${markdownTable(
  heading,
  [genre, ...GENRES.filter(name => name !== genre)].map(name =>
    line(
      rows.own,
      name === genre ? crossConfiguration(genre) : `${crossConfiguration(genre)} with the ${name} model`,
      `${crossConfiguration(genre)}, ${name} model`,
      PAPER_CROSS[genre][name],
    ),
  ),
)}
`;
}

function testsTable(rows: GenreRows, genre: Genre): string {
  const headline = crossConfiguration(genre);
  const single = genre === 'forum' ? 'CS+1+RP' : 'CS+1+LBS';
  const pairs = (['precision', 'recall', 'f1'] as const).flatMap(measure => {
    const rival = versus(rows, headline, measure, ['largest-text']);
    const test = pairedTTest(valuesOf(rows.own, headline, measure), valuesOf(rows.own, single, measure));
    return [
      [measure, `${headline} − ${rival.rival}`, signed(rival.meanDifference), pInWords(rival.pValue)],
      [measure, `${headline} − ${single}`, signed(test.meanDifference), pInWords(test.pValue)],
    ];
  });
  return `Paired t-tests: against the classical extractor that is best in the measure (\`largest-text\`, a single text node, apart), and one phase against two.

${markdownTable(['measure', 'difference of', 'mean', ''], pairs)}`;
}
