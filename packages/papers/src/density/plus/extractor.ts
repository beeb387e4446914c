import type { Explanation, Extractor, Finding, MethodModel, ModelCard } from '@webpith/lab';
import { methodModel, pageTree } from '@webpith/lab/internals';
import {
  type ClassifierModel,
  createClassifier,
  datasetFromRows,
  denseMatrix,
  numericAttributes,
} from '@webpith/learn';
import { TAG } from 'webpith/stages';
import { meanOf } from '../../measures.js';
import { ModelReader } from '../../model-file.js';
import { writeText } from '../../write-text.js';
import { extractionOf } from '../extractor.js';
import { type GoldPage, regionAccuracyOf } from '../learn.js';
import { type DetectedRegions, PAGE_CLASSES, type PageClass } from '../regions.js';
import {
  COMMENT,
  containerOf,
  largestGroup,
  NOISE,
  PAGE_FEATURES,
  type PageMap,
  pageFeatures,
  plusMap,
} from './page-map.js';

interface ContainerShares {
  readonly article: number;
  readonly multiple: number;
}

export interface PlusModel {
  readonly shares: ContainerShares;
  readonly types: ClassifierModel;
  readonly card?: ModelCard;
}

const METHOD = 'density-plus';
const reader = new ModelReader(METHOD);

export function plusToJSON({ shares, types, card }: PlusModel): MethodModel {
  return methodModel(METHOD, { shares, types: types.toJSON() }, card);
}

export function loadPlusModel(json: unknown): PlusModel {
  const { weights, card } = reader.file(json);
  const { article, multiple } = reader.object(weights.shares, '“shares”');
  if (!isShare(article) || !isShare(multiple))
    return reader.refuse('shares between 0 and 1', `${article} and ${multiple}`);
  const types = reader.classifier(weights.types, 'page classes');
  const fits =
    types.classes.every(name => (PAGE_CLASSES as readonly string[]).includes(name)) &&
    types.attributes.map(({ name }) => name).join() === PAGE_FEATURES.join();
  if (fits) return { shares: { article, multiple }, types, card };
  return reader.refuse(
    `a classifier of ${PAGE_CLASSES.join(', ')} by ${PAGE_FEATURES.length} features of this version`,
    `${types.classes.join(', ')} by ${types.attributes.length}`,
  );
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 1;
}

export function plusExtractor(model: PlusModel): Extractor {
  return {
    name: 'density-plus',
    extract: page => {
      const map = plusMap(pageTree(page));
      const { comments, areas, ...rest } = segmentAs(map, pageClassOf(map, model), model.shares);
      const regions = {
        ...rest,
        comments: comments.slice(0, MAX_REGIONS),
        areas: areas.slice(0, MAX_REGIONS),
      };
      return extractionOf(map.sd, regions, (region, role) => plusText(map, region, role !== 'article'));
    },
    explain: page => explainMap(plusMap(pageTree(page)), model),
  };
}

/** Writing the text of a region takes a walk over the page, so their number is limited. */
export const MAX_REGIONS = 200;

interface PlusRegion {
  readonly node: number;
  readonly density: number;
}

type PlusSegmentation = DetectedRegions<PlusRegion>;

function pageClassOf(map: PageMap, { types }: PlusModel): PageClass {
  const row = denseMatrix([pageFeatures(map)], PAGE_FEATURES.length);
  return types.classes[types.predict(row)[0]!] as PageClass;
}

export function segmentAs(map: PageMap, pageClass: PageClass, shares: ContainerShares): PlusSegmentation {
  if (pageClass === 'multiple') {
    return { pageClass, article: undefined, comments: [], areas: areasOf(map, shares.multiple) };
  }
  const node = containerOf(map, shares.article, false);
  const article = { node, density: map.characters[node]! - map.commented[node]! };
  const comments = pageClass === 'article' ? [] : map.commentNodes;
  const commentRegions = comments.map(comment => ({ node: comment, density: map.commented[comment]! }));
  return { pageClass, article, comments: commentRegions, areas: [] };
}

const MIN_GROUP_SHARE = 0.8;

function areasOf(map: PageMap, share: number): PlusRegion[] {
  const node = containerOf(map, share, true);
  const group = largestGroup(map, node);
  const region = (part: number) => ({ node: part, density: map.characters[part]! });
  const isWhole = group === undefined || group.characters < MIN_GROUP_SHARE * map.characters[node]!;
  return isWhole ? [region(node)] : group.nodes.map(region);
}

