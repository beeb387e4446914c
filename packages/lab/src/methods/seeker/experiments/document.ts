import { siteOf } from 'webpith/internals';
import { markdownTable } from '../../../report/markdown.js';
import { GENRES, type Genre } from '../corpus-genres.js';
import { LABEL_RULE } from '../labels.js';
import type { TrainingPage } from '../training-pages.js';
import { CLASSIFICATION_FOLDS, genreDataset, INSTANCES, type Outcome } from './classification.js';
import { classificationSections, costSection, selectionSection } from './classification-sections.js';
import type { CostPoint } from './costs.js';
import { type Extracted, FOLDS } from './extraction.js';
import { extractionSection, type GenreRows } from './extraction-sections.js';
import { LABEL_COUNTS } from './few-labels.js';
import { withDeviation } from './figures.js';
import { findings } from './findings.js';
import { forumPageFacts } from './forum-pages.js';
import { heldTo } from './held-to.js';
import { PAPER_FEW, PAPER_INSTANCES } from './paper.js';
import type { ScoreRow } from './scores.js';
import { SELECTION_FOLDS, type SelectionOutcome, strongFeatures } from './selection.js';

/** Everything that was measured. */
export interface Measured {
  readonly pages: readonly TrainingPage[];
  readonly judged: readonly TrainingPage[];
  /** Milliseconds that training all models took. */
  readonly training: number;
  /** Time of extraction over bare parsing. */
  readonly speed: number;
  readonly extracted: Extracted;
  readonly classical: readonly ScoreRow[];
  readonly outcomes: readonly Outcome[];
  readonly twoPhaseSelection: readonly SelectionOutcome[];
  readonly onePhaseSelection: readonly SelectionOutcome[];
  readonly costs: readonly CostPoint[];
  readonly trees: { readonly segment: string; readonly content: string };
  readonly fewLabels: { readonly sites: number; readonly rows: readonly ScoreRow[] };
  readonly provenance: readonly string[];
}

/** The rows of a genre. */
export function rowsOf({ extracted, classical }: Measured, keep: (row: ScoreRow) => boolean): GenreRows {
  return { own: extracted.rows.filter(keep), classical: classical.filter(keep) };
}

/** `docs/results/seeker.md`. */
export function resultsDocument(measured: Measured): string {
  const genreRows = (genre: Genre) => rowsOf(measured, row => row.genre === genre);
  return `# Content Seeker

Louvan 2009, repeated on our corpora: [how its chapters map to files](../../packages/lab/src/methods/seeker/README.md).
Written by \`pith experiment seeker\`; no figure here is set by hand.

${measured.provenance.map(line => `- ${line}`).join('\n')}

## What it is held to

${heldTo(measured)}

${findings(measured)}

## Pages

${pagesSection(measured)}

## Classification

${INSTANCES.news} instances of news and blogs and ${INSTANCES.forum} of forums, as many as the paper labelled, drawn by seed from the labelled candidates;
${CLASSIFICATION_FOLDS} folds of whole sites. The paper's folds mix instances of a page, so its figures are easier.

${classificationSections(measured.outcomes)}

## Feature selection

C4.5 behind each selector, inside each of ${SELECTION_FOLDS} folds of whole sites; wins and losses by paired t-tests over the folds.

${selectionSection(measured.twoPhaseSelection, 'two')}

${selectionSection(measured.onePhaseSelection, 'single')}

### Table B.5 and B.7: the ten strongest features by information gain

${strongTable(measured)}

### Figure 6.4: tree of segment classification, news

\`\`\`
${measured.trees.segment}
\`\`\`

### Figure 6.5: tree of content classification, news

\`\`\`
${measured.trees.content}
\`\`\`

## Cost-sensitive learning (figure 6.6, tables 6.14 and 6.15)

Content classification on news, MetaCost around C4.5.

${costSection(measured.costs)}

## Content extraction

Longest common subsequence of characters (equation 5.2), mean and standard deviation over pages. Sites are dealt out to ${FOLDS} folds
over all genres at once. What the paper leaves open (how far LBS reaches, radius, cost, classifier) is chosen on the training sites of each
fold; “as in the paper” is C4.5 with ten features, all segments, the largest block alone.

${GENRES.map(genre => extractionSection(genreRows(genre), genre)).join('\n')}
## The genre told by the page (§7.2)

${genreSection(measured)}

## Few labels of the site itself (table 6.30)

${fewSection(measured)}

## Blogs among the articles

Pages of \`wcxb\` of type article that are taken for blogs, by site; all other articles, and all of \`newspapers\`, are news.

${blogList(measured.pages)}
`;
}

