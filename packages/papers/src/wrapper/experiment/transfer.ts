import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import { type MethodJob, type Page, readCorpus } from '@webpith/lab';
import {
  drawStandalone,
  grouped,
  markdownTable,
  PLOT_COLOURS,
  percent,
  type Results,
  splitGroup,
} from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import { periodFolders, periodPages } from '../../experiment.js';
import { readModel } from '../../model-file.js';
import { type FitOptions, fitWrapper } from '../fit.js';
import { type LayoutMode, squeezedView } from '../layout.js';
import { generatedPages } from '../made-up-sites.js';
import { type FeatureSet, wrappersFromJSON } from '../model.js';
import { fitPlus } from '../plus/model.js';
import { PLUS_PAGES } from '../train.js';
import {
  type Accuracies,
  accuracies,
  type Evaluation,
  evaluatePlus,
  evaluateWrapper,
  type LearnCase,
  learnCases,
  learnPages,
  meanAccuracies,
  SITES_CORPUS,
  type TestCase,
  testCases,
  testPages,
  three,
} from './cases.js';

const SIZES = [10, 20, 40] as const;
const POOLS = 6;
const SITES = 6;
const SETS: readonly FeatureSet[] = ['SPATIAL', 'CONTENT', 'ALL'];

/** Tables 2 to 4: wrappers from a few rendered pages, and from one family of features. */
export async function trainingSection(job: MethodJob): Promise<Results> {
  const learned = await learnCases(await learnPages(job, PLUS_PAGES), 'rendered', job);
  const [tested] = await testCases(await testPages(job), 'rendered', job, [squeezedView]);
  const test = tester(tested!);
  const pools = Array.from({ length: POOLS }, (_, i) =>
    seededRandom(i + 1)
      .shuffle([...learned])
      .slice(0, 40),
  );
  const training = pools.map((pool, i) => trainingRow(`pool ${i + 1}`, pool, test));
  for (let site = 0; site < SITES; site++) {
    const own = await learnCases(generatedPages(site, 40), 'rendered', job);
    training.push(trainingRow(`generated site ${site + 1}`, own, test));
  }
  return {
    parts: {
      'table-2': trainingTable(training),
      'tables-3-and-4': featuresTable(SETS.map(set => featureRow(set, pools, test))),
    },
    images: { training: learningPlot(training) },
  };
}

type Test = (learned: readonly LearnCase[], options?: Partial<FitOptions>) => Accuracies;

function tester(pages: readonly TestCase[]): Test {
  return (learned, options) => {
    const training = learned.map(page => page.training);
    const model = fitWrapper(training, options);
    return accuracies(pages.map(page => evaluateWrapper(page, model)));
  };
}

interface TrainingRow {
  readonly name: string;
  readonly accuracies: readonly Accuracies[];
}

function trainingRow(name: string, learned: readonly LearnCase[], test: Test): TrainingRow {
  return { name, accuracies: SIZES.map(size => test(learned.slice(0, size))) };
}

function featureRow(set: FeatureSet, pools: readonly (readonly LearnCase[])[], test: Test) {
  const title = meanAccuracies(pools.map(pool => test(pool, { titleFeatures: set })));
  const body = meanAccuracies(pools.map(pool => test(pool, { bodyFeatures: set })));
  return { set, title: title.byLabel.title, body: body.byLabel.body };
}

/** Table 2 of the paper: news accuracy of wrappers from 10, 20 and 40 pages, lowest and highest of twelve sites. */
const PAPER_TABLE_2 = { lowest: [0.962, 0.973, 0.983], highest: [0.996, 0.996, 0.996] } as const;

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

const PAPER_TABLE_3 = { SPATIAL: 0.748, CONTENT: 0.818, ALL: 1 } as const;
const PAPER_TABLE_4 = { SPATIAL: 0.019, CONTENT: 0.9937, ALL: 0.9979 } as const;

function featuresTable(rows: readonly ReturnType<typeof featureRow>[]): string {
  const cells = rows.map(({ set, title, body }) => [
    set,
    ...[PAPER_TABLE_3[set], title, PAPER_TABLE_4[set], body].map(percent),
  ]);
  return markdownTable(['features', 'title, paper', 'title, here', 'body, paper', 'body, here'], cells);
}

const COLOURS = { pool: PLOT_COLOURS.others[0], 'generated site': PLOT_COLOURS.own };

function learningPlot(rows: readonly TrainingRow[]): string {
  const points = rows.flatMap(({ name, accuracies }) =>
    accuracies.map((found, i) => ({
      name,
      kind: name.replace(/ \d+$/, ''),
      size: SIZES[i]!,
      value: found.byLabel.news,
    })),
  );
  const kinds = Object.keys(COLOURS);
  const lasts = kinds.flatMap(kind => points.filter(point => point.kind === kind).slice(-1));
  return drawStandalone({
    width: 620,
    height: 380,
    marginRight: 110,
    x: { label: 'training pages', type: 'log', ticks: [...SIZES], tickFormat: String },
    y: { label: 'news accuracy by label', domain: [0, 1], grid: true },
    color: { domain: kinds, range: Object.values(COLOURS) },
    marks: [
      Plot.line(points, { x: 'size', y: 'value', z: 'name', stroke: 'kind', strokeOpacity: 0.7 }),
      Plot.dot(points, { x: 'size', y: 'value', fill: 'kind', r: 3 }),
      Plot.text(lasts, { x: 'size', y: 'value', text: 'kind', fill: 'kind', dx: 8, textAnchor: 'start' }),
    ],
  });
}

