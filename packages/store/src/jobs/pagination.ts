/** Which part of a list is wanted: at most `limit` entries, those behind the one with the id `after`. */
export interface Pagination {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** Entries given where nobody says how many. */
export const DEFAULT_LIMIT = 100;
