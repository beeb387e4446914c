import type { PageMap } from './page-map.js';

/** Weight of linked characters: unnamed navigation and lists of articles consist of links. */
const LINKED_WEIGHT = 0.25;

/** Weight of a node for the choice of a container, with or without comments. */
export function weightOf(map: PageMap, node: number, withComments: boolean): number {
  const plain = map.characters[node]! - (1 - LINKED_WEIGHT) * map.linked[node]!;
  return withComments ? plain : Math.max(0, plain - map.commented[node]!);
}

/** The deepest node with at least this share of the page's weight; the root if the page has none. */
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
