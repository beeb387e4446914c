/** A section of a page. */
export interface SearchEntry {
  readonly id: number;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Relative to the root of the site. */
  readonly address: string;
}

/** Options of MiniSearch; must be the same when the index is built and when it is loaded. */
export const SEARCH = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'address'],
  searchOptions: { boost: { page: 3, heading: 4 }, prefix: true, fuzzy: 0.15 },
};
