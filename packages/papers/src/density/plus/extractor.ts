import type { Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { DensityExtraction } from '../extractor.js';
import type { PlusModel } from './model.js';
import type { PageMap } from './page-map.js';
import { type PlusRegion, type PlusSegmentation, plusText, plusTitle, segmentPlus } from './segment.js';

export function plusExtractor(model: PlusModel): Extractor {
  return {
    name: 'density-plus',
    extract: page => {
      const { map, segmentation } = segmentPlus(pageTree(page), model);
      return plusExtraction(map, segmentation);
    },
  };
}

/** Each area takes a walk over the page, so their number is limited. */
const AREAS_APART = 200;

function plusExtraction(map: PageMap, segmentation: PlusSegmentation): DensityExtraction {
  const { pageClass, article, comments, areas } = segmentation;
  const kept = {
    article: article === undefined ? [] : [article],
    comments: comments.slice(0, AREAS_APART),
    multiple: areas.slice(0, AREAS_APART),
  };
  const regions = Object.entries(kept).filter(([, list]) => list.length > 0);
  const texts = Object.fromEntries(
    regions.map(([role, list]) => [role, list.map(region => plusText(map, region, role !== 'article'))]),
  );
  const main = article ?? areas[0];
  const title = main && plusTitle(map, main);
  return {
    text: (texts.article ?? texts.multiple ?? []).join('\n'),
    type: pageClass,
    regions: texts,
    labels: Object.fromEntries(regions.flatMap(([role, list]) => list.map(({ node }) => [node, role]))),
    relations: article === undefined ? [] : kept.comments.map(comment => relation(map, article, comment)),
    ...(texts.comments === undefined ? {} : { comments: texts.comments }),
    ...(title === undefined ? {} : { title }),
  };
}

function relation({ sd: { tree } }: PageMap, article: PlusRegion, comment: PlusRegion) {
  let common = article.node;
  while (common > 0 && !tree.contains(common, comment.node)) common = tree.parent[common]!;
  return { region: comment.node, role: 'comments' as const, of: article.node, commonParent: common };
}
