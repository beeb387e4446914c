import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { innermostRecords, type RecordGroup } from './repeated.js';

export interface Mark {
  readonly node: number;
  readonly strength: number;
}

// The constants of this file were set by hand on `forums` (docs/results/discussions.md).

export interface MarkReading<M extends Mark> {
  value(mark: M): string | undefined;
  /** Plausibility of the values of one place, in page order; at most 1. */
  plausibility(values: readonly string[], marks: readonly M[]): number;
}

/**
 * The mark of each post. A template prints the author of every post into one place, and the date into another, so the
 * place is chosen for all posts together: by the share of posts with it, the strength of its marks and the
 * plausibility of its values. Posts without it get their strongest mark. Marks for which `skip` is true do not count.
 */
export function templateMarks<M extends Mark>(
  page: PageMeasurements,
  group: RecordGroup,
  marks: readonly M[],
  reading: MarkReading<M>,
  skip: (record: number, node: number) => boolean,
): (M | undefined)[] {
  const count = group.starts.length;
  const owners = innermostRecords(
    group,
    marks.map(mark => mark.node),
  );
  const places = new Map<number, Place<M>>();
  const surest: (M | undefined)[] = group.starts.map(() => undefined);
  marks.forEach((mark, i) => {
    const owner = owners[i]!;
    if (owner < 0 || skip(owner, mark.node)) return;
    if (mark.strength > Math.max(SURE, surest[owner]?.strength ?? 0)) surest[owner] = mark;
    addMark(places, placeKey(page, mark.node), owner, mark);
  });
  const best = bestPlace([...places.values()], reading, count);
  if (best === undefined) return surest;
  const chosen = [...surest];
  best.records.forEach((record, i) => {
    chosen[record] = best.marks[i]!;
  });
  return chosen;
}

/** The strongest mark in each entry. */
export function surestMarks<M extends Mark>(group: RecordGroup, marks: readonly M[]): (M | undefined)[] {
  const best: (M | undefined)[] = group.starts.map(() => undefined);
  const owners = innermostRecords(
    group,
    marks.map(mark => mark.node),
  );
  marks.forEach((mark, i) => {
    const owner = owners[i]!;
    if (owner >= 0 && mark.strength > (best[owner]?.strength ?? 0)) best[owner] = mark;
  });
  return best;
}

/** Weaker marks count only as part of a template. */
const SURE = 0.9;

interface Place<M> {
  readonly records: number[];
  readonly marks: M[];
}

function addMark<M extends Mark>(places: Map<number, Place<M>>, key: number, record: number, mark: M): void {
  const place = places.get(key);
  if (place === undefined) places.set(key, { records: [record], marks: [mark] });
  else if (place.records.at(-1) !== record) {
    place.records.push(record);
    place.marks.push(mark);
  }
}

const STEPS = 3;

/** Equal for elements from one place of a template: by tags and first class names of the element and its ancestors. */
function placeKey({ blocks: { tree } }: PageMeasurements, node: number): number {
  let key = 0;
  let n = tree.tag[node] === TAG['#text'] ? tree.parent[node]! : node;
  for (let step = 0; n > 0 && step < STEPS; n = tree.parent[n]!, step++) {
    key = (Math.imul(key, 31) + Math.imul(firstName(tree, n), 17) + tree.tag[n]!) | 0;
  }
  return key;
}

/** Hash of the first class name without digits; further names mark variants (`rank-gold`). */
function firstName(tree: PageTree, node: number): number {
  const at = tree.attributeIndex(node, ATTR.class);
  if (at < 0) return 0;
  let hash = 0;
  for (let i = tree.attributeStart[at]!; i < tree.attributeStop[at]!; i++) {
    const c = tree.source.charCodeAt(i);
    if (c <= 32 && hash !== 0) break;
    if (c > 32 && (c < 48 || c > 57)) hash = (Math.imul(hash, 31) + c) | 0;
  }
  return hash;
}

function bestPlace<M extends Mark>(
  places: readonly Place<M>[],
  reading: MarkReading<M>,
  count: number,
): Place<M> | undefined {
  let best: Place<M> | undefined;
  let top = 0;
  for (const place of places) {
    const values = place.marks.map(mark => reading.value(mark) ?? '');
    const strength = place.marks.reduce((sum, mark) => sum + mark.strength, 0) / place.marks.length;
    const present = place.records.length / count;
    const score = present ** 2 * (1 + strength) * reading.plausibility(values, place.marks);
    if (score > top) {
      top = score;
      best = place;
    }
  }
  return best;
}
