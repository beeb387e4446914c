import type { Observation } from '@webpith/store';
import { TRACKED, WORD_COLUMNS } from './columns.js';

/** What came out of the pages of a site as a rule. */
export interface Baseline {
  pages: number;
  /** Columns that the rows of all of them could have; where it is not said, all that are looked at. */
  columns?: readonly string[];
  /** By page type, words and confidence of some pages. */
  readonly byType: Record<string, { pages: number; words: number[]; confidence: number[] }>;
  /** On how many pages each field was found. */
  readonly fields: Record<string, number>;
}

/** A baseline of no pages. */
export const newBaseline = (): Baseline => ({ pages: 0, byType: {}, fields: {} });

/** Pages of a type of which words and confidence are kept. */
const MOST_VALUES = 200;
/** With fewer pages of a type, those of all types speak for it. */
const FEW_VALUES = 5;
/** What is rarer than this among the pages is not usual for a site; what is as common as that is expected. */
const RARE = 0.05;
const EXPECTED = 0.7;
/** Tail of the values in which a page is called odd, on either side. */
const TAIL = 0.05;
/** How far beyond that tail a page must lie: text a third shorter or twice as long, confidence by a step that a person would see. */
const SHORTER = 1.5;
const LONGER = 2;
const LESS_SURE = 0.05;

/** Learns from one page, whose row could have these columns. */
export function addToBaseline(
  baseline: Baseline,
  { type, words, confidence, fields, error }: Observation,
  columns: readonly string[] = TRACKED,
): void {
  baseline.columns = columnsOfBoth(baseline, columns);
  baseline.pages++;
  for (const field of fields) baseline.fields[field] = (baseline.fields[field] ?? 0) + 1;
  if (error !== undefined) return;
  baseline.byType[type] ??= { pages: 0, words: [], confidence: [] };
  const values = baseline.byType[type];
  values.pages++;
  if (values.words.length >= MOST_VALUES) return;
  values.words.push(words);
  values.confidence.push(confidence);
}

/** Signs that the extraction of a page is not what it used to be; absent where they cannot be told. */
export function signsOf(
  baseline: Baseline,
  page: Observation,
  columns: readonly string[] = TRACKED,
): Map<string, boolean> {
  const both = columnsOfBoth(baseline, columns);
  const countsAlike = areWordsAlike(baseline, columns);
  const failed = page.error !== undefined || (countsAlike && page.words === 0);
  const signs = new Map([['failed', failed]]);
  if (failed) return signs;
  if (both.includes('type'))
    signs.set('type', (baseline.byType[page.type]?.pages ?? 0) < RARE * baseline.pages);
  const words = valuesOf(baseline, page.type, 'words');
  if (words.length > 0 && countsAlike) {
    signs.set('shorter', page.words < quantile(words, TAIL) / SHORTER);
    signs.set('longer', page.words > quantile(words, 1 - TAIL) * LONGER);
  }
  const confidence = valuesOf(baseline, page.type, 'confidence');
  if (confidence.length > 0 && both.includes('confidence'))
    signs.set('confidence', page.confidence < quantile(confidence, TAIL) - LESS_SURE);
  for (const [field, pages] of Object.entries(baseline.fields)) {
    const isExpected = pages >= EXPECTED * baseline.pages && both.includes(field);
    if (isExpected) signs.set(`field ${field}`, !page.fields.includes(field));
  }
  return signs;
}

/** The columns that rows could have before and can have now: others say nothing about pages. */
function columnsOfBoth({ pages, columns: before = TRACKED }: Baseline, now: readonly string[]) {
  return pages === 0 ? now : now.filter(column => before.includes(column));
}

/** Whether words were counted in the same columns then as now. */
function areWordsAlike({ pages, columns: before = TRACKED }: Baseline, now: readonly string[]): boolean {
  if (!WORD_COLUMNS.some(column => now.includes(column))) return false;
  return pages === 0 || WORD_COLUMNS.every(column => before.includes(column) === now.includes(column));
}

function valuesOf({ byType }: Baseline, type: string, of: 'words' | 'confidence'): number[] {
  const own = byType[type]?.[of] ?? [];
  return own.length >= FEW_VALUES ? own : Object.values(byType).flatMap(values => values[of]);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
