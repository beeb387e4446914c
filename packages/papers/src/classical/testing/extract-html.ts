import { type PageTree, treeFromHtml } from 'webpith/stages';

/** Extracts the text of an HTML string. */
export function extractHtml<O>(
  text: (tree: PageTree, option?: O) => string,
  html: string,
  option?: O,
): string {
  return text(treeFromHtml(html), option);
}

/** Number of the first element with an id. */
export function nodeById(tree: PageTree, id: string): number {
  for (let node = 1; node < tree.count; node++) {
    if (tree.attributes(node).some(([name, value]) => name === 'id' && value === id)) return node;
  }
  throw new Error(`Expected an element with the id “${id}”; the page has none.`);
}
