import type { Page } from '../features/page.js';
import { TAG } from '../tree/names.js';
import { IS_HEADING, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import type { NodeRange } from './group.js';

// The constants of this file were set by hand on `forums` (docs/results/discussions.md).

/** Entries with more siblings are chapters. */
const MAX_SIBLINGS = 12;

/** Ends of entries that extend over the siblings up to the next; undefined if they are too far apart. */
export function spreadEnds(
  tree: PageTree,
  places: Int32Array,
  starts: readonly number[],
): number[] | undefined {
  if (starts.length < 2)
    return tree.tag[starts[0] ?? 0] === TAG.dt ? [descriptionEnd(tree, starts[0]!)] : undefined;
  const next = nextBrothers(tree, starts);
  if (next === undefined) return undefined;
  const lengths: number[] = [];
  for (let i = 0; i < starts.length; i++) {
    if (next[i]! >= 0) lengths.push(places[next[i]!]! - places[starts[i]!]! - 1);
  }
  const usual = lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 0;
  if (usual === 0 || usual > MAX_SIBLINGS) return undefined;
  return starts.map((start, i) => (next[i]! >= 0 ? next[i]! : endAfter(tree, start, usual)));
}

function descriptionEnd(tree: PageTree, term: number): number {
  const limit = tree.end[tree.parent[term]!]!;
  let end = tree.end[term]!;
  while (end < limit && tree.tag[end] !== TAG.dt) end = tree.end[end]!;
  return end;
}

/** The next start with the same parent, or -1; undefined if too few have one or the parents differ in tag. */
function nextBrothers(tree: PageTree, starts: readonly number[]): Int32Array | undefined {
  const next = new Int32Array(starts.length).fill(-1);
  const last = new Map<number, number>();
  const tag = tree.tag[tree.parent[starts[0]!]!];
  for (let i = 0; i < starts.length; i++) {
    const parent = tree.parent[starts[i]!]!;
    if (tree.tag[parent] !== tag) return undefined;
    const before = last.get(parent);
    if (before !== undefined) next[before] = starts[i]!;
    last.set(parent, i);
  }
  return last.size * 2 <= starts.length + 1 ? next : undefined;
}

function endAfter(tree: PageTree, start: number, elements: number): number {
  const limit = tree.end[tree.parent[start]!]!;
  let end = tree.end[start]!;
  for (let left = elements; left > 0 && end < limit; end = tree.end[end]!) {
    if (tree.tag[end]! > TAG['#comment']) left--;
  }
  return Math.min(end, limit);
}

const LINE_WORDS = 16;

export function areLines({ tree, sums }: Page, members: readonly number[]): boolean {
  let words = 0;
  for (const node of members) words += sums.words[node]!;
  return words <= LINE_WORDS * members.length && (meaning(tree.tag[members[0]!]!) & IS_HEADING) === 0;
}

export function areBrothers(tree: PageTree, members: readonly number[]): boolean {
  return members.every(node => tree.parent[node] === tree.parent[members[0]!]);
}

/** Entries that end with a member: each starts where the one before ends, the first with its parent or range. */
export function closedEntries(
  tree: PageTree,
  members: readonly number[],
  ranges: readonly NodeRange[],
): { from: number[]; to: number[] } {
  const parent = tree.parent[members[0]!]!;
  const range = ranges.find(({ start, end }) => start <= members[0]! && members[0]! < end);
  const to = members.map(node => tree.end[node]!);
  const first = Math.max(parent + 1, range?.start ?? 0);
  const from = members.map((_, i) => (i === 0 ? first : to[i - 1]!));
  return { from, to };
}

export function siblingPlaces({ parent, tag, count }: PageTree): Int32Array {
  const places = new Int32Array(count);
  const children = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    const up = parent[node]!;
    places[node] = children[up]!;
    if (tag[node]! > TAG['#comment']) children[up]!++;
  }
  return places;
}