function pagesSection({ pages, judged }: Measured): string {
  const forums = forumPageFacts(pages);
  const rows = GENRES.map(genre => {
    const own = pages.filter(page => page.genre === genre);
    const { good, bad, main, noisy } = labelCounts(pages, genre);
    return [
      genre,
      own.length,
      new Set(own.map(page => page.site)).size,
      own.filter(page => !page.instances).length,
      judged.filter(page => page.genre === genre).length,
      `${good} / ${bad}`,
      `${main} / ${noisy}`,
      `${PAPER_INSTANCES[genre].slice(0, 2).join(' / ')}; ${PAPER_INSTANCES[genre].slice(2).join(' / ')}`,
    ];
  });
  const heading = [
    '',
    'pages',
    'sites',
    'gold not on the page',
    'judged',
    'good / bad',
    'main / noisy',
    'paper',
  ];
  return `${markdownTable(heading, rows)}

Labels come from the gold text: a text is content when more than ${LABEL_RULE.content} of its block's words are in it; a candidate is main content from
${LABEL_RULE.main} of its text, uniform from ${LABEL_RULE.pure} or up to ${LABEL_RULE.noise}, good when it is the largest uniform one (or one that agrees best
with the content), and too fine below ${LABEL_RULE.fine} of the page's. Pages on which less than 0.6 of the gold words are found teach nothing; they are judged
all the same. The HTML of ${forums.empty} forum pages holds no posts at all, nothing can be extracted from them; on ${forums.inNoscript} others the posts stand in
\`<noscript>\`, which is read as any other element.`;
}

function labelCounts(pages: readonly TrainingPage[], genre: Genre) {
  const labels = pages.filter(page => page.genre === genre).flatMap(page => page.instances?.labels ?? []);
  const good = labels.filter(label => label.good).length;
  const main = labels.filter(label => label.main).length;
  return { good, bad: labels.length - good, main, noisy: labels.length - main };
}

function strongTable({ pages }: Measured): string {
  const tasks = ['segment', 'content', 'single'] as const;
  const rows = GENRES.map(genre => [
    genre,
    ...tasks.map(task => strongFeatures(genreDataset(pages, genre, task)).join(', ')),
  ]);
  return markdownTable(['', ...tasks], rows);
}

function genreSection({ extracted }: Measured): string {
  const rows = GENRES.map(genre => {
    const own = extracted.told.filter(each => each.genre === genre);
    return [genre, own.length, ...GENRES.map(told => own.filter(each => each.told === told).length)];
  });
  const right = extracted.told.filter(each => each.genre === each.told).length / extracted.told.length;
  return `Rows are what the corpus or the rule for blogs says, columns what the classifier says of pages whose sites it has not seen. ${(100 * right).toFixed(1)} %
are told as the rule tells them. News against blog is a rule of ours and partly the classifier's own signs: read that part with care. What it costs
is the row “as shipped” of the tables above.

${markdownTable(['', 'pages', ...GENRES], rows)}`;
}

function fewSection({ fewLabels }: Measured): string {
  const rows = LABEL_COUNTS.map(count => {
    const own = fewLabels.rows.filter(row => row.method === String(count));
    const shown = (['precision', 'recall', 'f1'] as const).map(key =>
      withDeviation(own.map(row => row[key])),
    );
    return [count, ...shown, (PAPER_FEW[count] ?? []).join(' / ')];
  });
  const pages = fewLabels.rows.length / LABEL_COUNTS.length;
  return `One phase, C4.5, from so many instances of half the pages of a site (five at most), judged on the rest: ${fewLabels.sites} sites with at least four
pages, ${pages} pages judged. The paper has one forum of many pages; no forum here has as many.

${markdownTable(['instances', 'precision', 'recall', 'F1', 'paper: P / R / F1'], rows)}`;
}

function blogList(pages: readonly TrainingPage[]): string {
  const sites = new Map<string, string[]>();
  for (const page of pages.filter(({ genre }) => genre === 'blog')) {
    const site = siteOf(page) ?? 'no address';
    sites.set(site, [...(sites.get(site) ?? []), page.page.id]);
  }
  const lines = [...sites]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([site, ids]) => `${site} (${ids.join(', ')})`);
  return `<details><summary>${lines.length} sites</summary>\n\n${lines.join('; ')}\n\n</details>`;
}
