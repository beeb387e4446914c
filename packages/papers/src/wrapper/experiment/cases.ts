import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LabError, type MethodJob, type Page, readCorpus, readGold } from '@webpith/lab';
import { pageTree, percent, shingles, splitGroup, titleScore } from '@webpith/lab/internals';
import { seededRandom } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import { meanOf } from '../../measures.js';
import { type CandidateSource, cachedCandidates } from '../candidates.js';
import { labelPage, type TrainingPage, trainingPage, type WrapperLabels } from '../fit.js';
import { type LayoutMode, layoutOf, squeezedView } from '../layout.js';
import { chooseSubtrees, type WrapperModel } from '../model.js';
import { choosePlus, type PlusModel, type PlusPage, plusPage } from '../plus/model.js';
import { type PageView, shortText, textOf, viewPage } from '../view.js';

type MakeView = (tree: PageTree) => PageView;

export interface LearnCase {
  readonly id: string;
  readonly site: string;
  readonly training: TrainingPage;
  readonly plus: PlusPage;
}

export interface TestCase {
  readonly id: string;
  readonly site: string;
  readonly truth: Truth;
  readonly labels: WrapperLabels | undefined;
  readonly view: PageView;
  readonly candidates: CandidateSource;
  readonly evaluations: Map<string, Evaluation>;
}

export const MIN_COVERAGE = 0.6;

/** Undefined if the page shows no text or lacks most of its gold. */
export function learnCase(page: Page, tree: PageTree, makeView: MakeView): LearnCase | undefined {
  const view = makeView(tree);
  const labels = labelPage(view, page);
  if (labels === undefined || labels.coverage < MIN_COVERAGE) return undefined;
  return {
    id: page.id,
    site: splitGroup(page),
    training: trainingPage(view, labels),
    plus: plusPage(view, labels, page),
  };
}

export function testCase(page: Page, tree: PageTree, makeView: MakeView): TestCase {
  const view = makeView(tree);
  const labels = labelPage(view, page);
  return {
    id: page.id,
    site: splitGroup(page),
    view,
    candidates: cachedCandidates(view),
    evaluations: new Map(),
    truth: {
      goldText: page.text ?? '',
      goldTitle: page.title ?? '',
      bodyText: labels && textOf(view, labels.body),
      titleText: labels?.title === undefined ? undefined : shortText(view, labels.title),
    },
    labels,
  };
}

export interface Evaluation {
  readonly id: string;
  readonly site: string;
  readonly body: number;
  readonly byGold: Verdict;
  readonly byLabel: Verdict;
}

export function evaluateWrapper(page: TestCase, model: WrapperModel): Evaluation {
  const chosen = chooseSubtrees(page.view, model, page.candidates);
  return evaluateChoice(page, chosen?.body ?? -1, chosen?.title);
}

export function evaluatePlus(page: TestCase, model: PlusModel): Evaluation & { readonly pruned: Verdict } {
  const choice = choosePlus(page.view, model);
  const verdict = evaluateChoice(page, choice?.body ?? -1, choice?.title);
  const title = choice?.title === undefined ? '' : shortText(page.view, choice.title);
  return { ...verdict, pruned: scoreByGold(page.truth, choice?.pruned ?? '', title) };
}

function evaluateChoice(page: TestCase, body: number, titleNode: number | undefined): Evaluation {
  const { id, site, truth, view, evaluations } = page;
  const key = `${body} ${titleNode}`;
  const before = evaluations.get(key);
  if (before) return before;
  const text = body < 0 ? '' : textOf(view, body);
  const title = titleNode === undefined ? '' : shortText(view, titleNode);
  const verdict = {
    id,
    site,
    body,
    byGold: scoreByGold(truth, text, title),
    byLabel: scoreByLabel(truth, text, title),
  };
  evaluations.set(key, verdict);
  return verdict;
}

export const TEST_CORPUS = 'newspapers';
export const LEARN_CORPUS = 'wcxb';
export const SITES_CORPUS = 'portals';

export const ORIGINAL_VIEW: MakeView = tree => viewPage(tree, layoutOf(tree).layout);

async function treeOf(page: Page, mode: LayoutMode, job: MethodJob): Promise<PageTree> {
  return mode === 'estimated' ? pageTree({ html: page.html }) : await rendererOf(job)(page);
}

function rendererOf({ render }: MethodJob): (page: Page) => Promise<PageTree> {
  if (render) return render;
  const message =
    'Training the wrapper needs a renderer, and this job has none. Run it with the pith command.';
  throw new LabError('bad-option', message);
}

export async function learnPages({ corpora, corpus }: MethodJob, limit: number): Promise<Page[]> {
  const tested = await testedSites(join(corpora, TEST_CORPUS));
  const pages: Page[] = [];
  for await (const page of readCorpus(corpus ?? join(corpora, LEARN_CORPUS), { onProblem: () => {} })) {
    const isNews = page.type === undefined || page.type === 'article';
    if (isNews && page.text && page.title && !tested.has(splitGroup(page))) pages.push(page);
  }
  return seededRandom(1).shuffle(pages).slice(0, limit);
}

