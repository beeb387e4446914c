import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import type { MethodJob } from '@webpith/lab';
import {
  drawStandalone,
  grouped,
  markdownTable,
  PLOT_COLOURS,
  percent,
  provenanceOf,
  type Results,
  shingles,
} from '@webpith/lab/internals';
import { readModel } from '../../model-file.js';
import { bodyCandidates, titleCandidates } from '../candidates.js';
import { fitWrapper } from '../fit.js';
import { type LayoutMode, squeezedView } from '../layout.js';
import { type WrapperModel, wrappersFromJSON } from '../model.js';
import { type PlusModel, plusModelsFromJSON } from '../plus/model.js';
import { WRAPPER_PAGES } from '../train.js';
import { rectOf, textOf } from '../view.js';
import {
  type Accuracies,
  type Accuracy,
  accuracies,
  accuracy,
  type Evaluation,
  evaluatePlus,
  evaluateWrapper,
  LEARN_CORPUS,
  learnCases,
  learnPages,
  ORIGINAL_VIEW,
  SITES_CORPUS,
  scoreByGold,
  TEST_CORPUS,
  type TestCase,
  testCases,
  testPages,
  three,
} from './cases.js';

/** Table 5: the paper's wrapper and the shipped models on all test pages, the sites and the pages with errors. */
export async function shippedSection(job: MethodJob): Promise<Results> {
  const models = wrappersFromJSON(await readModel('wrapper'));
  const plus = plusModelsFromJSON(await readModel('wrapper-plus'));
  const rendered = await evaluateMode('rendered', models.rendered, plus.rendered, job);
  const estimated = await evaluateMode('estimated', models.estimated, plus.estimated, job);
  const variants = [...rendered.variants, ...estimated.variants];
  const folders = [TEST_CORPUS, LEARN_CORPUS, SITES_CORPUS].map(name => join(job.corpora, name));
  const failures = [
    { name: 'the wrapper', failures: bodyFailures(rendered.squeezed, rendered.evaluations) },
    { name: 'the variant by blocks', failures: bodyFailures(rendered.squeezed, rendered.plusEvaluations) },
  ];
  return {
    parts: {
      provenance: await provenanceOf(folders.filter(existsSync)),
      pages: pagesTable(rendered.squeezed),
      'table-5': `${variantsTable(variants)}\n\n${targetsTable(variants)}`,
      sites: sitesTable(rendered.evaluations),
      failures: failureKindsTable(failures),
      'failures-wrapper': failuresTable(failures[0]!.failures),
      'failures-variant': failuresTable(failures[1]!.failures),
    },
    images: { variants: variantsPlot(variants) },
  };
}

interface VariantRow {
  readonly name: string;
  readonly accuracies: Accuracies;
  readonly candidates?: { readonly body: number; readonly title: number };
  readonly pruned?: Accuracy;
}

/** The paper's wrapper is fitted anew on unchanged layouts, since the shipped one is for squeezed layouts. */
async function evaluateMode(mode: LayoutMode, model: WrapperModel, plus: PlusModel, job: MethodJob) {
  const learned = await learnCases(await learnPages(job, WRAPPER_PAGES), mode, job, ORIGINAL_VIEW);
  const paper = fitWrapper(learned.map(page => page.training));
  const views = [ORIGINAL_VIEW, squeezedView];
  const [asDrawn, squeezed] = (await testCases(await testPages(job), mode, job, views)) as [
    TestCase[],
    TestCase[],
  ];
  const evaluations = squeezed.map(page => evaluateWrapper(page, model));
  const plusEvaluations = squeezed.map(page => evaluatePlus(page, plus));
  const variants: VariantRow[] = [
    {
      name: `${mode}, as in the paper`,
      accuracies: accuracies(asDrawn.map(page => evaluateWrapper(page, paper))),
      candidates: reachable(asDrawn),
    },
    {
      name: `${mode}, squeezed (shipped)`,
      accuracies: accuracies(evaluations),
      candidates: reachable(squeezed),
    },
    {
      name: `${mode}, by blocks (shipped)`,
      accuracies: accuracies(plusEvaluations),
      pruned: accuracy(plusEvaluations.map(page => page.pruned)),
    },
  ];
  return { squeezed, evaluations, plusEvaluations, variants };
}

function reachable(pages: readonly TestCase[]): { body: number; title: number } {
  const count = (test: (page: TestCase) => boolean) => pages.filter(test).length / Math.max(1, pages.length);
  return {
    body: count(({ labels, view }) => labels !== undefined && bodyCandidates(view).includes(labels.body)),
    title: count(
      ({ labels, view }) =>
        labels?.title !== undefined &&
        titleCandidates(view, rectOf(view, labels.body)!).includes(labels.title),
    ),
  };
}

const PAPER_TABLE_5 = { title: 0.986, body: 0.994, news: 0.981 } as const;

/** The accuracy of the labelled subtrees by gold is the upper limit for methods that select a single subtree. */
function pagesTable(pages: readonly TestCase[]): string {
  const { title, body } = accuracy(
    pages.map(({ truth }) => scoreByGold(truth, truth.bodyText ?? '', truth.titleText ?? '')),
  );
  return markdownTable(
    ['', ''],
    [
      ['test pages', pages.length],
      ['bodies correct by gold if the labelled subtrees were extracted', percent(body)],
      ['titles correct by gold if the labelled subtrees were extracted', percent(title)],
      ['the paper: titles on 3,973 pages of 12 sites', percent(PAPER_TABLE_5.title)],
      ['the paper: bodies', percent(PAPER_TABLE_5.body)],
      ['the paper: news, both together', percent(PAPER_TABLE_5.news)],
    ],
  );
}

