import { createHash } from 'node:crypto';
import { foldCorpus, type MethodJob, type Page } from '@webpith/lab';
import { markdownTable, percent, type Results } from '@webpith/lab/internals';
import { periodSection, type Section } from '../../experiment.js';
import { readModel } from '../../model-file.js';
import { type LayoutMode, squeezedView } from '../layout.js';
import { LEARNED_SITES, pagesOfSites, TESTED_SITES } from '../made-up-sites.js';
import type { SECTION_NAMES } from '../method.js';
import { wrappersFromJSON } from '../model.js';
import { BLOCK_COLUMNS } from '../plus/blocks.js';
import { fitPlus, type PlusPage, plusPage } from '../plus/model.js';
import { PLUS_PAGES } from '../train.js';
import { rectOf, widthShare } from '../view.js';
import {
  accuracies,
  accuracy,
  evaluatePlus,
  evaluateWrapper,
  type LearnCase,
  learnCases,
  learnPages,
  MIN_COVERAGE,
  type TestCase,
  testCases,
  testPages,
  three,
  withoutStyles,
} from './cases.js';
import { commentsTable } from './comments.js';
import { shippedSection } from './shipped.js';
import { measurePeriod, oneSiteSection, trainingSection } from './transfer.js';

export const SECTIONS: Readonly<Record<(typeof SECTION_NAMES)[number], Section>> = {
  shipped: shippedSection,
  styles: stylesSection,
  'one-site': oneSiteSection,
  period: periodSection(measurePeriod, ['l3s']),
  training: trainingSection,
  seeds: seedsSection,
};

/** The shipped wrapper on the test corpus and on made-up sites, with and without their styles. */
async function stylesSection(job: MethodJob): Promise<Results> {
  const { rendered } = wrappersFromJSON(await readModel('wrapper'));
  const drawn = async (pages: readonly Page[]) =>
    (await testCases(pages, 'rendered', job, [squeezedView]))[0]!;
  const made = await drawn(pagesOfSites(LEARNED_SITES, TESTED_SITES));
  const pages = await testPages(job);
  const [news, bare] = [await drawn(pages), await drawn(pages.map(withoutStyles))];
  const narrow = new Set(news.filter(isNarrow).map(({ id }) => id));
  const isStyled = ({ id }: TestCase) => id.endsWith('-with');
  const row = (title: string, pages: readonly TestCase[]) => {
    const { byLabel } = accuracies(pages.map(page => evaluateWrapper(page, rendered)));
    return [title, String(pages.length), ...three(byLabel)];
  };
  const rows = [
    row(
      '`newspapers`, pages whose embedded styles make a column',
      news.filter(({ id }) => narrow.has(id)),
    ),
    row(
      'the same pages without styles',
      bare.filter(({ id }) => narrow.has(id)),
    ),
    row('`newspapers`, all pages with their embedded styles', news),
    row('the same pages without styles', bare),
    row('made-up sites with their style sheets', made.filter(isStyled)),
    row(
      'the same pages without',
      made.filter(page => !isStyled(page)),
    ),
  ];
  const styles = markdownTable(['rendered pages', 'pages', 'title', 'body', 'news'], rows);
  return { parts: { styles, comments: await commentsTable(job) } };
}

/** Share of the screen's width that only a body in a column does not reach. */
const WHOLE_WIDTH = 0.9;

function isNarrow({ view, labels }: TestCase): boolean {
  const rect = labels && rectOf(view, labels.body);
  return rect !== undefined && widthShare(rect, view.screen) < WHOLE_WIDTH;
}

/** Seeds for sampling the rows and columns of the variant's trees; the first is shipped. */
const SEEDS = [1, 2, 3, 4, 5];
const NEWS_FOLDS = 3;

async function seedsSection(job: MethodJob): Promise<Results> {
  const articles = await learnPages(job, PLUS_PAGES);
  const rows: (string | number)[][] = [];
  const inputs = [
    `- columns of a block: ${BLOCK_COLUMNS.length}, sha-256 ${digest([BLOCK_COLUMNS.join('\n')])}`,
  ];
  let news = '';
  for (const mode of ['rendered', 'estimated'] as const) {
    const learned = await learnCases(articles, mode, job);
    const [tested] = await testCases(await testPages(job), mode, job, [squeezedView]);
    rows.push(seedsRow(mode, learned, tested!));
    const layouts = digest(tested!.map(({ view }) => view.rects));
    inputs.push(`- layouts of the test pages, ${mode}: sha-256 ${layouts}`);
    if (mode === 'rendered') news = newsTable(learned, tested!);
  }
  const heading = ['', ...SEEDS.map(seed => `seed ${seed}`), 'pages that depend on the seed'];
  return { parts: { seeds: `${markdownTable(heading, rows)}\n\n${inputs.join('\n')}`, news } };
}

function seedsRow(mode: LayoutMode, learned: readonly LearnCase[], pages: readonly TestCase[]): string[] {
  const training = learned.map(page => page.plus);
  const bodies = SEEDS.map(seed => {
    const model = fitPlus(training, seed);
    return pages.map(page => evaluatePlus(page, model).byLabel.body);
  });
  const shares = bodies.map(own => own.reduce((sum, body) => sum + body, 0) / Math.max(1, pages.length));
  const undecided = pages
    .filter((_, p) => new Set(bodies.map(own => own[p])).size > 1)
    .map(({ id }) => id.slice(0, 8));
  return [`${mode}, by blocks: body`, ...shares.map(percent), `${undecided.length}: ${undecided.join(', ')}`];
}

/** The variant trained on articles, and on these and news, cross-validated over the test sites. */
function newsTable(learned: readonly LearnCase[], pages: readonly TestCase[]): string {
  const training = learned.map(page => page.plus);
  const folds = foldCorpus(
    pages.map(({ id, site }) => ({ id, url: `http://${site}/` })),
    { folds: NEWS_FOLDS },
  );
  const also = folds.flatMap(({ test }) => {
    const held = new Set(test);
    const model = fitPlus([...training, ...pages.filter(({ id }) => !held.has(id)).flatMap(newsPage)]);
    return pages.filter(({ id }) => held.has(id)).map(page => evaluatePlus(page, model));
  });
  const plain = fitPlus(training);
  const row = (name: string, evaluations: readonly ReturnType<typeof evaluatePlus>[]) => {
    const { body } = accuracy(evaluations.map(({ pruned }) => pruned));
    return [name, ...three(accuracies(evaluations).byLabel), percent(body)];
  };
  const rows = [
    row(
      `${learned.length} articles of \`wcxb\``,
      pages.map(page => evaluatePlus(page, plain)),
    ),
    row('these, and the news of the other folds', also),
  ];
  return markdownTable(['by blocks, rendered, trained on', 'title', 'body', 'news', 'body pruned'], rows);
}

function newsPage({ id, view, labels, truth }: TestCase): PlusPage[] {
  if (labels === undefined || labels.coverage < MIN_COVERAGE) return [];
  return [plusPage(view, labels, { id, text: truth.goldText })];
}

function digest(parts: readonly (Float64Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}