async function testedSites(folder: string): Promise<Set<string>> {
  const sites = new Set<string>();
  if (!existsSync(folder)) return sites;
  for await (const { gold } of readGold(folder, { onProblem: () => {} })) sites.add(splitGroup(gold));
  return sites;
}

export async function learnCases(
  pages: readonly Page[],
  mode: LayoutMode,
  job: MethodJob,
  makeView: MakeView = squeezedView,
): Promise<LearnCase[]> {
  const cases: LearnCase[] = [];
  await eachTree(
    pages,
    mode,
    job,
    (page, tree) => {
      const known = learnCase(page, tree, makeView);
      if (known) cases.push(known);
    },
    () => undefined,
  );
  return cases;
}

const NO_STYLES = `<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src 'none'">`;

/** A page whose style elements and attributes the browser ignores. */
export function withoutStyles(page: Page): Page {
  return { ...page, html: Buffer.concat([Buffer.from(NO_STYLES), page.html]) };
}

export async function testPages({ corpora }: MethodJob): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of readCorpus(join(corpora, TEST_CORPUS), { onProblem: () => {} })) pages.push(page);
  return pages;
}

export async function testCases(
  pages: readonly Page[],
  mode: LayoutMode,
  job: MethodJob,
  views: readonly MakeView[],
): Promise<TestCase[][]> {
  const cases = views.map((): TestCase[] => []);
  await eachTree(pages, mode, job, (page, tree) => {
    for (const [i, makeView] of views.entries()) cases[i]!.push(testCase(page, tree, makeView));
  });
  return cases;
}

const AT_ONCE = 2;

const rethrow = (error: unknown): never => {
  throw error;
};

export async function eachTree(
  pages: readonly Page[],
  mode: LayoutMode,
  job: MethodJob,
  take: (page: Page, tree: PageTree) => void,
  onFailure: (error: unknown) => undefined = rethrow,
): Promise<void> {
  for (let i = 0; i < pages.length; i += AT_ONCE) {
    job.signal?.throwIfAborted();
    job.onProgress?.(`${mode} pages`, i / pages.length);
    const some = pages.slice(i, i + AT_ONCE);
    const trees = await Promise.all(some.map(page => treeOf(page, mode, job).catch(onFailure)));
    for (const [place, page] of some.entries()) if (trees[place]) take(page, trees[place]);
  }
}

export interface Verdict {
  readonly title: number;
  readonly body: number;
  readonly news: number;
}

/** Shares of pages with correct title, body and both (§5.1). */
export type Accuracy = Verdict;

export function three({ title, body, news }: Accuracy): string[] {
  return [title, body, news].map(percent);
}

export interface Accuracies {
  readonly pages: number;
  readonly byLabel: Accuracy;
  readonly byGold: Accuracy;
}

export function accuracy(verdicts: readonly Verdict[]): Accuracy {
  const mean = (part: keyof Verdict) => meanOf(verdicts.map(verdict => verdict[part]));
  return { title: mean('title'), body: mean('body'), news: mean('news') };
}

export function accuracies(evaluations: readonly Evaluation[]): Accuracies {
  return {
    pages: evaluations.length,
    byLabel: accuracy(evaluations.map(page => page.byLabel)),
    byGold: accuracy(evaluations.map(page => page.byGold)),
  };
}

export function meanAccuracies(all: readonly Accuracies[]): Accuracies {
  return {
    pages: all[0]?.pages ?? 0,
    byLabel: accuracy(all.map(each => each.byLabel)),
    byGold: accuracy(all.map(each => each.byGold)),
  };
}

/** Minimum 4-shingle F1 of a correct body, by either rule. */
const CORRECT_F1 = 0.95;

export interface Truth {
  readonly goldText: string;
  readonly goldTitle: string;
  readonly bodyText?: string | undefined;
  readonly titleText?: string | undefined;
}

/** The body must agree with the gold text, and the title must have the words of the gold title. */
export function scoreByGold(truth: Truth, text: string, title: string): Verdict {
  return verdict(
    shingles(truth.goldText, text).f1 >= CORRECT_F1,
    titleScore(truth.goldTitle, title).exact === 1,
  );
}

/** As in the paper: body and title must agree with the labelled subtrees. Pages without labels count as wrong. */
export function scoreByLabel(truth: Truth, text: string, title: string): Verdict {
  return verdict(
    truth.bodyText !== undefined && shingles(truth.bodyText, text).f1 >= CORRECT_F1,
    truth.titleText !== undefined && titleScore(truth.titleText, title).exact === 1,
  );
}

function verdict(body: boolean, title: boolean): Verdict {
  return { body: Number(body), title: Number(title), news: Number(body && title) };
}
