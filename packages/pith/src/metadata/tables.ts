import { authorCandidates, isWeakAuthor } from './authors/candidates.js';
import { AUTHOR_COLUMNS, authorRows } from './authors/columns.js';
import { dateCandidates, isWeakDate, ownDates } from './dates/candidates.js';
import { BESIDE_DATES, besideDates, DATE_COLUMNS, dateRows } from './dates/columns.js';
import type { PageReading } from './page-reading.js';
import { TITLE_PLACES, titleCandidates } from './titles/candidates.js';
import { TITLE_MEASURES, titleRows } from './titles/choose.js';

export interface FactRow {
  readonly value: string;
  readonly row: readonly number[];
  /**
   * True if the value occurs only in weak places. If all values of a page without gold do so, they are negative
   * examples.
   */
  readonly isWeak: boolean;
  readonly beside: readonly number[];
}

export interface FactTable {
  readonly columns: readonly string[];
  readonly besideColumns: readonly string[];
  rows(page: PageReading): readonly FactRow[];
}

export const FACT_TABLES: Readonly<Record<'date' | 'title' | 'author', FactTable>> = {
  date: {
    columns: DATE_COLUMNS,
    besideColumns: BESIDE_DATES,
    rows(page) {
      const all = dateCandidates(page);
      const rows = dateRows(page, all);
      const own = ownDates(all);
      const beside = besideDates(page, own);
      return own.map((candidate, i) => ({
        value: candidate.day,
        row: rows[all.indexOf(candidate)]!,
        isWeak: isWeakDate(candidate),
        beside: beside[i]!,
      }));
    },
  },
  title: {
    columns: [...TITLE_PLACES, ...TITLE_MEASURES],
    besideColumns: [],
    rows(page) {
      const candidates = titleCandidates(page);
      return titleRows(page, candidates).map((row, i) => ({
        value: candidates[i]!.mentions[0]!.text,
        row,
        isWeak: false,
        beside: [],
      }));
    },
  },
  author: {
    columns: AUTHOR_COLUMNS,
    besideColumns: [],
    rows(page) {
      const candidates = authorCandidates(page);
      return authorRows(page, candidates).map((row, i) => ({
        value: candidates[i]!.name,
        row,
        isWeak: isWeakAuthor(candidates[i]!),
        beside: [],
      }));
    },
  },
};
