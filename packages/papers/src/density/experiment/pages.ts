import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { foldCorpus, type MethodJob, type Page, readCorpus, readLabels } from '@webpith/lab';
import { markdownTable, pageTree, percent, splitGroup } from '@webpith/lab/internals';
import { denseMatrix, seededRandom } from '@webpith/learn';
import type { PageTree } from 'webpith/stages';
import { periodFolders } from '../../experiment.js';
import { meanOf } from '../../measures.js';
import { collapsedLength } from '../../write-text.js';
import { commentRules, DEFAULT_OPTIONS, type Thresholds } from '../extractor.js';
import {
  type GoldPage,
  goldOf,
  learnThresholds,
  type Outcomes,
  outcomesOf,
  paperDecider,
  type Score,
  scoreThresholds,
} from '../learn.js';
import { learnShares, learnTypes, SHARE_GRID } from '../plus/extractor.js';
import { PAGE_FEATURES } from '../plus/page-map.js';
import {
  type articleRegion,
  type CommentRule,
  type Decision,
  decide,
  PAGE_CLASSES,
  type PageClass,
  type RankedRegion,
  rankRegions,
  regionsOf,
  titleDistance,
} from '../regions.js';
import { sdTree } from '../sd-tree.js';
import type { MeasuredPage } from './run.js';

const CORPORA = ['wcxb', 'newspapers', 'segments', 'chinese'] as const;

export const FOLDS = 5;
/** The fold that the variant was developed on. */
export const DEVELOPMENT_FOLD = 0;

export interface ClassPage {
  readonly key: string;
  readonly corpus: string;
  readonly site: string;
  readonly gold: GoldPage;
}

export async function mapPages<T>(
  job: MethodJob,
  step: string,
  visit: (page: ClassPage, tree: PageTree) => T,
): Promise<T[]> {
  const results: T[] = [];
  let read = 0;
  for (const { corpus, folder, labels } of sources(job)) {
    for await (const page of readCorpus(folder)) {
      job.signal?.throwIfAborted();
      job.onProgress?.(step, ++read);
      const tree = pageTree(page);
      const gold = goldOf({ page, labels: await readLabels(labels, page) }, tree);
      const key = `${corpus}/${page.id}`;
      if (gold !== undefined)
        results.push(visit({ key, corpus, site: splitGroup({ ...page, id: key }), gold }, tree));
    }
  }
  return results;
}

export function sources(job: MethodJob) {
  if (job.corpus !== undefined) {
    return [{ corpus: basename(job.corpus), folder: job.corpus, labels: job.corpus }];
  }
  return CORPORA.map(corpus => ({
    corpus,
    folder: join(job.corpora, corpus),
    labels: join(job.root, 'corpora/comments', corpus),
  })).filter(({ folder }) => existsSync(folder));
}

/** Fold of each page. A site is in one fold; the folds have about the same number of pages of each class. */
export function foldsOf(pages: readonly ClassPage[]): Int32Array {
  // `foldCorpus` groups pages by address, so each site becomes an address.
  const assigned = foldCorpus(
    pages.map(({ key, site, gold }) => ({ id: key, url: siteAddress(site), type: gold.pageClass })),
    { folds: FOLDS },
  );
  const fold = new Map(assigned.flatMap(({ test }, i) => test.map(id => [id, i] as const)));
  return Int32Array.from(pages, ({ key }) => fold.get(key)!);
}

function siteAddress(site: string): string {
  return site.startsWith('id:') ? '' : `http://${site}/`;
}

const SITE_CORPORA = ['dragnet', 'l3s', 'wcxb', 'forums'] as const;
const COMMENTED: ReadonlySet<string> = new Set(['dragnet', 'l3s']);

const MIN_SITE_PAGES = 4;

export interface SitePage extends ClassPage {
  readonly outcomes: Outcomes;
}

export function siteSources({ corpora, corpus }: MethodJob) {
  if (corpus !== undefined) return [];
  return SITE_CORPORA.map(name => ({ corpus: name, folder: join(corpora, name) })).filter(({ folder }) =>
    existsSync(folder),
  );
}

