import { onceAPage, type PageFacts } from '../features/facts/page-facts.js';
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

/** What `read` says of the class of a node, read once for each class of a page. */
export function rememberedByClass<T>(read: (names: string) => T): (facts: PageFacts) => (node: number) => T {
  const ofPage = ({ blocks: { tree }, names: { classNumbers } }: PageFacts) => {
    const known: T[] = [];
    return (node: number) => {
      const number = classNumbers[node]!;
      if (number === 0) return read(classOf(tree, node));
      if (known[number] === undefined) known[number] = read(classOf(tree, node));
      return known[number];
    };
  };
  return facts => onceAPage(facts, ofPage);
}
