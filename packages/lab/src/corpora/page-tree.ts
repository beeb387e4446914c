import { type Analysis, analyse, type PageTree, pageText, treeFromHtml } from 'webpith/stages';
import type { Gold, Page } from './corpus.js';

/** The rendered tree of a page, otherwise its HTML, parsed at every call. */
export function pageTree(page: Pick<Page, 'html' | 'tree'>): PageTree {
  return page.tree ?? treeFromHtml(pageText(page.html).text);
}

export function addressOf({ url }: Pick<Gold, 'url'>): { readonly url?: string } {
  return url === undefined ? {} : { url };
}

export function analysePage(page: Pick<Page, 'html' | 'tree' | 'url'>): Analysis {
  return analyse(page.tree ?? page.html, addressOf(page));
}
