import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MethodJob } from '@webpith/lab';
import { type MarkedParts, markdownTable, percent, provenanceOf, writeResults } from '@webpith/lab/internals';
import { WRAPPER_PAGES } from '../train.js';
import { type Accuracies, type Accuracy, accuracies } from './accuracy.js';
import { LEARN_CORPUS, TEST_CORPUS } from './cases.js';
import {
  FAILURE_KINDS,
  type Failure,
  measureAll,
  type Results,
  SIZES,
  seedsSection,
  type TrainingRow,
} from './measure.js';
import { type OneSiteRow, type OneSiteScores, SITES_CORPUS } from './one-site.js';
import { learningPlot, variantsPlot } from './plots.js';

const TARGETS = { title: 0.98, body: 0.95 } as const;

function wrapperParts(results: Results): MarkedParts {
  return {
    pages: pagesTable(results),
    'table-5': `${variantsTable(results)}\n\n${targetsTable(results)}`,
    seeds: seedsSection(results.seeds),
    sites: sitesTable(results),
    'one-site': oneSiteTable(results.oneSite),
    'table-2': trainingTable(results.training),
    'tables-3-and-4': featuresTable(results),
    failures: failureKindsTable(results),
    'failures-wrapper': failuresTable(results.failures[0]!.failures),
    'failures-variant': failuresTable(results.failures[1]!.failures),
  };
}

function pagesTable({ pages, learned, ceiling }: Results): string {
  return markdownTable(
    ['', ''],
    [
      ['test pages', pages],
      ['training pages of the variant', learned],
      ['of these, training pages of the wrapper', Math.min(learned, WRAPPER_PAGES)],
      ['bodies correct by gold if the labelled subtrees were extracted', percent(ceiling.body)],
      ['titles correct by gold if the labelled subtrees were extracted', percent(ceiling.title)],
      ['the paper: titles on 3,973 pages of 12 sites', percent(PAPER_TABLE_5.title)],
      ['the paper: bodies', percent(PAPER_TABLE_5.body)],
      ['the paper: news, both together', percent(PAPER_TABLE_5.news)],
    ],
  );
}

function targetsTable({ variants }: Results): string {
  const rows = (['title', 'body', 'news'] as const).map(part => {
    const best = variants.reduce((a, b) => (b.accuracies.byLabel[part] > a.accuracies.byLabel[part] ? b : a));
    const found = best.accuracies.byLabel[part];
    const target = part === 'news' ? undefined : TARGETS[part];
    return [
      part === 'news' ? 'news, both together' : part,
      target === undefined ? '' : percent(target),
      percent(found),
      best.name,
      target === undefined ? '' : found >= target ? 'reached' : 'missed',
    ];
  });
  return markdownTable(['by label', 'target', 'best', 'of', ''], rows);
}

export async function runExperiment(job: MethodJob): Promise<string> {
  const results = await measureAll(job);
  const folders = [TEST_CORPUS, LEARN_CORPUS, SITES_CORPUS].map(name => join(job.corpora, name));
  return await writeResults(job.root, 'wrapper', {
    parts: { provenance: await provenanceOf(folders.filter(existsSync)), ...wrapperParts(results) },
    images: { training: learningPlot(results.training), variants: variantsPlot(results) },
  });
}

function variantsTable({ variants }: Results): string {
  const rows = variants.map(({ name, accuracies: { byLabel, byGold }, candidates, pruned }) => [
    name,
    ...three(byLabel),
    ...three(byGold),
    candidates ? `${percent(candidates.body)} / ${percent(candidates.title)}` : '',
    pruned ? percent(pruned.body) : '',
  ]);
  const heading = [
    '',
    'title',
    'body',
    'news',
    'title by gold',
    'body by gold',
    'news by gold',
    'among candidates',
    'body pruned',
  ];
  return markdownTable(heading, rows);
}

