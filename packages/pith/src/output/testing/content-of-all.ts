import type { ContentNode } from '../../content/content.js';
import { contentFromTree } from '../../content/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { TAG } from '../../tree/names.js';

/** Content of a page with every text kept, including scripts: the worst case. */
export function contentOfAll(html: string, options: { readonly baseUrl?: string } = {}): ContentNode[] {
  const tree = treeFromHtml(html);
  const kept = new Uint8Array(tree.count);
  for (let node = 0; node < tree.count; node++) if (tree.tag[node] === TAG['#text']) kept[node] = 1;
  return contentFromTree(tree, kept, options);
}
