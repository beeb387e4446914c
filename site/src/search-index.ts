import MiniSearch from 'minisearch';
import type { SitePage } from './document.js';
import { SEARCH, type SearchEntry } from './search-fields.js';

/** The index of all sections, serialised for the search in the page. */
export function searchIndex(pages: readonly SitePage[]): string {
  const entries: SearchEntry[] = pages
    .flatMap(({ title, address, sections }) =>
      sections.map(({ heading, name, text }) => ({
        page: title,
        heading,
        text,
        address: name === '' ? address : `${address}#${name}`,
      })),
    )
    .map((entry, id) => ({ id, ...entry }));
  const index = new MiniSearch<SearchEntry>(SEARCH);
  index.addAll(entries);
  return JSON.stringify(index);
}
