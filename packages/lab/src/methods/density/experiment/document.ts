import { markdownTable } from '../../../report/markdown.js';
import { PAGE_CLASSES, type PageClass } from '../decide.js';
import { CAUSES, type Cause } from './causes.js';
import type { FoldedScore } from './five-folds.js';
import type { ClassPage } from './pages.js';
import {
  CLASS_TITLES,
  confusionTable,
  diversityTable,
  evenScores,
  figure,
  PAPER,
  table2,
  type Verdict,
  verdictRows,
} from './tables.js';

/** All that the document of results is written from. */
export interface DensityResults {
  readonly provenance: readonly string[];
  readonly pages: readonly ClassPage[];
  readonly scores: Readonly<Record<PageClass | 'all', FoldedScore>>;
  readonly confusion: readonly (readonly number[])[];
  /** Three-class scores by setting. */
  readonly settings: readonly (readonly [string, FoldedScore])[];
  /** Of the method and of the variant on the same pages: those that nobody looked at to mend the variant. */
  readonly faithful: readonly Verdict[];
  readonly plus: readonly Verdict[];
  /** Mean F1 in words of main text by class, method and variant. */
  readonly words: readonly (readonly [PageClass, number, number, number])[];
  readonly causes: readonly { readonly page: ClassPage; readonly said: PageClass; readonly cause: Cause }[];
  /** Articles of which less than half was kept, with the number of regions their text lies in. */
  readonly scattered: readonly { readonly page: ClassPage; readonly regions: number }[];
}

/** `docs/results/density.md`. */
export function densityDocument(results: DensityResults): string {
  const { pages, scores, settings } = results;
  return `# The style-density tree, measured

The method of Pappas, Katsimpras and Stamatatos (2012) as in [its folder](../../packages/lab/src/methods/density/README.md),
and a variant for today's markup, \`density-plus\`. All figures are written by \`pith experiment density\`.

${results.provenance.map(line => `- ${line}`).join('\n')}

## Pages

Articles are pages that were read for reader comments, twice, with stand-off labels
([how](../../corpora/comments/README.md)); multiple areas are the forum, listing and collection pages of \`wcxb\`. Sites over pages
is the paper's measure of diversity (equation 3). There is no corpus here of thousands of pages from ten sites, so the
paper's second column (SD Non-Diverse) is not repeated.

${diversityTable(pages)}

## Table 2

Five folds of whole sites; thresholds are learned on one fold (20 %) and judged on the other four. Precision is the share
of decisions that are right. In the three-class setting it is the mean over the classes, since the paper's corpus holds as
many pages of each; recall is the share of pages that get an answer, which is all of them (the paper's 1). Region accuracy
is equation 4.

${table2(scores, pages)}

Over all folds of the three-class setting:

${confusionTable(results.confusion)}

Settings that the paper leaves open, three-class:

${markdownTable(
  ['setting', 'precision', 'region accuracy'],
  settings.map(([name, score]) => [
    name,
    `${figure(score.precision)} ± ${figure(score.deviation)}`,
    figure(score.regionAccuracy),
  ]),
)}

## Figures 3 to 5

The dashed line is a guess. Each point is the mean of ten random draws.

Precision with the paper's extreme thresholds (T2 = 20; T1 = 100 for multiple areas, 0 for the others) by number of pages;
as in the paper it settles after some 40 pages:

![Precision by number of pages](images/density-learning.svg)

Thresholds learned from so many pages of each class, judged on all others:

![Precision by number of pages learned from](images/density-learned.svg)

T1, with T2 = 20 (figure 4): low values favour articles, high ones multiple areas, as in the paper.

![Precision by T1](images/density-t1.svg)

T2, with the best T1 of each class (figure 5). Articles with comments lose with larger values and multiple areas rise at the
largest, as in the paper; articles gain here up to some 300, since short parts with a keyword in them are pruned:

![Precision by T2](images/density-t2.svg)

## The variant

\`density-plus\` ([what it changes](../../packages/lab/src/methods/density/README.md#the-variant)) keeps the tree, its densities and its
strong tags. It drops parts that are named as noise, finds comments by the names of their elements, takes the deepest node with a
learned share of the text for the article, and leaves the type to boosted trees over features of the regions, which is the
paper's outlook (§6). Models are learned on four folds and judged on the fifth. One fold was looked at while
the variant was made: it is not in this table, for neither of the two. The pages of the other folds had been read before, to
label them, so the names of comments that the variant knows are not all new to its maker.

${variantTable(results)}

${reached(results)}

Region accuracy compares sizes only. F1 in words of the main text, on the same pages where the corpus has a gold text:

${markdownTable(
  ['pages', 'n', 'density', 'density-plus'],
  results.words.map(([name, n, f1, plus]) => [CLASS_TITLES[name], String(n), figure(f1), figure(plus)]),
)}

## What today's markup breaks

Each page that the method got wrong, with thresholds learned on another fifth of the sites, by what led it there;
[page by page](density-pages.md).

${causesTable(results)}

- **Words.** The keywords were made for a time when “user” and “response” stood in comments. Today they stand in cookie
  notices, sign-up boxes, product texts, code (\`class="user-…"\`, \`response\`), and a form to comment is on pages without a comment.
- **Wrappers.** ${results.scattered.length} articles were cut to less than half: page builders wrap each paragraph or section in a strong tag of
  its own, and lists inside an article are strong tags of their own. Their text lies in ${medianOf(results.scattered.map(({ regions }) => regions))} regions at the median.
- **Levels.** Nested frames make “closest to the root” and “closest to its title” point to different regions, so articles
  become multiple areas; one long post among short ones makes a thread an article.
- **Sizes.** Equation 4 never falls below one half for a region that is too large, so that what is kept too much costs less
  than what is missed.
`;
}

