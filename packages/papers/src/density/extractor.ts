import type { Explanation, Extraction, Extractor, Finding, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel, pageTree } from '@webpith/lab/internals';
import { ATTR, type PageTree } from 'webpith/stages';
import { ModelReader } from '../model-file.js';
import { KEYWORD_LANGUAGES, type KeywordLanguage, keywordTest } from './keywords.js';
import {
  articleRegion,
  type CommentRule,
  type Decision,
  type DetectedRegions,
  decide,
  type RankedRegion,
  rankRegions,
  regionsOf,
  regionText,
  someText,
} from './regions.js';
import { ancestorTitle, type SdTree, sdTree } from './sd-tree.js';

export interface Thresholds {
  /** Largest dfm of a candidate, 0 to 100. */
  readonly t1: number;
  /** Nodes of at most this density are noise. */
  readonly t2: number;
}

export interface DensityOptions {
  readonly languages: readonly KeywordLanguage[];
  readonly html5: boolean;
  readonly commentScan: 'all' | 'candidates';
}

export const DEFAULT_OPTIONS: DensityOptions = {
  languages: KEYWORD_LANGUAGES,
  html5: true,
  commentScan: 'all',
};

export interface DensityModel {
  readonly thresholds: Thresholds;
  readonly options: DensityOptions;
  readonly card?: ModelCard;
}

const METHOD = 'density';
const reader = new ModelReader(METHOD);

export function densityToJSON({ thresholds, options, card }: DensityModel): MethodModel {
  return methodModel(METHOD, { thresholds, options }, card);
}

export function loadDensityModel(json: unknown): DensityModel {
  const { weights, card } = reader.file(json);
  const { thresholds, options } = weights as Partial<DensityModel>;
  const { t1, t2 } = thresholds ?? {};
  const { languages, html5, commentScan } = options ?? {};
  const isModel =
    isBetween(t1, 0, 100) &&
    isBetween(t2, 0, Number.MAX_SAFE_INTEGER) &&
    Array.isArray(languages) &&
    languages.every(language => KEYWORD_LANGUAGES.includes(language)) &&
    typeof html5 === 'boolean' &&
    (commentScan === 'all' || commentScan === 'candidates');
  if (isModel) return { thresholds: thresholds!, options: options!, card };
  return reader.refuse(
    'thresholds t1 (0 to 100) and t2 (from 0), and options',
    JSON.stringify(weights) ?? 'nothing',
  );
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}

interface RegionRelation {
  readonly region: number;
  readonly role: 'comments';
  readonly of: number;
  readonly commonParent: number;
}

export interface DensityExtraction extends Extraction {
  readonly relations: readonly RegionRelation[];
}

export function densityExtractor(model: DensityModel, name = 'density'): Extractor {
  return {
    name,
    extract: page => densityExtraction(segment(pageTree(page), model), model),
    explain: page => explainRegions(segment(pageTree(page), model), model),
  };
}

export function densityExtraction(
  segmentation: Segmentation,
  { thresholds }: DensityModel,
): DensityExtraction {
  const { sd } = segmentation;
  return extractionOf(sd, segmentation, ({ node }) => regionText(sd, node, thresholds.t2));
}

/** Finding the common parent takes a walk up the tree, so the number of relations is limited. */
const MAX_RELATIONS = 200;

export function extractionOf<R extends { readonly node: number }>(
  sd: SdTree,
  { pageClass, article, comments, areas }: DetectedRegions<R>,
  textOf: (region: R, role: string) => string,
): DensityExtraction {
  const byRole = { article: article ? [article] : [], comments, multiple: areas };
  const regions = Object.entries(byRole).filter(([, list]) => list.length > 0);
  const texts = Object.fromEntries(
    regions.map(([role, list]) => [role, list.map(region => textOf(region, role))]),
  );
  const main = article ?? areas[0];
  const title = main && ancestorTitle(sd, main.node);
  return {
    text: (texts.article ?? texts.multiple ?? []).join('\n'),
    type: pageClass,
    regions: texts,
    labels: Object.fromEntries(regions.flatMap(([role, list]) => list.map(({ node }) => [node, role]))),
    relations: article
      ? comments.slice(0, MAX_RELATIONS).map(({ node }) => relation(sd, article.node, node))
      : [],
    comments: texts.comments,
    title: title && sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim(),
  };
}

function relation({ tree }: SdTree, article: number, comment: number): RegionRelation {
  let commonParent = article;
  while (commonParent > 0 && !tree.contains(commonParent, comment)) commonParent = tree.parent[commonParent]!;
  return { region: comment, role: 'comments', of: article, commonParent };
}

interface Segmentation extends Decision {
  readonly sd: SdTree;
  readonly regions: readonly RankedRegion[];
  readonly hasKeyword: CommentRule['hasKeyword'];
}

