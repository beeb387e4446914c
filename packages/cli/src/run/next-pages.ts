import type { Extraction } from '../lab.js';
import { isSameHost, withoutFragment } from './addresses.js';

/** Most pages of one article that are fetched, the first included. */
export const MOST_PAGES = 20;

/** What a method that knows about articles of several pages gives. */
interface PagedExtraction extends Extraction {
  readonly article?: { readonly nextPage?: string };
}

/** An extraction of several pages: the first with the texts of all, and where those came from. */
export interface JoinedExtraction extends Extraction {
  readonly pages?: readonly string[];
}

/** Fetches a page and extracts it; `url` is where it was found in the end. */
export type NextExtraction = (
  address: string,
) => Promise<{ readonly url: string; readonly extraction: Extraction }>;

/**
 * Follows the link to the next page of an article and joins the texts. It stops after `MOST_PAGES`, at an address that
 * was there before, at another host, and at a page that says nothing new.
 */
export async function withNextPages(
  first: Extraction,
  url: string,
  next: NextExtraction,
): Promise<JoinedExtraction> {
  const seen = new Set([withoutFragment(url)]);
  const texts = [first.text];
  const pages = [url];
  let page: PagedExtraction = first;
  while (pages.length < MOST_PAGES) {
    const address = page.article?.nextPage;
    if (address === undefined || !isSameHost(address, url) || seen.has(withoutFragment(address))) break;
    seen.add(withoutFragment(address));
    const found = await next(address);
    // A redirection may lead back to a page that is there already, or away.
    const isBack = found.url !== address && seen.has(withoutFragment(found.url));
    if (isBack || !isSameHost(found.url, url) || texts.includes(found.extraction.text)) break;
    seen.add(withoutFragment(found.url));
    texts.push(found.extraction.text);
    pages.push(found.url);
    page = found.extraction;
  }
  return pages.length === 1 ? first : { ...first, text: texts.join('\n'), pages };
}
