import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';

const MAX_NAME_LENGTH = 300;

/** The class attribute in lower case, with camel case split (`postBody` → `post-body`); empty if missing. */
export function classOf(tree: PageTree, node: number): string {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || names === '') return '';
  const name = names.slice(0, MAX_NAME_LENGTH);
  // Most classes have no capitals.
  return /[^ -@[-~]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase() : name;
}

/** Memoises a function of an element per page and class attribute; it must depend on nothing else. */
export function memoisedByClass<T>(
  read: (tree: PageTree, node: number) => T,
): (page: PageMeasurements) => (node: number) => T {
  return oncePerPage(({ blocks: { tree } }) => {
    const made = new Map<string, T>();
    return (node: number) => {
      const at = tree.attributeIndex(node, ATTR.class);
      const names = at < 0 ? '' : tree.source.slice(tree.attributeStart[at], tree.attributeStop[at]);
      let value = made.get(names);
      if (value === undefined) {
        value = read(tree, node);
        made.set(names, value);
      }
      return value;
    };
  });
}