/** Measures pages of sites with several pages, the counterpart of the paper's corpus SD Non-Diverse. */
export async function measureSites(job: MethodJob): Promise<SitePage[]> {
  const wanted = await pagesOfLargeSites(job);
  const decider = paperDecider(DEFAULT_OPTIONS);
  const measured: SitePage[] = [];
  for (const { corpus, folder } of siteSources(job)) {
    const ids = [...wanted]
      .filter(key => key.startsWith(`${corpus}/`))
      .map(key => key.slice(corpus.length + 1));
    if (ids.length === 0) continue;
    for await (const page of readCorpus(folder, { ids, onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      job.onProgress?.('pages of the same sites', measured.length / wanted.size);
      const tree = pageTree(page);
      const gold = siteGold(corpus, page)!;
      const key = `${corpus}/${page.id}`;
      measured.push({ key, corpus, site: splitGroup(page), gold, outcomes: outcomesOf(tree, gold, decider) });
    }
  }
  return measured;
}

async function pagesOfLargeSites(job: MethodJob): Promise<Set<string>> {
  const sites = new Map<string, string[]>();
  for (const { corpus, folder } of siteSources(job)) {
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      if (page.url === undefined || siteGold(corpus, page) === undefined) continue;
      const site = splitGroup(page);
      sites.set(site, [...(sites.get(site) ?? []), `${corpus}/${page.id}`]);
    }
  }
  return new Set([...sites.values()].filter(own => own.length >= MIN_SITE_PAGES).flat());
}

export function siteGold(corpus: string, page: Page): GoldPage | undefined {
  if (!COMMENTED.has(corpus)) return goldOf({ page });
  const article = collapsedLength(page.text ?? '');
  if (article === 0) return undefined;
  const comments = collapsedLength([page.comments ?? []].flat().join('\n'));
  const pageClass = comments > 0 ? 'article-with-comments' : 'article';
  return { pageClass, article, comments, text: page.text };
}

export function foldsWithinSites(pages: readonly ClassPage[]): Int32Array {
  const order = seededRandom(1).shuffle(pages.map((_, i) => i));
  const assigned = new Map<string, number>();
  const fold = new Int32Array(pages.length);
  for (const i of order) {
    const { site, gold } = pages[i]!;
    const group = `${site} ${gold.pageClass}`;
    const next = assigned.get(group) ?? assigned.size;
    fold[i] = next % FOLDS;
    assigned.set(group, next + 1);
  }
  return fold;
}

/** A row of table 2: means over five folds. Each learns from a fifth of the sites and is tested on the rest. */
export interface FoldedScore extends Score {
  readonly thresholds: readonly Thresholds[];
  readonly deviation: number;
}

export function fiveFolds(
  pages: readonly Outcomes[],
  fold: ArrayLike<number>,
  pageClass?: PageClass,
): FoldedScore {
  const isWanted = ({ gold }: Outcomes) => pageClass === undefined || gold.pageClass === pageClass;
  const scores = Array.from({ length: FOLDS }, (_, i) => {
    const side = (isLearned: boolean) =>
      pages.filter((page, p) => (fold[p] === i) === isLearned && isWanted(page));
    const thresholds = learnThresholds(side(true));
    return { thresholds, ...scoreThresholds(side(false), thresholds) };
  });
  const precision = meanOf(scores.map(score => score.precision));
  return {
    precision,
    deviation: Math.sqrt(meanOf(scores.map(score => (score.precision - precision) ** 2))),
    regionAccuracy: meanOf(scores.map(score => score.regionAccuracy)),
    thresholds: scores.map(score => score.thresholds),
  };
}

export function confusionOfFolds(
  pages: readonly Outcomes[],
  fold: ArrayLike<number>,
  thresholds: readonly Thresholds[],
): number[][] {
  const table = PAGE_CLASSES.map(() => PAGE_CLASSES.map(() => 0));
  pages.forEach((page, p) => {
    thresholds.forEach(({ t1, t2 }, i) => {
      if (fold[p] === i) return;
      table[PAGE_CLASSES.indexOf(page.gold.pageClass)]![page.predicted(t1, t2)]!++;
    });
  });
  return table;
}

export interface PlusPrediction {
  readonly pageClass: PageClass;
  readonly share: number;
  readonly accuracy: number;
}

/** Predictions of five models, each for the one fold it was not trained on. */
export function plusPredictions(pages: readonly MeasuredPage[], fold: ArrayLike<number>): PlusPrediction[] {
  const predictions: PlusPrediction[] = [];
  for (let i = 0; i < FOLDS; i++) {
    const train = pages.filter((_, p) => fold[p] !== i).map(page => page.plus);
    const shares = learnShares(train);
    const types = learnTypes(train);
    pages.forEach((page, p) => {
      if (fold[p] !== i) return;
      const predicted = types.predict(denseMatrix([page.plus.features], PAGE_FEATURES.length))[0]!;
      const pageClass = PAGE_CLASSES[predicted]!;
      const share = pageClass === 'multiple' ? shares.multiple : shares.article;
      const accuracy = page.plusAccuracies[predicted]![SHARE_GRID.indexOf(share)]!;
      predictions[p] = { pageClass, share, accuracy };
    });
  }
  return predictions;
}

/**
 * A variant of the method with one rule replaced: by another reading of the paper, a stricter rule or the annotation.
 */
interface Variant {
  readonly title: string;
  readonly isNameOnly?: boolean;
  readonly knowsComments?: boolean;
  /** Searches comments in the parent of the article only, where the method accepts any common ancestor below the body. */
  readonly isParentOnly?: boolean;
  /** Replaces the choice of the article among the candidates. */
  readonly articleOf?: typeof articleRegion;
  /** Chooses the article on pages that have one according to their annotation. */
  readonly known?: (regions: readonly RankedRegion[], gold: GoldPage) => RankedRegion | undefined;
}

const VARIANTS: readonly Variant[] = [
  { title: 'as in the paper' },
  {
    title: 'the article is closest to the root, then to its title',
    articleOf: inOrder(level, titleDistance),
  },
  {
    title: 'the article is closest to its title, then to the root',
    articleOf: inOrder(titleDistance, level),
  },
  {
    title: 'the article has the smallest sum of both distances',
    articleOf: inOrder(region => level(region) + titleDistance(region)),
  },
  { title: 'comments are in the parent of the article', isParentOnly: true },
  { title: 'keywords in class and id only', isNameOnly: true },
  { title: 'pages with comments known', knowsComments: true },
  { title: 'pages with one article known: the densest region', known: densest },
  { title: 'the same, and keywords in class and id only', isNameOnly: true, known: densest },
  {
    title: 'the same, and the region closest in length to the gold',
    isNameOnly: true,
    known: nearestInLength,
  },
];

function level(region: RankedRegion): number {
  return region.level;
}

function inOrder(...keys: readonly ((region: RankedRegion) => number)[]): typeof articleRegion {
  return candidates => {
    const smallest = (a: RankedRegion, b: RankedRegion) => {
      const key = keys.find(each => each(a) !== each(b));
      return key === undefined ? b.density - a.density : key(a) - key(b);
    };
    const [first] = candidates.toSorted(smallest);
    return first?.title === undefined ? undefined : first;
  };
}

function densest(regions: readonly RankedRegion[]): RankedRegion | undefined {
  return regions.toSorted((a, b) => b.density - a.density)[0];
}

function nearestInLength(regions: readonly RankedRegion[], { article = 0 }: GoldPage) {
  const distance = ({ density }: RankedRegion) => Math.abs(density - article);
  return regions.toSorted((a, b) => distance(a) - distance(b))[0];
}

export async function measurePeriod(job: MethodJob): Promise<string> {
  const pages: ClassPage[] = [];
  const outcomes: Outcomes[][] = VARIANTS.map(() => []);
  const folders = [
    ...periodFolders(job, ['l3s', 'dragnet']),
    ...[{ name: 'forums', folder: join(job.corpora, 'forums') }].filter(({ folder }) => existsSync(folder)),
  ];
  for (const { name, folder } of folders) {
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      const gold = name === 'forums' ? goldOf({ page: { ...page, type: 'forum' } }) : siteGold(name, page);
      if (gold === undefined) continue;
      const tree = pageTree(page);
      pages.push({ key: `${name}/${page.id}`, corpus: name, site: splitGroup(page), gold });
      VARIANTS.forEach((variant, i) => {
        outcomes[i]!.push(outcomesOf(tree, gold, deciderOf(variant, gold)));
      });
      job.onProgress?.('density on pages of its time', pages.length);
    }
  }
  const fold = foldsWithinSites(pages);
  const counts = PAGE_CLASSES.map(name => pages.filter(({ gold }) => gold.pageClass === name).length);
  const rows = VARIANTS.map(({ title }, i) => {
    const all = fiveFolds(outcomes[i]!, fold);
    const [a, ac] = confusionOfFolds(outcomes[i]!, fold, all.thresholds);
    const several = (a![2]! + ac![2]!) / (total(a!) + total(ac!));
    const commented = a![1]! / total(a!);
    return [
      title,
      all.precision.toFixed(3),
      all.regionAccuracy.toFixed(3),
      ...[several, commented].map(percent),
    ];
  });
  const heading = [
    `three classes (${counts.join(', ')} pages)`,
    'precision',
    'region accuracy',
    'A and AC classified M',
    'A classified AC',
  ];
  return markdownTable(heading, [...rows, ['the paper, SD Diverse', '0.740', '0.780', '', '']]);
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function deciderOf(variant: Variant, gold: GoldPage) {
  const { isNameOnly = false, knowsComments, isParentOnly, articleOf, known } = variant;
  return (tree: PageTree) => {
    const sd = sdTree(tree, DEFAULT_OPTIONS);
    const rules = commentRules(sd, DEFAULT_OPTIONS, isNameOnly);
    const isInParent: CommentRule['sharesParent'] = (region, article) =>
      tree.contains(tree.parent[article.node]!, region.node);
    return (t2: number) => {
      const regions = rankRegions(regionsOf(sd, t2));
      const own = rules(t2);
      const hasComments = gold.pageClass === 'article-with-comments';
      const rule: CommentRule = knowsComments
        ? { ...own, hasKeyword: () => hasComments, sharesParent: () => true }
        : { ...own, ...(isParentOnly && { sharesParent: isInParent }) };
      const article = gold.pageClass === 'multiple' ? undefined : known?.(regions, gold);
      return (t1: number): Decision =>
        article === undefined
          ? decide(regions, t1, rule, articleOf)
          : decide(regions, 100, rule, () => article);
    };
  };
}
