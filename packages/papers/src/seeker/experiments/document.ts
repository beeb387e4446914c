import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import { readLabels } from '@webpith/lab';
import {
  type Box,
  boxOf,
  drawStandalone,
  grouped,
  type MarkedParts,
  markdownTable,
  PLOT_COLOURS,
  percent,
} from '@webpith/lab/internals';
import { IN_NOSCRIPT, siteOf, TAG } from 'webpith/stages';
import { LABEL_RULE } from '../dataset.js';
import { GENRES, type Genre } from '../genres.js';
import { contentOf, segmentAgain, type TrainingPage } from '../training-pages.js';
import {
  type CostPoint,
  type Gap,
  genreDataset,
  misclassificationCost,
  type Outcome,
  type SelectionOutcome,
  strongFeatures,
  type TunedOutcome,
} from './classification.js';
import {
  appendixParts,
  classificationParts,
  costTable,
  gapTable,
  selectionTable,
  selectorAccuracies,
} from './classification-sections.js';
import { configurationsOf, type Extracted, LABEL_COUNTS, type ScoreRow } from './extraction.js';
import {
  choicesTable,
  commentsTable,
  crossTable,
  extractionTable,
  foundTable,
  rowsOf,
  targetsTable,
  testsTable,
  withDeviation,
} from './extraction-sections.js';
import { PAPER_FEW, PAPER_INSTANCES } from './paper.js';

export interface Measured {
  readonly pages: readonly TrainingPage[];
  readonly evaluated: readonly TrainingPage[];
  readonly speed: number;
  readonly extracted: Extracted;
  readonly classical: readonly ScoreRow[];
  readonly outcomes: readonly Outcome[];
  readonly twoPhaseSelection: readonly SelectionOutcome[];
  readonly onePhaseSelection: readonly SelectionOutcome[];
  readonly costs: readonly CostPoint[];
  readonly appendix: readonly TunedOutcome[];
  readonly gaps: readonly Gap[];
  readonly commented: Commented;
  readonly trees: { readonly segment: string; readonly content: string };
  readonly fewLabels: { readonly sites: number; readonly rows: readonly ScoreRow[] };
}

export function resultsParts(measured: Measured): MarkedParts {
  return {
    targets: targetsTable(measured),
    choices: choicesTable(measured),
    found: foundTable(measured),
    pages: pagesTable(measured),
    ...classificationParts(measured.outcomes),
    gap: gapTable(measured.gaps),
    '6.12': selectionTable(measured.twoPhaseSelection, 'two'),
    '6.13': selectionTable(measured.onePhaseSelection, 'single'),
    'B.1': selectorAccuracies(measured.twoPhaseSelection),
    'B.2': selectorAccuracies(measured.onePhaseSelection),
    'B.5': strongTable(measured),
    'figure-6.4': fenced(measured.trees.segment),
    'figure-6.5': fenced(measured.trees.content),
    ...appendixParts(measured.appendix),
    costs: costTable(measured.costs),
    ...Object.fromEntries(GENRES.flatMap(genre => genreParts(measured, genre))),
    comments: commentsTable(measured),
    genre: genreTable(measured),
    '6.30': fewTable(measured),
    blogs: blogList(measured.pages),
  };
}

function genreParts(measured: Measured, genre: Genre): [string, string][] {
  const rows = rowsOf(measured, row => row.genre === genre);
  return [
    [`extraction-${genre}`, extractionTable(rows, genre)],
    [`tests-${genre}`, testsTable(rows, genre)],
    [`other-models-${genre}`, crossTable(rows, genre)],
  ];
}

const fenced = (text: string) => `\`\`\`\n${text}\n\`\`\``;

