import type { Blocks } from '../../blocks/blocks.js';
import { memoisedByIndex } from '../../lazy.js';
import { type NodeNames, nodeNames } from '../name-groups.js';
import { groupPaths, type Landmarks, landmarks, type NodeSums, nodeSums, type Paths } from './structure.js';
import { measureTexts, type TextMeasurements } from './text.js';

/** Metadata used as features. */
export interface PageHints {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly heading?: number | undefined;
  readonly description?: string | undefined;
  readonly ogType?: string | undefined;
  /** Schema.org types declared by the page, without the namespace: `NewsArticle`, `Product`. */
  readonly schemaTypes: readonly string[];
  readonly articleBody?: string | undefined;
}

/** Measurements of a page, shared by the feature families and later stages. */
export interface PageMeasurements {
  readonly blocks: Blocks;
  readonly hints: PageHints;
  readonly names: NodeNames;
  readonly sums: NodeSums;
  readonly texts: TextMeasurements;
  readonly paths: Paths;
  readonly landmarks: Landmarks;
  /** Memoised results of later stages by the function that computed them, see `onceAPage`. */
  readonly made: Map<(page: PageMeasurements) => unknown, unknown>;
}

export function oncePerPage<T>(page: PageMeasurements, make: (page: PageMeasurements) => T): T {
  let made = page.made.get(make);
  if (made === undefined && !page.made.has(make)) {
    made = make(page);
    page.made.set(make, made);
  }
  return made as T;
}

/** Memoises `read` per page and node. Its values must not be NaN. */
export function oncePerNode(
  read: (page: PageMeasurements, node: number) => number,
): (page: PageMeasurements) => (node: number) => number {
  const ofPage = (page: PageMeasurements) =>
    memoisedByIndex(page.blocks.tree.count, node => read(page, node));
  return page => oncePerPage(page, ofPage);
}

export function measurePage(blocks: Blocks, hints: PageHints): PageMeasurements {
  const sums = nodeSums(blocks);
  const names = nodeNames(blocks.tree);
  return {
    blocks,
    hints,
    names,
    sums,
    texts: measureTexts(blocks, hints),
    paths: groupPaths(blocks, names),
    landmarks: landmarks(blocks, sums, names, hints.heading),
    made: new Map(),
  };
}