export function segment(tree: PageTree, { thresholds, options }: DensityModel): Segmentation {
  const sd = sdTree(tree, options);
  const { t1, t2 } = thresholds;
  const regions = rankRegions(regionsOf(sd, t2));
  const rule = commentRules(sd, options)(t2);
  return { ...decide(regions, t1, rule), sd, regions, hasKeyword: rule.hasKeyword };
}

export function commentRules(
  sd: SdTree,
  options: DensityOptions,
  isNameOnly = false,
): (t2: number) => CommentRule {
  const { tree, section } = sd;
  const isKeyword = keywordTest(options.languages);
  const inName = cachedTest(
    tree.count,
    node =>
      isKeyword(tree.attribute(node, ATTR.class) ?? '') || isKeyword(tree.attribute(node, ATTR.id) ?? ''),
  );
  const inText = cachedTest(tree.count, text => isKeyword(tree.text(text)));
  return t2 => {
    const hasKeyword = cachedTest(
      tree.count,
      node => inName(node) || (!isNameOnly && someText(sd, node, t2, inText)),
    );
    return {
      scan: options.commentScan,
      hasKeyword: region => hasKeyword(region.node),
      // All regions share the body, so only a common parent below the body counts.
      sharesParent: (region, article) =>
        section[region.node]! >= 0 && section[region.node] === section[article.node],
    };
  };
}

function cachedTest(count: number, test: (node: number) => boolean): (node: number) => boolean {
  const answers = new Int8Array(count);
  return node => {
    if (answers[node] === 0) answers[node] = test(node) ? 1 : -1;
    return answers[node] === 1;
  };
}

/** Regions whose keywords are looked up: each takes a walk over the region. */
const MAX_KEYWORDS = 500;

function explainRegions(
  { sd, regions, hasKeyword, pageClass, article, comments, areas }: Segmentation,
  { thresholds: { t1, t2 } }: DensityModel,
): Explanation {
  const candidates = regions.filter(({ dfm }) => dfm <= t1);
  const roles = new Map<number, string>([
    ...areas.map(({ node }) => [node, 'area'] as const),
    ...comments.map(({ node }) => [node, 'comments'] as const),
    ...(article ? [[article.node, 'article'] as const] : []),
  ]);
  const least = Math.min(...candidates.map(({ level }) => level));
  const nearest = articleRegion(candidates);
  const findings = regions.map((region, i): Finding => {
    const role = roles.get(region.node);
    const isCandidate = region.dfm <= t1;
    return {
      node: region.node,
      kept: role === 'article' || role === 'area',
      stage: 'region',
      reason: reasonOf(role, region, isCandidate, t1),
      score: 1 - region.dfm / 100,
      evidence: [
        { fact: `density ${region.density} characters, noise is at most ${t2}`, weight: 1 },
        {
          fact: `distance from the densest ${region.dfm.toFixed(1)}, candidates have at most T1 = ${t1}`,
          weight: (t1 - region.dfm) / 100,
        },
        {
          fact: levelFact(region, isCandidate, least),
          weight: isCandidate && region.level === least ? 1 : 0,
        },
        { fact: titleFact(region), weight: region === nearest ? 1 : 0 },
        ...(i < MAX_KEYWORDS && hasKeyword(region)
          ? [{ fact: 'its class, id or text has a keyword of comments', weight: -1 }]
          : []),
      ],
    };
  });
  const notes = [
    `page class ${pageClass}: ${sentenceOf(pageClass, candidates.length)}`,
    `regions: ${regions.length}, candidates: ${candidates.length}, T1 = ${t1}, T2 = ${t2}; tree of ${sd.tree.count} nodes`,
  ];
  return { notes, findings };
}

function reasonOf(role: string | undefined, { dfm }: RankedRegion, isCandidate: boolean, t1: number): string {
  if (role === 'article') return 'article: closest to the root and to its title';
  if (role === 'comments') return 'comments: a keyword, and a common parent with the article';
  if (role === 'area') return isCandidate ? 'one of several areas' : 'an area: same classes as a candidate';
  return isCandidate
    ? 'a candidate that is not the article'
    : `too far from the densest: ${dfm.toFixed(1)} > ${t1}`;
}

function levelFact({ level }: RankedRegion, isCandidate: boolean, least: number): string {
  return `level ${level}${isCandidate ? `, the candidate closest to the root has ${least}` : ''}`;
}

function titleFact({ title }: RankedRegion): string {
  return title === undefined ? 'no title before it' : `levels from its title: ${title.difference}`;
}

function sentenceOf(pageClass: Segmentation['pageClass'], candidates: number): string {
  if (candidates === 0) return 'no region has text';
  if (pageClass === 'article') return 'one candidate is closest to the root and to its title';
  if (pageClass === 'article-with-comments')
    return 'one candidate is the article, other regions have keywords';
  return 'no candidate is closest both to the root and to its title, or several are on one level';
}
