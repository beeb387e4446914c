import { createHash } from 'node:crypto';
import { readCorpora, readPageBytes, readPages, readViewBytes, type Store, viewsWhere } from '@webpith/store';
import { siteOf } from 'webpith/stages';
import type { KnownPage } from './try-rules.js';

/** Pages of a site on which rules are tried; the latest of each kind. */
const MOST_PAGES = 12;
/** Longer pages would keep the reader waiting. */
const LONGEST = 4 * 2 ** 20;

/** Pages of a site that are known: those of corpora and those that were read, each page once. */
export async function knownPagesOfSite(store: Store, site: string): Promise<KnownPage[]> {
  const known: KnownPage[] = [];
  const seen = new Set<string>();
  const add = (page: KnownPage) => {
    const digest = createHash('sha256').update(page.page.bytes).digest('hex');
    if (seen.has(digest) || page.page.bytes.length > LONGEST) return;
    seen.add(digest);
    known.push(page);
  };
  const isOfSite = (url: string | undefined) => url !== undefined && siteOf({ url }) === site;
  for (const { id, title } of (await viewsWhere(store, isOfSite)).slice(0, MOST_PAGES)) {
    const page = await readViewBytes(store, id);
    if (page !== undefined) add({ id, page, ...(title === undefined ? {} : { title }) });
  }
  for (const { name } of await readCorpora(store)) {
    const pages = (await readPages(store, name)).filter(({ url }) => isOfSite(url));
    for (const { id, title, url } of pages.slice(-MOST_PAGES)) {
      const bytes = await readPageBytes(store, id);
      if (bytes !== undefined)
        add({ id, page: { bytes, url: url! }, ...(title === undefined ? {} : { title }) });
    }
  }
  return known.slice(0, 2 * MOST_PAGES);
}