function pagesTable({ pages, evaluated }: Measured): string {
  const forums = countForumPages(pages);
  const rows = GENRES.map(genre => {
    const own = pages.filter(page => page.genre === genre);
    const { good, bad, main, noisy } = labelCounts(pages, genre);
    return [
      genre,
      own.length,
      new Set(own.map(page => page.site)).size,
      own.filter(page => !page.instances).length,
      evaluated.filter(page => page.genre === genre).length,
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
    'evaluated',
    'good / bad',
    'main / noisy',
    'paper',
  ];
  return `${markdownTable(heading, rows)}

Forum pages without posts in their HTML: ${forums.empty}; with posts in \`<noscript>\`: ${forums.inNoscript}.
The labelling rule, as shares: ${Object.entries(LABEL_RULE)
    .map(([name, share]) => `${name} ${share}`)
    .join(', ')}.`;
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

function genreTable({ extracted }: Measured): string {
  const rows = GENRES.map(genre => {
    const own = extracted.genres.filter(each => each.genre === genre);
    return [
      genre,
      own.length,
      ...GENRES.map(predicted => own.filter(each => each.predicted === predicted).length),
    ];
  });
  const right =
    extracted.genres.filter(each => each.genre === each.predicted).length / extracted.genres.length;
  return `${markdownTable(['', 'pages', ...GENRES], rows)}

Classified as by the rule: ${percent(right)}.`;
}

function fewTable({ fewLabels }: Measured): string {
  const rows = LABEL_COUNTS.map(count => {
    const own = fewLabels.rows.filter(row => row.method === String(count));
    const shown = (['precision', 'recall', 'f1'] as const).map(key =>
      withDeviation(own.map(row => row[key])),
    );
    return [count, ...shown, (PAPER_FEW[count] ?? []).join(' / ')];
  });
  const pages = fewLabels.rows.length / LABEL_COUNTS.length;
  return `${fewLabels.sites} sites with at least four pages, ${pages} pages evaluated.

${markdownTable(['instances', 'precision', 'recall', 'F1', 'paper: P / R / F1'], rows)}`;
}

function blogList(pages: readonly TrainingPage[]): string {
  const blogs = pages.filter(({ genre }) => genre === 'blog');
  const lines = [...grouped(blogs, page => siteOf(page) ?? 'no address')]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([site, own]) => `${site} (${own.map(({ page }) => page.id).join(', ')})`);
  return `<details><summary>${lines.length} sites</summary>\n\n${lines.join('; ')}\n\n</details>`;
}

const EMPTY_LENGTH = 200;

function countForumPages(pages: readonly TrainingPage[]): {
  readonly empty: number;
  readonly inNoscript: number;
} {
  let empty = 0;
  let inNoscript = 0;
  for (const page of pages.filter(({ genre }) => genre === 'forum')) {
    const segmented = segmentAgain(page);
    const { tree, sums } = segmented;
    if (sums.textLength[0]! < EMPTY_LENGTH) empty++;
    const content = contentOf(page, segmented);
    if (!content) continue;
    let all = 0;
    let hidden = 0;
    for (let node = 1; node < tree.count; node++) {
      if (content[node] === 0 || tree.tag[node] !== TAG['#text']) continue;
      all += sums.textLength[node]!;
      if ((tree.flags[node]! & IN_NOSCRIPT) !== 0) hidden += sums.textLength[node]!;
    }
    if (hidden > all / 2) inNoscript++;
  }
  return { empty, inNoscript };
}

type Commented = Readonly<Record<string, boolean>>;

export async function commentedPages(root: string, pages: readonly TrainingPage[]): Promise<Commented> {
  const known: Record<string, boolean> = {};
  for (const { id, corpus, page } of pages) {
    const labels = await readLabels(join(root, 'corpora/comments', corpus), page);
    if (labels) known[id] = Object.values(labels.nodes).includes('comments');
  }
  return known;
}

const {
  own: OWN,
  others: [CLASSICAL],
  ink: INK,
} = PLOT_COLOURS;

const PANELS = [
  ['precision', 'Precision'],
  ['recall', 'Recall'],
  ['f1', 'F1'],
] as const;

interface Scored {
  readonly extracted: { readonly rows: readonly ScoreRow[] };
  readonly classical: readonly ScoreRow[];
}

/** Figures 6.9 to 6.20: precision, recall and F1 of every method, one figure per genre. */
export function boxPlots(measured: Scored): Record<string, string> {
  return Object.fromEntries(GENRES.map(genre => [genre, genrePlot(measured, genre)]));
}

function genrePlot(measured: Scored, genre: Genre): string {
  const own = configurationsOf(genre) as string[];
  const classical = [...new Set(measured.classical.map(row => row.method))].filter(name => name !== 'tb');
  const rows = [...measured.extracted.rows, ...measured.classical].filter(row => row.genre === genre);
  const methods = [...own, ...classical];
  const boxes = methods.flatMap(method =>
    PANELS.flatMap(([key, panel]) => {
      const values = rows.filter(row => row.method === method).map(row => row[key]);
      return boxOf(values, method, panel) ?? [];
    }),
  );
  return drawStandalone({
    width: 980,
    height: 70 + 22 * methods.length,
    marginLeft: 96,
    marginTop: 34,
    x: { domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], tickFormat: String, grid: true, label: null },
    y: { domain: methods, label: null, padding: 0.3 },
    fx: { domain: PANELS.map(([, panel]) => panel), label: null, padding: 0.1 },
    marks: [...boxMarks(boxes, new Set(own)), Plot.axisFx({ fontSize: 13, fontWeight: 600 })],
  });
}

function boxMarks(boxes: readonly Box[], own: ReadonlySet<string>): Plot.Markish[] {
  const place = { y: 'method', fx: 'panel' } as const;
  const colour = ({ method }: { readonly method: string }) => (own.has(method) ? OWN : CLASSICAL);
  const dots = boxes.flatMap(({ method, panel, outliers }) =>
    outliers.map(value => ({ method, panel, value })),
  );
  return [
    Plot.dot(dots, { ...place, x: 'value', r: 1.3, fill: colour, fillOpacity: 0.4 }),
    Plot.ruleY(boxes, { ...place, x1: 'low', x2: 'high', stroke: colour }),
    Plot.barX(boxes, {
      ...place,
      x1: 'lowerQuartile',
      x2: 'upperQuartile',
      fill: colour,
      fillOpacity: 0.35,
      stroke: colour,
    }),
    Plot.tickX(boxes, { ...place, x: 'median', stroke: colour, strokeWidth: 2.5 }),
    Plot.dot(boxes, { ...place, x: 'mean', symbol: 'diamond', r: 3, stroke: INK, fill: 'white' }),
  ];
}

/** Figure 6.6: misclassification cost by training cost, with a miss costing ten. */
export function costPlot(points: readonly CostPoint[]): string {
  const shown = points.map(point => ({ cost: point.cost, value: misclassificationCost(point, 10) }));
  return drawStandalone({
    width: 560,
    height: 340,
    marginLeft: 60,
    marginRight: 30,
    marginBottom: 46,
    x: {
      label: 'cost of a missed main content in training (noise taken for content: 1)',
      ticks: points.map(p => p.cost),
    },
    y: { label: 'cost of all mistakes, a miss at 10', grid: true, zero: true },
    marks: [
      Plot.line(shown, { x: 'cost', y: 'value', stroke: OWN, strokeWidth: 2 }),
      Plot.dot(shown, { x: 'cost', y: 'value', fill: OWN }),
    ],
  });
}
