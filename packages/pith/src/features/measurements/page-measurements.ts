import type { Blocks } from '../../blocks/blocks.js';
import { memoisedByIndex, memoisedWeakly } from '../../lazy.js';
import { type NodeNames, nodeNames } from '../name-groups.js';
import { groupPaths, type Landmarks, landmarks, type NodeSums, nodeSums, type Paths } from './structure.js';
import { measureTexts, type TextMeasurements } from './text.js';

/** Metadata that the features use. */
export interface PageHints {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  /** The block that shows the title. */
  readonly heading?: number | undefined;
  readonly description?: string | undefined;
  readonly ogType?: string | undefined;
  readonly generator?: string | undefined;
  /** Schema.org types declared by the page, without the namespace: `NewsArticle`, `Product`. */
  readonly schemaTypes: readonly string[];
  readonly articleBody?: string | undefined;
}

/** Measurements of a page that features and later stages share. */
export interface PageMeasurements {
  readonly blocks: Blocks;
  readonly hints: PageHints;
  readonly names: NodeNames;
  readonly sums: NodeSums;
  readonly texts: TextMeasurements;
  readonly paths: Paths;
  readonly landmarks: Landmarks;
}

/** Memoises a function of the page until the page is garbage-collected. */
export function oncePerPage<T extends object>(make: (page: PageMeasurements) => T) {
  return memoisedWeakly(make);
}

/** Memoises a function of a page and a node. Its values must not be NaN. */
export function oncePerNode(read: (page: PageMeasurements, node: number) => number) {
  return oncePerPage(page => memoisedByIndex(page.blocks.tree.count, node => read(page, node)));
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
  };
}
