/** One entry of the search: a section of a page. */
export interface SearchEntry {
  readonly id: number;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** From the site's root. */
  readonly address: string;
}

/** What is indexed and what comes back; the same when the index is made and when it is read. */
export const SEARCH = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'address'],
  searchOptions: { boost: { page: 3, heading: 4 }, prefix: true, fuzzy: 0.15 },
};
