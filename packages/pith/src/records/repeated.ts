import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { ATTR, KNOWN_TAGS, TAG } from '../tree/names.js';
import { IS_BLOCK, IS_HEADING, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { memoisedByClass } from './names.js';
import type { RangeSums } from './range-sums.js';
import { areBrothers, areLines, closedRecords, siblingPlaces, spreadEnds } from './spread.js';

/** A range of nodes, `end` excluded. */
export interface NodeRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A group of repeated entries (posts, items) in document order. An entry is the node range of its element, or extends
 * over the siblings up to the next one: a heading and its paragraphs, two table rows.
 */
export interface RecordGroup {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Index of the innermost entry around each entry, or -1: replies may be nested in their parent post. */
  readonly outer: Int32Array;
  /** True if entries extend over siblings. */
  readonly isSpread: boolean;
}

export interface RecordSearch {
  /** Default: the whole page. */
  readonly ranges?: readonly NodeRange[];
  /** Minimum number of entries in a group. Default: 2. */
  readonly least?: number;
  /** Minimum share of the weight in a group. Default: 0.1, set by hand. */
  readonly share?: number;
}

/** Maximum class names per element, and cells per row, that are compared. Set by hand. */
const MAX_TOKENS = 12;

/**
 * Groups of repeated elements. Elements of a group share a tag and a class name without digits (`post odd` and `post
 * even last`) at any depth, so that wrappers, separators and nesting do not split a group. Elements without a class
 * form a group if all tags and classes above them agree; siblings with the same tag always do, except paragraphs.
 * Linear in the number of nodes and class names.
 */
export function repeatedRecords(
  page: PageMeasurements,
  weight: RangeSums,
  search: RecordSearch = {},
): RecordGroup[] {
  const { tree } = page.blocks;
  const ranges = search.ranges ?? [{ start: 1, end: tree.count }];
  const least = search.least ?? 2;
  let total = 0;
  for (const { start, end } of ranges) total += weight.between(start, end);
  const needed = total * (search.share ?? 0.1);
  const groups: RecordGroup[] = [];
  if (total <= 0) return groups;
  const seen = new Set<string>();
  const places = siblingPlaces(tree);
  for (const members of membersByKey(page, weight, ranges).values()) {
    if (members.length < least) continue;
    const starts = members.filter(node => weight.between(node, tree.end[node]!) > 0);
    const ends = starts.map(node => tree.end[node]!);
    const covered = coverage(starts, ends, weight);
    addGroup(groups, seen, starts, ends, starts.length >= least && covered >= needed, false);
    const spread = spreadEnds(tree, places, members);
    if (spread === undefined) continue;
    const gained = coverage(members, spread, weight);
    addGroup(groups, seen, members, spread, gained >= needed && gained > covered * 1.1, true);
    // A line with author and date may also end an entry.
    if (!areLines(page, members) || !areBrothers(tree, members)) continue;
    const { from, to } = closedRecords(tree, members, ranges);
    const closed = coverage(from, to, weight);
    addGroup(groups, seen, from, to, closed >= needed && closed > covered * 1.5, true);
  }
  return groups;
}

function addGroup(
  groups: RecordGroup[],
  seen: Set<string>,
  starts: readonly number[],
  ends: readonly number[],
  isLargeEnough: boolean,
  isSpread: boolean,
): void {
  if (!isLargeEnough) return;
  let hash = isSpread ? 1 : 0;
  for (const start of starts) hash = (Math.imul(hash, 31) + start) | 0;
  const key = `${starts.length} ${starts[0]} ${starts.at(-1)} ${hash}`;
  if (seen.has(key)) return;
  seen.add(key);
  groups.push({ starts, ends, outer: outerRecords(starts, ends), isSpread });
}

/** The entries with the given ascending indices. */
export function subgroup(group: RecordGroup, records: readonly number[]): RecordGroup {
  if (records.length === group.starts.length) return group;
  const starts = records.map(i => group.starts[i]!);
  const ends = records.map(i => group.ends[i]!);
  return { starts, ends, outer: outerRecords(starts, ends), isSpread: group.isSpread };
}

/** The sum of each entry without its nested entries. */
export function ownSums({ starts, ends, outer }: RecordGroup, sums: RangeSums): Float64Array {
  const own = new Float64Array(starts.length);
  for (let i = 0; i < starts.length; i++) {
    const sum = sums.between(starts[i]!, ends[i]!);
    own[i]! += sum;
    if (outer[i]! >= 0) own[outer[i]!]! -= sum;
  }
  return own;
}

function outerRecords(starts: readonly number[], ends: readonly number[]): Int32Array {
  const outer = new Int32Array(starts.length);
  const open: number[] = [];
  for (let i = 0; i < starts.length; i++) {
    close(open, ends, starts[i]!);
    outer[i] = open.at(-1) ?? -1;
    open.push(i);
  }
  return outer;
}

/** The innermost entry around each node, or -1; nodes in document order. */
export function innermostRecords({ starts, ends }: RecordGroup, nodes: ArrayLike<number>): Int32Array {
  const innermost = new Int32Array(nodes.length);
  const open: number[] = [];
  let next = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    for (; next < starts.length && starts[next]! <= node; next++) {
      close(open, ends, starts[next]!);
      open.push(next);
    }
    close(open, ends, node);
    innermost[i] = open.at(-1) ?? -1;
  }
  return innermost;
}