function variantsTable(variants: readonly VariantRow[]): string {
  const rows = variants.map(({ name, accuracies: { byLabel, byGold }, candidates, pruned }) => [
    name,
    ...three(byLabel),
    ...three(byGold),
    candidates ? `${percent(candidates.body)} / ${percent(candidates.title)}` : '',
    pruned ? percent(pruned.body) : '',
  ]);
  const byGold = ['title by gold', 'body by gold', 'news by gold'];
  return markdownTable(['', 'title', 'body', 'news', ...byGold, 'among candidates', 'body pruned'], rows);
}

const TARGETS = { title: 0.98, body: 0.95, news: undefined } as const;

function targetsTable(variants: readonly VariantRow[]): string {
  const rows = (['title', 'body', 'news'] as const).map(part => {
    const best = variants.reduce((a, b) => (b.accuracies.byLabel[part] > a.accuracies.byLabel[part] ? b : a));
    const found = best.accuracies.byLabel[part];
    const target = TARGETS[part];
    const name = part === 'news' ? 'news, both together' : part;
    if (target === undefined) return [name, '', percent(found), best.name, ''];
    return [name, percent(target), percent(found), best.name, found >= target ? 'reached' : 'missed'];
  });
  return markdownTable(['by label', 'target', 'best', 'of', ''], rows);
}

function sitesTable(all: readonly Evaluation[]): string {
  const sites = grouped(all, ({ site }) => site);
  const measured = [...sites].map(([site, evaluations]) => ({ site, found: accuracies(evaluations) }));
  const perfect = measured.filter(({ found }) => found.byLabel.news === 1);
  const others = measured
    .filter(({ found }) => found.byLabel.news < 1)
    .sort((a, b) => a.site.localeCompare(b.site));
  const row = (name: string, { pages, byLabel }: Accuracies) => [name, String(pages), ...three(byLabel)];
  const perfectPages = all.filter(page => perfect.some(({ site }) => site === page.site));
  return markdownTable(
    ['site', 'pages', 'title', 'body', 'news'],
    [
      row(`${perfect.length} sites without an error`, accuracies(perfectPages)),
      ...others.map(({ site, found }) => row(site, found)),
      row(`**all ${sites.size} sites**`, accuracies(all)),
    ],
  );
}

const FAILURE_KINDS = {
  'gold not on the page': 'less than 60 % of the gold words are drawn',
  'gold is scattered': 'no subtree has F1 of 0.7 with the gold, so its label is unreliable',
  'too large': 'the chosen subtree contains the labelled one',
  'too small': 'the chosen subtree lies inside the labelled one',
  elsewhere: 'the two do not overlap',
} as const;

interface Failure {
  readonly id: string;
  readonly site: string;
  readonly kind: keyof typeof FAILURE_KINDS;
  readonly isCandidate: boolean;
  /** 4-shingle F1 with the gold, of the chosen and of the labelled subtree. */
  readonly chosen: number;
  readonly labelled: number;
}

function bodyFailures(pages: readonly TestCase[], evaluations: readonly Evaluation[]): Failure[] {
  return evaluations.flatMap(({ byLabel, body }, i) =>
    byLabel.body === 1 ? [] : [failure(pages[i]!, body)],
  );
}

function failure(page: TestCase, body: number): Failure {
  const { id, site, view, truth, labels } = page;
  const labelled = shingles(truth.goldText, truth.bodyText ?? '').f1;
  return {
    id,
    site,
    chosen: body < 0 ? 0 : shingles(truth.goldText, textOf(view, body)).f1,
    labelled,
    isCandidate: labels !== undefined && bodyCandidates(view).includes(labels.body),
    kind: kindOf(page, body, labelled),
  };
}

function kindOf({ labels, view: { tree } }: TestCase, body: number, labelled: number): Failure['kind'] {
  if (labels === undefined || labels.coverage < 0.6) return 'gold not on the page';
  if (labelled < 0.7) return 'gold is scattered';
  if (body >= 0 && tree.contains(body, labels.body)) return 'too large';
  return body >= 0 && tree.contains(labels.body, body) ? 'too small' : 'elsewhere';
}

function failureKindsTable(
  lists: readonly { readonly name: string; readonly failures: readonly Failure[] }[],
): string {
  const rows = Object.entries(FAILURE_KINDS).map(([kind, description]) => [
    `${kind}: ${description}`,
    ...lists.map(({ failures }) => String(failures.filter(failure => failure.kind === kind).length)),
  ]);
  return markdownTable(['reason', ...lists.map(({ name }) => name)], rows);
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

function variantsPlot(variants: readonly VariantRow[]): string {
  const dots = variants.flatMap(({ name, accuracies: { byLabel } }) => [
    { name, part: 'body', value: byLabel.body },
    { name, part: 'title', value: byLabel.title },
  ]);
  const gap = (row: VariantRow) => Math.abs(row.accuracies.byLabel.title - row.accuracies.byLabel.body);
  const labelled = variants.toSorted((a, b) => gap(b) - gap(a))[0]?.name;
  const widest = dots.filter(dot => dot.name === labelled);
  return drawStandalone({
    width: 760,
    height: 70 + 36 * variants.length,
    marginLeft: 220,
    x: { label: 'accuracy by label', domain: [0, 1], grid: true },
    y: { label: null, domain: variants.map(({ name }) => name) },
    color: { domain: ['body', 'title'], range: [PLOT_COLOURS.others[0], PLOT_COLOURS.own] },
    marks: [
      Plot.ruleX([0.97], { stroke: PLOT_COLOURS.ink, strokeDasharray: '4 4' }),
      Plot.dot(dots, { x: 'value', y: 'name', fill: 'part', r: 5 }),
      Plot.text(widest, { x: 'value', y: 'name', text: 'part', fill: 'part', dy: -13 }),
    ],
  });
}
