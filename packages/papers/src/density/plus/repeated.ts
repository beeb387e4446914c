import { TAG } from 'webpith/stages';
import { namesOf } from './names.js';
import type { PageMap } from './page-map.js';

/** Siblings with the same tag and classes: posts of a discussion, entries of a list. */
export interface RepeatedGroup {
  readonly nodes: readonly number[];
  readonly characters: number;
}

const LEAST_MEMBERS = 3;
/** Minimum characters of a member. */
const LEAST_CHARACTERS = 20;

/** The group of siblings in a node with most text; undefined if nothing repeats. */
export function largestGroup(map: PageMap, container: number): RepeatedGroup | undefined {
  const { tree } = map.sd;
  const groups = new Map<string, number[]>();
  for (let node = container + 1; node < tree.end[container]!; node++) {
    if (tree.tag[node]! <= TAG['#comment'] || map.characters[node]! < LEAST_CHARACTERS) continue;
    if (map.sd.isStrong[node] === 0 && tree.tag[node] !== TAG.li) continue;
    const names = namesOf(tree, node).replace(/[\d_-]+/g, '');
    const key = `${tree.parent[node]} ${tree.tag[node]} ${names.split(/\s+/)[0]}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  let best: RepeatedGroup | undefined;
  for (const nodes of groups.values()) {
    if (nodes.length < LEAST_MEMBERS) continue;
    const characters = nodes.reduce((sum, node) => sum + map.characters[node]!, 0);
    if (characters > (best?.characters ?? 0)) best = { nodes, characters };
  }
  return best;
}
