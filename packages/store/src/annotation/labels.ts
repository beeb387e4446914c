import { inChunks } from '../in-chunks.js';
import type { Store } from '../store.js';
import type { AnnotationTable } from './tables.js';

/** Whether a label is on a node alone or on all that is inside it. */
export type LabelScope = 'node' | 'subtree';

/** What a label is put on: a node, or some characters of a text node. */
export interface LabelPlace {
  readonly node: number;
  readonly start?: number;
  readonly end?: number;
}

/** A label that stands. */
export interface StoredLabel extends LabelPlace {
  readonly label: string;
  readonly scope: LabelScope;
}

/** One thing that an annotator does: puts a label, or with null takes it away. */
export interface LabelOperation extends LabelPlace {
  /** Chosen by the caller: an operation that comes twice counts once. */
  readonly id: string;
  readonly label: string | null;
  readonly scope?: LabelScope;
}

/** One save of an annotator. */
export interface LabelSave {
  readonly page: string;
  readonly annotator: string;
  readonly operations: readonly LabelOperation[];
  /** Whether the annotator is done with the page; as it was where absent. */
  readonly done?: boolean;
}

/** How far an annotator is with a page. */
export interface AnnotationState {
  readonly page: string;
  readonly annotator: string;
  readonly revision: number;
  /** How many labels stand. */
  readonly count: number;
  readonly done: boolean;
  readonly updated: string;
}

/** All that one annotator says of one page. */
export interface PageAnnotation extends AnnotationState {
  readonly labels: readonly StoredLabel[];
}

/** What one annotator says of a page; without any label where nothing was said yet. */
export async function readPageAnnotation(
  { db }: Store,
  page: string,
  annotator: string,
): Promise<PageAnnotation> {
  // One statement, so that labels and revision are of the same moment in both databases.
  const rows = await db
    .selectFrom('annotation')
    .leftJoin('label', join =>
      join.onRef('label.page', '=', 'annotation.page').onRef('label.annotator', '=', 'annotation.annotator'),
    )
    .select(['revision', 'labels', 'done', 'updated', 'node', 'start_at', 'end_at', 'label', 'scope'])
    .where('annotation.page', '=', page)
    .where('annotation.annotator', '=', annotator)
    .orderBy('node')
    .orderBy('start_at')
    .orderBy('end_at')
    .execute();
  const [first] = rows;
  if (first === undefined)
    return { page, annotator, revision: 0, count: 0, done: false, updated: '', labels: [] };
  return {
    ...stateOf({ page, annotator, ...first }),
    labels: rows.flatMap(row => (row.node === null ? [] : [labelOf(row as LabelRow)])),
  };
}

/** How far all annotators are with some pages. */
export async function readAnnotationStates(
  { db }: Store,
  pages: readonly string[],
): Promise<AnnotationState[]> {
  const found: AnnotationState[] = [];
  for (const part of inChunks(pages)) {
    const rows = await db
      .selectFrom('annotation')
      .selectAll()
      .where('page', 'in', part)
      .orderBy('annotator')
      .execute();
    found.push(...rows.map(stateOf));
  }
  return found;
}

/** Everything that was ever said of a page by an annotator, oldest first. */
export async function readLabelHistory(
  { db }: Store,
  page: string,
  annotator: string,
): Promise<(LabelOperation & { readonly revision: number; readonly at: string })[]> {
  const rows = await db
    .selectFrom('label_operation')
    .selectAll()
    .where('page', '=', page)
    .where('annotator', '=', annotator)
    .orderBy('revision')
    .orderBy('place')
    .execute();
  return rows.map(row => ({
    id: row.id,
    ...placeOf(row),
    label: row.label,
    scope: row.scope as LabelScope,
    revision: row.revision,
    at: row.at,
  }));
}

interface PlaceRow {
  readonly node: number;
  readonly start_at: number;
  readonly end_at: number;
}
type LabelRow = PlaceRow & { readonly label: string; readonly scope: string };

const placeOf = ({ node, start_at, end_at }: PlaceRow): LabelPlace =>
  start_at < 0 ? { node } : { node, start: start_at, end: end_at };

const labelOf = (row: LabelRow): StoredLabel => ({
  ...placeOf(row),
  label: row.label,
  scope: row.scope as LabelScope,
});

export function stateOf(row: AnnotationTable): AnnotationState {
  const { page, annotator, revision, labels: count, done, updated } = row;
  return { page, annotator, revision, count, done: done === 1, updated };
}