/** Numbers of training pages from the one site (W10 to W30 of the paper's W10 to W40). */
const SITE_SIZES = [10, 20, 30] as const;

interface OneSiteRow {
  readonly site: string;
  readonly pages: number;
  readonly wrapper: OneSiteScores;
  readonly variant: OneSiteScores;
}

interface OneSiteScores {
  readonly tested: Accuracies;
  readonly others: Accuracies;
}

export async function oneSiteSection(job: MethodJob): Promise<Results> {
  const [tested] = await testCases(await testPages(job), 'estimated', job, [squeezedView]);
  return { parts: { 'one-site': oneSiteTable(await measureOneSite(job, 'estimated', tested!)) } };
}

/** The paper's premise: a few pages of one site are enough to learn a wrapper for all others (§5.2). */
export async function measureOneSite(
  job: MethodJob,
  mode: LayoutMode,
  tested: readonly TestCase[],
): Promise<OneSiteRow[]> {
  const folder = join(job.corpora, SITES_CORPUS);
  if (!existsSync(folder)) return [];
  const pages: Page[] = [];
  for await (const page of readCorpus(folder, { onProblem: () => {} })) {
    const titled = withTitle(page);
    if (titled !== undefined) pages.push(titled);
  }
  const rows: OneSiteRow[] = [];
  for (const site of new Set(pages.map(splitGroup))) {
    const own = pages.filter(page => splitGroup(page) === site);
    if (own.length < SITE_SIZES[0]) continue;
    const learned = await learnCases(own, mode, job);
    const otherPages = pages.filter(page => splitGroup(page) !== site);
    const [others] = (await testCases(otherPages, mode, job, [squeezedView])) as [TestCase[]];
    for (const size of SITE_SIZES.filter(size => size <= learned.length)) {
      const some = learned.slice(0, size);
      const wrapper = fitWrapper(some.map(page => page.training));
      const variant = fitPlus(some.map(page => page.plus));
      const by = (of: (page: TestCase) => Evaluation) => ({
        tested: accuracies(tested.map(of)),
        others: accuracies(others.map(of)),
      });
      rows.push({
        site,
        pages: size,
        wrapper: by(page => evaluateWrapper(page, wrapper)),
        variant: by(page => evaluatePlus(page, variant)),
      });
    }
  }
  return rows;
}

const LONGEST_TITLE = 200;

/** The gold texts of this corpus start with the title. Undefined if the first line is too long for a title. */
function withTitle(page: Page): Page | undefined {
  if (!page.text) return undefined;
  if (page.title) return page;
  const [first = ''] = page.text.trim().split('\n', 1);
  return first === '' || first.length > LONGEST_TITLE ? undefined : { ...page, title: first.trim() };
}

export function oneSiteTable(rows: readonly OneSiteRow[]): string {
  const others = `news on the other sites of \`${SITES_CORPUS}\``;
  const heading = (first: string) => [first, 'body', 'news', others];
  const cells = ({ tested, others }: OneSiteScores) => [
    ...three(tested.byLabel),
    others.pages > 0 ? percent(others.byLabel.news) : '',
  ];
  return markdownTable(
    ['trained on', 'pages', ...heading('wrapper: title'), ...heading('variant: title')],
    rows.map(({ site, pages, wrapper, variant }) => [site, pages, ...cells(wrapper), ...cells(variant)]),
  );
}

/** Sites with fewer pages are tested, not trained on. */
const SITE_PAGES = 6;

/**
 * The paper's experiment on news pages of 2008: a wrapper from the pages of one site, tested on those of all others.
 */
export async function measurePeriod(job: MethodJob): Promise<string> {
  const rows: string[][] = [];
  for (const { folder } of periodFolders(job, ['l3s'])) {
    const pages = (await periodPages(folder, job)).filter(page => page.title);
    const [cases] = await testCases(pages, 'estimated', job, [squeezedView]);
    for (const [site, own] of pagesBySite(pages).filter(([, some]) => some.length >= SITE_PAGES)) {
      const learned = await learnCases(own, 'estimated', job);
      const training = learned.map(page => page.training);
      // On a site without any labelled body among the candidates there is nothing to learn.
      if (!training.some(({ body }) => body.some(({ isCorrect }) => isCorrect))) {
        rows.push([site, String(learned.length), '', 'no body is a candidate', '', '', '']);
        continue;
      }
      const model = fitWrapper(training);
      const others = cases!.filter(page => page.site !== site);
      rows.push([
        site,
        String(learned.length),
        ...periodCells(others.map(page => evaluateWrapper(page, model))),
      ]);
    }
    const shipped = wrappersFromJSON(await readModel('wrapper')).estimated;
    const found = cases!.map(page => evaluateWrapper(page, shipped));
    rows.push(['the shipped model, articles of `wcxb`', '', ...periodCells(found)]);
  }
  const heading = ['trained on', 'pages', 'tested on', 'title', 'body', 'news', 'body by gold'];
  const paper = ['the paper, worst of twelve sites', '10', '', '', '', percent(PAPER_TABLE_2.lowest[0]), ''];
  return markdownTable(heading, [...rows, paper]);
}

function pagesBySite(pages: readonly Page[]): [string, Page[]][] {
  return [...grouped(pages, splitGroup)].sort(([, a], [, b]) => b.length - a.length);
}

function periodCells(evaluations: readonly Evaluation[]): string[] {
  const { pages, byLabel, byGold } = accuracies(evaluations);
  return [String(pages), ...three(byLabel), percent(byGold.body)];
}
