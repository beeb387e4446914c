import { type Analysis, analyse, type PageTree, pageText, treeFromHtml } from 'webpith/stages';
import type { Gold, Page } from './corpus.js';

/** The tree of a page: the one it came with, from a browser say, or its HTML parsed anew at every call. */
export function pageTree(page: Pick<Page, 'html' | 'tree'>): PageTree {
  return page.tree ?? treeFromHtml(pageText(page.html).text);
}

/** The address of a page as the library is told it. */
export function addressOf({ url }: Pick<Gold, 'url'>): { readonly url?: string } {
  return url === undefined ? {} : { url };
}

/** The blocks and features of a page. */
export function analysePage(page: Pick<Page, 'html' | 'tree' | 'url'>): Analysis {
  return analyse(page.tree ?? page.html, addressOf(page));
}
