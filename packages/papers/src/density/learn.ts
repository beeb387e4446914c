import { type Example, LabError, type Page } from '@webpith/lab';
import { isVisibleText, pageRegionAccuracy, pageTree } from '@webpith/lab/internals';
import { memoised, type PageTree } from 'webpith/stages';
import { meanOf } from '../measures.js';
import { collapsedLength } from '../write-text.js';
import { commentRules, type DensityOptions, type Thresholds } from './extractor.js';
import {
  type Decision,
  type DetectedRegions,
  decide,
  PAGE_CLASSES,
  type PageClass,
  rankRegions,
  regionFeatures,
  regionsOf,
} from './regions.js';
import { sdTree } from './sd-tree.js';

export interface GoldPage {
  readonly pageClass: PageClass;
  readonly article: number | undefined;
  readonly comments: number;
  readonly text: string | undefined;
}

const MULTIPLE_TYPES = new Set(['forum', 'listing', 'collection']);

export function goldOf({ page, labels }: Example, tree: PageTree = pageTree(page)): GoldPage | undefined {
  if (page.type !== undefined && MULTIPLE_TYPES.has(page.type)) {
    return { pageClass: 'multiple', article: goldLength(page), comments: 0, text: page.text };
  }
  if (labels === undefined) return undefined;
  const nodes = Object.entries(labels.nodes).map(([id, label]) => [Number(id), label] as const);
  checkNodes(page, nodes, tree);
  const characters = (label: string) =>
    nodes.reduce((sum, [node, name]) => (name === label ? sum + charactersIn(tree, node) : sum), 0);
  const hasComments = nodes.some(([, label]) => label === 'comments');
  return {
    pageClass: hasComments ? 'article-with-comments' : 'article',
    article: characters('article') || goldLength(page),
    comments: characters('comments'),
    text: page.text,
  };
}

/** Gold of an article without labels. Undefined if the corpus does not list its comments, at least as an empty list. */
export function goldOfTexts(page: Page): GoldPage | undefined {
  const article = goldLength(page);
  const isArticle = (page.type ?? 'article') === 'article';
  if (article === undefined || page.comments === undefined || !isArticle) return undefined;
  const comments = page.comments.reduce((sum, text) => sum + collapsedLength(text), 0);
  const pageClass = comments > 0 ? 'article-with-comments' : 'article';
  return { pageClass, article, comments, text: page.text };
}

function goldLength({ text }: Page): number | undefined {
  const length = collapsedLength(text ?? '');
  return length === 0 ? undefined : length;
}

/** Characters of text in a node, including text hidden by styles: annotators label the HTML. */
function charactersIn(tree: PageTree, node: number): number {
  let sum = 0;
  for (let n = node; n < tree.end[node]!; n++) {
    if (isVisibleText(tree, n)) sum += collapsedLength(tree.text(n));
  }
  return sum;
}

function checkNodes(page: Page, nodes: readonly (readonly [number, string])[], { count }: PageTree): void {
  const strange = nodes.find(([node]) => node >= count);
  if (strange === undefined) return;
  const message = `The labels of page “${page.id}” name node ${strange[0]}, but its tree has ${count} nodes. Label the page again.`;
  throw new LabError('bad-labels', message);
}

export interface Score {
  /** Share of pages classified correctly, averaged over the classes: the paper's corpus is balanced. */
  readonly precision: number;
  readonly regionAccuracy: number;
}

export function scoreThresholds(pages: readonly Outcomes[], { t1, t2 }: Thresholds): Score {
  const byClass = PAGE_CLASSES.map((name, number) => {
    const own = pages.filter(({ gold }) => gold.pageClass === name);
    const accuracies = own.map(page => page.accuracy(t1, t2)).filter(accuracy => !Number.isNaN(accuracy));
    return { right: own.map(page => Number(page.predicted(t1, t2) === number)), accuracies };
  });
  return {
    precision: meanOfMeans(byClass.map(({ right }) => right)),
    regionAccuracy: meanOfMeans(byClass.map(({ accuracies }) => accuracies)),
  };
}

function meanOfMeans(lists: readonly (readonly number[])[]): number {
  const means = lists.filter(values => values.length > 0).map(meanOf);
  return means.length === 0 ? 0 : meanOf(means);
}

/** T2 while searching for T1 (§5.2). */
export const FIXED_T2 = 20;
/** The largest T2 tried: up to here the paper finds it harmless (§5.2). */
const MAX_T2 = 100;

