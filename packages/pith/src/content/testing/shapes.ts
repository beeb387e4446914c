import { treeFromHtml } from '../../tree/from-html.js';
import { TAG } from '../../tree/names.js';
import { UNSEEN } from '../../tree/tree.js';
import type { ContentNode } from '../content.js';
import { type ContentOptions, contentFromTree } from '../from-tree.js';

/** Content of a page with all text kept, except in elements of class `drop`. */
export function contentOf(html: string, options?: ContentOptions): ContentNode[] {
  const tree = treeFromHtml(html);
  const kept = new Uint8Array(tree.count);
  for (let n = 0; n < tree.count; n++) {
    if (tree.tag[n] === TAG['#text'] && (tree.flags[n]! & UNSEEN) === 0) kept[n] = 1;
  }
  for (let n = 0; n < tree.count; n++) {
    if (tree.attributes(n).some(([name, value]) => name === 'class' && value === 'drop'))
      kept.fill(0, n, tree.end[n]);
  }
  return contentFromTree(tree, kept, options);
}

/** Without node ids. */
export function shapeOf(html: string, options?: ContentOptions): unknown {
  return JSON.parse(
    JSON.stringify(contentOf(html, options), (key, value) => (key === 'node' ? undefined : value)),
  );
}

export const text = (value: string) => ({ type: 'text', text: value });
export const paragraph = (...children: unknown[]) => ({
  type: 'paragraph',
  children: children.map(child => (typeof child === 'string' ? text(child) : child)),
});