/** Whether the paper's three-class figures are reached. */
function reached({ faithful, plus }: DensityResults): string {
  const [precision, accuracy] = PAPER.all;
  const sentence = (name: string, verdicts: readonly Verdict[]) => {
    const scores = evenScores(verdicts);
    const isReached = scores[0] >= precision && scores[1] >= accuracy;
    return `\`${name}\` ${isReached ? 'reaches them' : 'misses them'} (${figure(scores[0])}, ${figure(scores[1])})`;
  };
  return `The paper reports ${precision} and ${accuracy} for the three classes: ${sentence('density', faithful)}, ${sentence('density-plus', plus)}.`;
}

function variantTable({ faithful, plus }: DensityResults): string {
  const other = verdictRows(plus);
  const rows = verdictRows(faithful).map(({ name, cells }, i) => [
    CLASS_TITLES[name],
    cells[0]!,
    cells[1]!,
    other[i]!.cells[1]!,
    cells[2]!,
    other[i]!.cells[2]!,
  ]);
  const heading = [
    'pages',
    'n',
    'precision, density',
    'precision, density-plus',
    'region accuracy, density',
    'region accuracy, density-plus',
  ];
  return markdownTable(heading, rows);
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

/** \`docs/results/density-pages.md\`: one line a page that was got wrong or cut short. */
export function pagesDocument({ causes, scattered }: DensityResults): string {
  const lines = causes.map(
    ({ page, said, cause }) => `- \`${page.key}\`: ${page.gold.pageClass} → ${said}; ${cause}`,
  );
  const cut = scattered.map(({ page, regions }) => `- \`${page.key}\`: ${regions}`);
  return `# The style-density tree, page by page

Written by \`pith experiment density\`; see [the results](density.md).

## Wrong class

What the page is, what the method said, and what led it there: ${(Object.keys(CAUSES) as Cause[]).map(cause => `*${cause}*: ${CAUSES[cause]}`).join('; ')}.

${lines.join('\n')}

## Articles cut to less than half

With the number of regions that nine tenths of their text lie in at least.

${cut.join('\n')}
`;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
