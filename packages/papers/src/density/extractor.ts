import type { Extraction, Extractor } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import type { DensityModel } from './model.js';
import type { Region } from './regions.js';
import { type Segmentation, segment } from './segment.js';

export interface RegionRelation {
  readonly region: number;
  readonly role: 'comments';
  readonly of: number;
  /** Lowest common ancestor. */
  readonly commonParent: number;
}

export interface DensityExtraction extends Extraction {
  readonly relations: readonly RegionRelation[];
}

/** Relations are found by walking up, so their number is limited. */
const RELATIONS_SHOWN = 200;

export function densityExtractor(model: DensityModel, name = 'density'): Extractor {
  return { name, extract: page => densityExtraction(segment(pageTree(page), model)) };
}

/** Converts a segmentation to the lab's format: text, regions by role, node labels, relations. */
export function densityExtraction(segmentation: Segmentation): DensityExtraction {
  const { pageClass, article, comments, areas, sd, textOf } = segmentation;
  const kept: Readonly<Record<string, readonly Region[]>> = {
    article: article === undefined ? [] : [article],
    comments,
    multiple: areas,
  };
  const regions = Object.entries(kept).filter(([, list]) => list.length > 0);
  const texts = Object.fromEntries(regions.map(([role, list]) => [role, list.map(textOf)]));
  const title = article?.title ?? areas[0]?.title;
  return {
    text: (texts.article ?? texts.multiple ?? []).join('\n'),
    type: pageClass,
    regions: texts,
    labels: Object.fromEntries(regions.flatMap(([role, list]) => list.map(({ node }) => [node, role]))),
    relations: relationsOf(segmentation),
    ...(texts.comments === undefined ? {} : { comments: texts.comments }),
    ...(title === undefined ? {} : { title: sd.tree.textContent(title.node).replace(/\s+/g, ' ').trim() }),
  };
}

function relationsOf({ article, comments, commonParent }: Segmentation): RegionRelation[] {
  if (article === undefined) return [];
  return comments.slice(0, RELATIONS_SHOWN).map(comment => ({
    region: comment.node,
    role: 'comments' as const,
    of: article.node,
    commonParent: commonParent(article, comment),
  }));
}
