import type { Blocks } from '../../blocks/blocks.js';
import { memoisedByIndex } from '../../lazy.js';
import { type NodeNames, nodeNames } from '../name-groups.js';
import { type Landmarks, landmarks } from './landmarks.js';
import { type NodeSums, nodeSums } from './node-sums.js';
import { type Paths, paths } from './paths.js';
import { type TextFacts, textFacts } from './text-facts.js';

/** What the page says about itself outside its text. */
export interface PageHints {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  /** The block that shows the title. */
  readonly heading?: number | undefined;
  readonly description?: string | undefined;
  readonly ogType?: string | undefined;
  /** Types of schema.org that the page names, without the address: `NewsArticle`, `Product`. */
  readonly schemaTypes: readonly string[];
  /** The article's text as JSON-LD gives it. */
  readonly articleBody?: string | undefined;
}

/** Everything the families of features read, made once a page. */
export interface PageFacts {
  readonly blocks: Blocks;
  readonly hints: PageHints;
  readonly names: NodeNames;
  readonly sums: NodeSums;
  readonly texts: TextFacts;
  readonly paths: Paths;
  readonly landmarks: Landmarks;
  /** What later stages have made of the page, by what made it; gone with the page. */
  readonly made: Map<(facts: PageFacts) => unknown, unknown>;
}

/** What `make` gives for a page, made once however many stages ask. */
export function onceAPage<T>(facts: PageFacts, make: (facts: PageFacts) => T): T {
  let made = facts.made.get(make);
  if (made === undefined && !facts.made.has(make)) {
    made = make(facts);
    facts.made.set(make, made);
  }
  return made as T;
}

/** The same of each node: what `read` says of it, never NaN. */
export function onceANode(
  read: (facts: PageFacts, node: number) => number,
): (facts: PageFacts) => (node: number) => number {
  const ofPage = (facts: PageFacts) => memoisedByIndex(facts.blocks.tree.count, node => read(facts, node));
  return facts => onceAPage(facts, ofPage);
}

export function pageFacts(blocks: Blocks, hints: PageHints): PageFacts {
  const sums = nodeSums(blocks);
  const names = nodeNames(blocks.tree);
  return {
    blocks,
    hints,
    names,
    sums,
    texts: textFacts(blocks, hints),
    paths: paths(blocks, names),
    landmarks: landmarks(blocks, sums, names, hints.heading),
    made: new Map(),
  };
}