export function plusText({ sd, part }: PageMap, { node }: PlusRegion, withComments: boolean): string {
  const { tree } = sd;
  return writeText(tree, text => {
    if (text < node || text >= tree.end[node]! || sd.isIgnored[text] === 1) return '';
    if (part[text] === NOISE || (part[text] === COMMENT && !withComments)) return '';
    return tree.tag[text] === TAG['#text'] ? tree.text(text) : '';
  });
}

function explainMap(map: PageMap, model: PlusModel): Explanation {
  const row = denseMatrix([pageFeatures(map)], PAGE_FEATURES.length);
  const probabilities = model.types.probabilities(row);
  const pageClass = pageClassOf(map, model);
  const { article, areas, comments } = segmentAs(map, pageClass, model.shares);
  const isMain = new Set([...(article ? [article] : []), ...areas].map(({ node }) => node));
  const isComment = new Set(comments.map(({ node }) => node));
  const { tree, isStrong } = map.sd;
  const all = Math.max(1, map.characters[0]!);
  const findings: Finding[] = [];
  for (let node = 1; node < tree.count; node++) {
    const part = map.part[node]!;
    const isOutermost = part !== map.part[tree.parent[node]!];
    if (isStrong[node] === 0 && !isMain.has(node) && !(part === NOISE && isOutermost)) continue;
    if (part === NOISE && !isOutermost) continue;
    const share = map.characters[node]! / all;
    const reason = isMain.has(node)
      ? 'chosen: the deepest element with enough of the text'
      : isComment.has(node)
        ? 'comments, by the names of its element'
        : part === NOISE
          ? 'noise, by its tag or names'
          : `contains ${Math.round(100 * share)} % of the text`;
    const evidence = [
      { fact: `${map.characters[node]} of ${map.characters[0]} characters`, weight: share },
      { fact: `${map.linked[node]} characters in links`, weight: -map.linked[node]! / all },
      { fact: `${map.commented[node]} characters of comments`, weight: -map.commented[node]! / all },
    ];
    findings.push({
      node,
      kept: isMain.has(node),
      stage: 'element',
      reason,
      score: Math.min(1, share),
      evidence,
    });
  }
  const classes = model.types.classes.map((name, i) => `${name} ${probabilities[i]!.toFixed(2)}`).join(', ');
  const { article: one, multiple } = model.shares;
  return {
    notes: [
      `page class ${pageClass} (${classes})`,
      `the main element contains at least ${one} of an article’s text, ${multiple} of several areas’`,
    ],
    findings,
  };
}

export interface PlusExample {
  readonly gold: GoldPage;
  readonly features: readonly number[];
  readonly accuracies: readonly number[];
}

export const SHARE_GRID: readonly number[] = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

export function shareAccuracies(map: PageMap, gold: GoldPage): number[] {
  return SHARE_GRID.map(share => {
    const cut = segmentAs(map, gold.pageClass, { article: share, multiple: share });
    return regionAccuracyOf(cut, gold) ?? Number.NaN;
  });
}

const USUAL_SHARE = 0.7;

export function learnShares(examples: readonly PlusExample[]): ContainerShares {
  const best = (isMultiple: boolean) => {
    const pages = examples.filter(({ gold }) => (gold.pageClass === 'multiple') === isMultiple);
    if (pages.length === 0) return USUAL_SHARE;
    const means = SHARE_GRID.map((_, i) =>
      meanOf(pages.map(page => page.accuracies[i]!).filter(accuracy => !Number.isNaN(accuracy))),
    );
    return SHARE_GRID[means.indexOf(Math.max(...means))]!;
  };
  return { article: best(false), multiple: best(true) };
}

/** Boosted trees; every class has the same total weight, because the training set does not reflect the web. */
export function learnTypes(examples: readonly PlusExample[]): ClassifierModel {
  const countOf = (name: PageClass) => examples.filter(({ gold }) => gold.pageClass === name).length;
  const classes = PAGE_CLASSES.filter(name => countOf(name) > 0);
  const data = datasetFromRows({
    attributes: numericAttributes(PAGE_FEATURES),
    rows: examples.map(({ features }) => features),
    labels: examples.map(({ gold }) => gold.pageClass),
    classes,
    weights: examples.map(({ gold }) => examples.length / (classes.length * countOf(gold.pageClass))),
  });
  return createClassifier('boosting').fit(data) as ClassifierModel;
}