/** Accuracy by site (table 5); the sites without an error share one row. */
function sitesTable({ large }: Results): string {
  const sites = new Map<string, (typeof large)[number][]>();
  for (const page of large) sites.set(page.site, [...(sites.get(page.site) ?? []), page]);
  const measured = [...sites].map(([site, evaluations]) => ({ site, found: accuracies(evaluations) }));
  const perfect = measured.filter(({ found }) => found.byLabel.news === 1);
  const others = measured
    .filter(({ found }) => found.byLabel.news < 1)
    .sort((a, b) => a.site.localeCompare(b.site));
  const row = (name: string, { pages, byLabel }: Accuracies) => [name, String(pages), ...three(byLabel)];
  const perfectPages = large.filter(page => perfect.some(({ site }) => site === page.site));
  return markdownTable(
    ['site', 'pages', 'title', 'body', 'news'],
    [
      row(`${perfect.length} sites without an error`, accuracies(perfectPages)),
      ...others.map(({ site, found }) => row(site, found)),
      row(`**all ${sites.size} sites**`, accuracies(large)),
    ],
  );
}

export function oneSiteTable(rows: readonly OneSiteRow[]): string {
  const cells = ({ tested, others }: OneSiteScores) => [
    ...three(tested.byLabel),
    others.pages > 0 ? percent(others.byLabel.news) : '',
  ];
  return markdownTable(
    [
      'trained on',
      'pages',
      'wrapper: title',
      'body',
      'news',
      `news on the other sites of \`${SITES_CORPUS}\``,
      'variant: title',
      'body',
      'news',
      `news on the other sites of \`${SITES_CORPUS}\``,
    ],
    rows.map(({ site, pages, wrapper, variant }) => [
      site,
      String(pages),
      ...cells(wrapper),
      ...cells(variant),
    ]),
  );
}

function trainingTable(rows: readonly TrainingRow[]): string {
  const cells = (values: readonly number[]) => values.map(percent);
  return markdownTable(
    ['trained on', ...SIZES.map(size => `${size} pages`)],
    [
      ['the paper, worst site', ...cells(PAPER_TABLE_2.lowest)],
      ['the paper, best site', ...cells(PAPER_TABLE_2.highest)],
      ...rows.map(row => [row.name, ...cells(row.accuracies.map(found => found.byLabel.news))]),
    ],
  );
}

function featuresTable({ features }: Results): string {
  const rows = features.map(({ set, title, body }) => [
    set,
    percent(PAPER_TABLE_3[set]),
    percent(title),
    percent(PAPER_TABLE_4[set]),
    percent(body),
  ]);
  return markdownTable(['features', 'title, paper', 'title, here', 'body, paper', 'body, here'], rows);
}

function failureKindsTable({ failures }: Results): string {
  const kinds = Object.entries(FAILURE_KINDS);
  const rows = kinds.map(([kind, what]) => [
    `${kind}: ${what}`,
    ...failures.map(({ failures: list }) => String(list.filter(failure => failure.kind === kind).length)),
  ]);
  return markdownTable(['reason', ...failures.map(({ name }) => name)], rows);
}

function failuresTable(failures: readonly Failure[]): string {
  const rows = failures.map(({ id, site, kind, isCandidate, chosen, labelled }) => [
    id.slice(0, 8),
    site,
    kind,
    isCandidate ? 'yes' : 'no',
    chosen.toFixed(2),
    labelled.toFixed(2),
  ]);
  return markdownTable(
    ['page', 'site', 'reason', 'label is a candidate', 'F1 with gold, chosen', 'labelled'],
    rows,
  );
}

function three({ title, body, news }: Accuracy): string[] {
  return [title, body, news].map(percent);
}

/** Table 2 of the paper: news accuracy of wrappers from 10, 20 and 40 pages, lowest and highest of twelve sites. */
export const PAPER_TABLE_2 = { lowest: [0.962, 0.973, 0.983], highest: [0.996, 0.996, 0.996] } as const;

/** Tables 3 and 4: accuracy by feature set. */
const PAPER_TABLE_3 = { SPATIAL: 0.748, CONTENT: 0.818, ALL: 1 } as const;
const PAPER_TABLE_4 = { SPATIAL: 0.019, CONTENT: 0.9937, ALL: 0.9979 } as const;

/** Table 5, overall. */
const PAPER_TABLE_5 = { title: 0.986, body: 0.994, news: 0.981 } as const;
