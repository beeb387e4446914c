import { authorCandidates, isWeakAuthor } from './authors/candidates.js';
import { AUTHOR_COLUMNS, authorRows } from './authors/columns.js';
import { BESIDE_DATES, besideDates, dateCandidates, isWeakDate, ownDates } from './dates/candidates.js';
import { DATE_COLUMNS, dateRows } from './dates/columns.js';
import type { PageReading } from './page-reading.js';
import { titleCandidates } from './titles/candidates.js';
import { TITLE_COLUMNS, titleRows } from './titles/columns.js';

export interface FactRows {
  readonly values: readonly string[];
  readonly rows: readonly (readonly number[])[];
  /** True if a value occurs only in weak places. If all values of a page without gold do, they are negative examples. */
  readonly weak: readonly boolean[];
  readonly beside: readonly (readonly number[])[];
}

export interface FactTable {
  readonly columns: readonly string[];
  readonly besideColumns: readonly string[];
  read(page: PageReading): FactRows;
}

/** The fields that rankers decide, for training. */
export const FACT_TABLES: Readonly<Record<'date' | 'title' | 'author', FactTable>> = {
  date: {
    columns: DATE_COLUMNS,
    besideColumns: BESIDE_DATES,
    read(page) {
      const all = dateCandidates(page);
      const rows = dateRows(page, all);
      const own = ownDates(all);
      const candidates = own.map(i => all[i]!);
      return {
        values: candidates.map(({ day }) => day),
        rows: own.map(i => rows[i]!),
        weak: candidates.map(isWeakDate),
        beside: besideDates(page, candidates),
      };
    },
  },
  title: {
    columns: TITLE_COLUMNS,
    besideColumns: [],
    read(page) {
      const candidates = titleCandidates(page);
      return {
        values: candidates.map(({ mentions }) => mentions[0]!.text),
        rows: titleRows(page, candidates),
        weak: candidates.map(() => false),
        beside: candidates.map(() => []),
      };
    },
  },
  author: {
    columns: AUTHOR_COLUMNS,
    besideColumns: [],
    read(page) {
      const candidates = authorCandidates(page);
      return {
        values: candidates.map(({ name }) => name),
        rows: authorRows(page, candidates),
        weak: candidates.map(isWeakAuthor),
        beside: candidates.map(() => []),
      };
    },
  },
};
