import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

/** Longer attributes are data, not names. */
const MAX_NAME_LENGTH = 300;

/** Class of an element in lower case with camel case cut apart, or the empty string. */
export function classOf(tree: PageTree, node: number): string {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || names === '') return '';
  const name = names.slice(0, MAX_NAME_LENGTH);
  // Most have no capital at all, which is soon seen.
  return /[^ -@[-~]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase() : name;
}
