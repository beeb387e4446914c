import { markdownTable, percent } from '@webpith/lab/internals';
import { type Accuracies, type Accuracy, accuracies } from './accuracy.js';
import { FAILURE_KINDS, type Failure } from './failures.js';
import { type Results, SIZES, type TrainingRow } from './measure.js';
import { type OneSiteRow, type OneSiteScores, SITES_CORPUS } from './one-site.js';
import { PAPER_TABLE_2, PAPER_TABLE_3, PAPER_TABLE_4 } from './paper.js';

export function variantsTable({ variants }: Results): string {
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

/** Accuracy by site (table 5); sites without an error are summed up in one row. */
export function sitesTable({ large }: Results): string {
  const sites = new Map<string, (typeof large)[number][]>();
  for (const page of large) sites.set(page.site, [...(sites.get(page.site) ?? []), page]);
  const measured = [...sites].map(([site, judged]) => ({ site, found: accuracies(judged) }));
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

/** Training on one site: accuracy by label on the pages of others. */
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

/** Table 2: the paper's extremes and ours. */
export function trainingTable(rows: readonly TrainingRow[]): string {
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

/** Tables 3 and 4. */
export function featuresTable({ features }: Results): string {
  const rows = features.map(({ set, title, body }) => [
    set,
    percent(PAPER_TABLE_3[set]),
    percent(title),
    percent(PAPER_TABLE_4[set]),
    percent(body),
  ]);
  return markdownTable(['features', 'title, paper', 'title, here', 'body, paper', 'body, here'], rows);
}

export function failureKindsTable({ failures }: Results): string {
  const kinds = Object.entries(FAILURE_KINDS);
  const rows = kinds.map(([kind, what]) => [
    `${kind}: ${what}`,
    ...failures.map(({ failures: list }) => String(list.filter(failure => failure.kind === kind).length)),
  ]);
  return markdownTable(['why', ...failures.map(({ name }) => name)], rows);
}

export function failuresTable(failures: readonly Failure[]): string {
  const rows = failures.map(({ id, site, kind, isCandidate, chosen, labelled }) => [
    id.slice(0, 8),
    site,
    kind,
    isCandidate ? 'yes' : 'no',
    chosen.toFixed(2),
    labelled.toFixed(2),
  ]);
  return markdownTable(
    ['page', 'site', 'why', 'label is a candidate', 'F1 with gold, chosen', 'labelled'],
    rows,
  );
}

function three({ title, body, news }: Accuracy): string[] {
  return [title, body, news].map(percent);
}