function close(open: number[], ends: readonly number[], node: number): void {
  while (open.length > 0 && ends[open.at(-1)!]! <= node) open.pop();
}

function coverage(starts: readonly number[], ends: readonly number[], weight: RangeSums): number {
  let sum = 0;
  let reached = 0;
  for (let i = 0; i < starts.length; i++) {
    if (starts[i]! < reached) continue;
    sum += weight.between(starts[i]!, ends[i]!);
    reached = ends[i]!;
  }
  return sum;
}

function membersByKey(
  page: PageMeasurements,
  weight: RangeSums,
  ranges: readonly NodeRange[],
): Map<number, number[]> {
  const { tree } = page.blocks;
  const members = new Map<number, number[]>();
  const keys: number[] = [];
  for (const { start, end } of ranges) {
    for (let node = start; node < end; node++) {
      const tag = tree.tag[node]!;
      if (!mayBeRecord(tag) || page.sums.words[node] === 0) continue;
      // A line with author and date may start an entry without being content itself.
      const parent = tree.parent[node]!;
      if (weight.between(parent, tree.end[parent]!) <= 0) continue;
      keys.length = 0;
      collectKeys(page, node, keys);
      for (const key of keys) {
        const list = members.get(key);
        if (list === undefined) members.set(key, [node]);
        else if (list.at(-1) !== node) list.push(node);
      }
    }
  }
  return members;
}

function mayBeRecord(tag: number): boolean {
  if (tag >= KNOWN_TAGS.names.length) return true;
  return (meaning(tag) & IS_BLOCK) !== 0 && tag !== TAG.html && tag !== TAG.body;
}

const OF_CLASS = 0x9e3779b1;
const OF_TYPE = 0x85ebca6b;
const OF_PATH = 0xc2b2ae35;
const OF_PARENT = 0x27d4eb2f;
const OF_ROW = 0x165667b1;

function collectKeys(page: PageMeasurements, node: number, keys: number[]): void {
  const { names, paths } = page;
  const { tree } = page.blocks;
  const tag = tree.tag[node]!;
  for (const hash of classTokens(page)(node)) keys.push((Math.imul(hash, OF_CLASS) + tag) | 0);
  const type = tree.attributeIndex(node, ATTR.itemtype);
  if (type >= 0) keys.push(typeKey(tree.attributeValue(type)));
  if (tag === TAG.article || tag >= KNOWN_TAGS.names.length) keys.push(Math.imul(tag + 1, OF_PATH));
  if (names.classes[node] === 0 || meaning(tag) & IS_HEADING) keys.push((paths.hashes[node]! ^ OF_PATH) | 0);
  if (tag === TAG.tr && names.classes[node] === 0) keys.push(rowKey(tree, node));
  // Siblings with the same tag may have no class name in common.
  if (tag !== TAG.p) keys.push(Math.imul(tree.parent[node]! + 1, OF_PARENT) + tag);
}

/** Distinguishes rows by attributes and number of cells: the head of a post may be one row, its text the next. */
function rowKey(tree: PageTree, row: number): number {
  let hash = Math.imul(tree.parent[row]! + 1, OF_ROW);
  for (let i = tree.attributeFirst[row]!; i < tree.attributeFirst[row + 1]!; i++) {
    for (
      let at = tree.attributeStart[i]!;
      at < tree.attributeStop[i]! && at < tree.attributeStart[i]! + 40;
      at++
    )
      hash = (Math.imul(hash, 31) + tree.source.charCodeAt(at)) | 0;
  }
  let cells = 0;
  for (let cell = tree.firstChild(row); cell >= 0 && cells < MAX_TOKENS; cell = tree.nextSibling(cell))
    if (tree.tag[cell] === TAG.td || tree.tag[cell] === TAG.th) cells++;
  return (Math.imul(hash, 31) + cells) | 0;
}

/** A hash per class name, without digits: `post-12` equals `post-13`. */
const classTokens = memoisedByClass((tree, node) => {
  const at = tree.attributeIndex(node, ATTR.class);
  if (at < 0) return [];
  const stop = tree.attributeStop[at]!;
  const hashes: number[] = [];
  let hash = 0;
  for (let i = tree.attributeStart[at]!; i <= stop && hashes.length < MAX_TOKENS; i++) {
    const c = i < stop ? tree.source.charCodeAt(i) : 32;
    if (c <= 32) {
      if (hash !== 0) hashes.push(hash);
      hash = 0;
    } else if (c < 48 || c > 57) hash = (Math.imul(hash, 31) + c) | 0;
  }
  return hashes;
});

/** All types of posts share one key. */
function typeKey(type: string): number {
  const name = type.slice(type.lastIndexOf('/') + 1);
  const joined = /^(?:Comment|Answer|Question|DiscussionForumPosting|UserComments)$/.test(name)
    ? 'Post'
    : name;
  let hash = OF_TYPE;
  for (let i = 0; i < joined.length && i < 60; i++) hash = (Math.imul(hash, 31) + joined.charCodeAt(i)) | 0;
  return hash;
}