/** Maximises precision, with ties broken by region accuracy, in the paper's order: T1 with T2 fixed, then T2. */
export function learnThresholds(pages: readonly Outcomes[]): Thresholds {
  if (pages.length === 0) {
    throw new LabError('bad-input', 'Expected at least one labelled page to learn from, got none.');
  }
  const { t1 } = best(
    pages,
    T1_GRID.map(value => ({ t1: value, t2: FIXED_T2 })),
  );
  return best(
    pages,
    T2_GRID.filter(t2 => t2 <= MAX_T2).map(t2 => ({ t1, t2 })),
  );
}

function best(pages: readonly Outcomes[], choices: readonly Thresholds[]): Thresholds {
  let chosen = choices[0]!;
  let chosenScore: Score = { precision: -1, regionAccuracy: -1 };
  for (const thresholds of choices) {
    const score = scoreThresholds(pages, thresholds);
    if (!isBetter(score, chosenScore)) continue;
    chosen = thresholds;
    chosenScore = score;
  }
  return chosen;
}

function isBetter(score: Score, than: Score): boolean {
  if (score.precision !== than.precision) return score.precision > than.precision;
  return score.regionAccuracy > than.regionAccuracy;
}

export const T1_GRID: readonly number[] = Array.from({ length: 21 }, (_, i) => 5 * i);
export const T2_GRID: readonly number[] = [
  ...Array.from({ length: 11 }, (_, i) => 10 * i),
  ...Array.from({ length: 8 }, (_, i) => 150 + 50 * i),
];

/** Segments a page for a T2, then for a T1. Curried, so that several T1 share the work for one T2. */
type Decider = (tree: PageTree) => (t2: number) => (t1: number) => Decision;

export function paperDecider(options: DensityOptions): Decider {
  return tree => {
    const sd = sdTree(tree, options);
    const rules = commentRules(sd, options);
    const featuresOf = memoised((node: number) => regionFeatures(sd, node));
    return t2 => {
      const regions = rankRegions(regionsOf(sd, t2, featuresOf));
      const rule = rules(t2);
      return t1 => decide(regions, t1, rule);
    };
  };
}

export interface Outcomes {
  readonly gold: GoldPage;
  predicted(t1: number, t2: number): number;
  /** NaN if the page has no annotated region. */
  accuracy(t1: number, t2: number): number;
}

export function outcomesOf(tree: PageTree, gold: GoldPage, decider: Decider): Outcomes {
  const classes = new Uint8Array(T1_GRID.length * T2_GRID.length);
  const accuracies = new Float32Array(classes.length);
  const page = decider(tree);
  T2_GRID.forEach((t2, row) => {
    const decideWith = page(t2);
    T1_GRID.forEach((t1, column) => {
      const decision = decideWith(t1);
      const at = row * T1_GRID.length + column;
      classes[at] = PAGE_CLASSES.indexOf(decision.pageClass);
      accuracies[at] = regionAccuracyOf(decision, gold) ?? Number.NaN;
    });
  });
  const at = (t1: number, t2: number) => T2_GRID.indexOf(t2) * T1_GRID.length + T1_GRID.indexOf(t1);
  return {
    gold,
    predicted: (t1, t2) => classes[at(t1, t2)]!,
    accuracy: (t1, t2) => accuracies[at(t1, t2)]!,
  };
}

type Detected = Omit<DetectedRegions<{ readonly density: number }>, 'pageClass'>;

/**
 * A page's term of equation 4; undefined without an annotated region. If a page with one article was classified as
 * multiple areas, the densest area counts as the article. Multiple areas are annotated as one region, which is
 * compared with everything detected.
 */
export function regionAccuracyOf(detected: Detected, gold: GoldPage): number | undefined {
  const regions = [
    { detected: detectedMain(detected, gold), actual: gold.article ?? 0 },
    { detected: total(detected.comments), actual: gold.comments },
  ];
  return pageRegionAccuracy(regions.filter(({ actual }) => actual > 0));
}

function detectedMain({ article, comments, areas }: Detected, gold: GoldPage): number {
  if (gold.pageClass === 'multiple') return total([...(article ? [article] : []), ...comments, ...areas]);
  return article?.density ?? areas.reduce((max, area) => Math.max(max, area.density), 0);
}

function total(regions: readonly { readonly density: number }[]): number {
  return regions.reduce((sum, region) => sum + region.density, 0);
}
