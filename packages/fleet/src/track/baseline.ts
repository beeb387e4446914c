import type { Observation } from '@webpith/store';
import { TRACKED, WORD_COLUMNS } from './observe.js';

export interface Baseline {
  pages: number;
  /** Columns available in all rows; default: all tracked columns. */
  columns?: readonly string[];
  /** By page type; words and confidence of a sample of pages. */
  readonly byType: Record<string, { pages: number; words: number[]; confidence: number[] }>;
  readonly fields: Record<string, number>;
}

export const newBaseline = (): Baseline => ({ pages: 0, byType: {}, fields: {} });

const MOST_VALUES = 200;
/** With fewer sampled pages of its type, a page is compared with pages of all types. */
const FEW_VALUES = 5;
/** Share of pages below which a type is unusual, and from which a field is expected. */
const RARE = 0.05;
const EXPECTED = 0.7;
/** Tail probability on either side beyond which a page is unusual. */
const TAIL = 0.05;
/** Required distance from the tail: a third shorter, twice as long, or visibly less confident. Set by hand. */
const SHORTER = 1.5;
const LONGER = 2;
const LESS_SURE = 0.05;

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

/** Signs of degraded extraction by kind; true if the page shows them. Kinds that cannot be determined are absent. */
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

function columnsOfBoth({ pages, columns: before = TRACKED }: Baseline, now: readonly string[]) {
  return pages === 0 ? now : now.filter(column => before.includes(column));
}

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
