import type { PageFacts } from '../features/facts/page-facts.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS, type NameGroup } from '../features/name-groups.js';
import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

/** Bits of several meanings of names, for `isNamed`. */
export type NameMask = Uint32Array;

/** The mask of some meanings. */
export function nameMask(...groups: readonly NameGroup[]): NameMask {
  const mask = new Uint32Array(GROUP_WORDS_PER_NODE);
  for (const group of groups) {
    const bit = NAME_GROUPS.indexOf(group);
    mask[bit >>> 5]! |= 1 << (bit & 31);
  }
  return mask;
}

/** Whether a node's own names carry one of the meanings. */
export function isNamed({ names: { groups } }: PageFacts, node: number, mask: NameMask): boolean {
  const at = node * GROUP_WORDS_PER_NODE;
  for (let word = 0; word < GROUP_WORDS_PER_NODE; word++) {
    if ((groups[at + word]! & mask[word]!) !== 0) return true;
  }
  return false;
}

/** Longer attributes are data, not names. */
const MAX_NAME_LENGTH = 300;

/** Class of an element in lower case with camel case cut apart, or the empty string. */
export function classOf(tree: PageTree, node: number): string {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || names === '') return '';
  return names
    .slice(0, MAX_NAME_LENGTH)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();
}
