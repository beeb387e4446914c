import type { PageMap } from './page-map.js';

/** Linked characters count for less: navigation that nothing names is made of links, and so are lists of articles. */
const LINKED_WEIGHT = 0.25;

/** What a node holds for the choice of a container: text without comments, or with them. */
export function weightOf(map: PageMap, node: number, withComments: boolean): number {
  const plain = map.characters[node]! - (1 - LINKED_WEIGHT) * map.linked[node]!;
  return withComments ? plain : Math.max(0, plain - map.commented[node]!);
}

/** The deepest node that holds at least a share of the page's weight; the root where the page has none. */
export function containerOf(map: PageMap, share: number, withComments: boolean): number {
  const { tree } = map.sd;
  const least = weightOf(map, 0, withComments) * share;
  let container = 0;
  if (least === 0) return 0;
  for (let node = tree.firstChild(0); node >= 0; ) {
    if (map.sd.isStrong[node] === 1 && weightOf(map, node, withComments) >= least) {
      container = node;
      node = tree.firstChild(node);
    } else node = tree.nextSibling(node);
  }
  return container;
}
