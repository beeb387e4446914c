import type { PageTree } from 'webpith/stages';
import { type BaselineDefinition, defineBaseline, type Rules } from '../baseline.js';

/** Extracts the text of an HTML string. */
export function extractHtml<R extends Rules>(
  definition: BaselineDefinition<R>,
  html: string,
  options: Readonly<Record<string, unknown>> = {},
): string {
  const extractor = defineBaseline(definition).create(options);
  const extraction = extractor.extract({ id: 'page', html: new TextEncoder().encode(html) });
  return (extraction as { text: string }).text;
}

/** Number of the first element with an id. */
export function nodeById(tree: PageTree, id: string): number {
  for (let node = 1; node < tree.count; node++) {
    if (tree.attributes(node).some(([name, value]) => name === 'id' && value === id)) return node;
  }
  throw new Error(`Expected an element with the id “${id}”; the page has none.`);
}
