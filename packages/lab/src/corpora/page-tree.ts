import { type PageTree, pageText, treeFromHtml } from 'webpith/internals';
import type { Page } from './corpus.js';

/** The tree of a page: the one it came with, from a browser say, or its HTML parsed anew at every call. */
export function pageTree(page: Pick<Page, 'html' | 'tree'>): PageTree {
  return page.tree ?? treeFromHtml(pageText(page.html).text);
}
