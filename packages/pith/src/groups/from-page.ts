import type { Page } from '../features/page.js';
import { ATTR, KNOWN_TAGS, TAG } from '../tree/names.js';
import { IS_BLOCK, IS_HEADING, meaning } from '../tree/tags.js';
import type { PageTree } from '../tree/tree.js';
import { Authors } from './authors.js';
import { Dates } from './dates.js';
import { type Group, groupOf, type NodeRange, type RangeSums } from './group.js';
import { type Marks, marksIn, postNodes } from './marks.js';
import { outsideNodes, quotedNodes } from './outside.js';

export interface GroupSearch {
  readonly ranges?: readonly NodeRange[];
  /** Minimum number of entries in a group. Default: 2. */
  readonly least?: number;
  /** Minimum share of the weight in a group. Default: 0.1, set by hand. */
  readonly share?: number;
}

/** The repeated structures of a page. Values that several searches need are computed once. */
export class Groups {
  readonly #keys: (readonly number[] | undefined)[] = [];
  #authors: Authors | undefined;
  #dates: Dates | undefined;
  #places: Int32Array | undefined;
  #outside: Uint8Array | undefined;
  #quoted: Uint8Array | undefined;
  #postNodes: readonly number[] | undefined;
  #marks: Marks | undefined;

  constructor(readonly page: Page) {}

  get authors(): Authors {
    this.#authors ??= new Authors(this.page);
    return this.#authors;
  }

  get dates(): Dates {
    this.#dates ??= new Dates(this.page);
    return this.#dates;
  }

  /** Elements with the id or microdata type of a single post, in document order. */
  get postNodes(): readonly number[] {
    this.#postNodes ??= postNodes(this.page.tree);
    return this.#postNodes;
  }

  get quoted(): Uint8Array {
    this.#quoted ??= quotedNodes(this.page);
    return this.#quoted;
  }

  get marks(): Marks {
    this.#marks ??= marksIn(this, [{ start: 1, end: this.page.tree.count }]);
    return this.#marks;
  }

  isOutside(node: number): boolean {
    this.#outside ??= outsideNodes(this.page);
    return this.#outside[node] === 1;
  }

  /**
   * Groups of repeated elements. Elements of a group share a tag and a class name without digits (`post odd` and `post
   * even last`) at any depth, so that wrappers, separators and nesting do not split a group. Elements without a class
   * form a group if all tags and classes above them agree; siblings with the same tag always do, except paragraphs.
   * Linear in the number of nodes and class names.
   */
  find(weight: RangeSums, search: GroupSearch = {}): Group[] {
    const { page } = this;
    const { tree } = page;
    const { ranges = [{ start: 1, end: tree.count }], least = 2, share = 0.1 } = search;
    let total = 0;
    for (const { start, end } of ranges) total += weight.between(start, end);
    if (total <= 0) return [];
    const needed = total * share;
    const found = new DistinctGroups();
    this.#places ??= siblingPlaces(tree);
    for (const members of this.#membersByKey(weight, ranges)) {
      if (members.length < least) continue;
      const starts = members.filter(node => weight.between(node, tree.end[node]!) > 0);
      const ends = starts.map(node => tree.end[node]!);
      const covered = coverage(starts, ends, weight);
      if (starts.length >= least && covered >= needed) found.add(starts, ends, false);
      const spread = spreadEnds(tree, this.#places, members);
      if (spread === undefined) continue;
      const gained = coverage(members, spread, weight);
      if (gained >= needed && gained > covered * 1.1) found.add(members, spread, true);
      // A line with author and date may also end an entry.
      if (!areLines(page, members) || !areBrothers(tree, members)) continue;
      const { from, to } = closedEntries(tree, members, ranges);
      const closed = coverage(from, to, weight);
      if (closed >= needed && closed > covered * 1.5) found.add(from, to, true);
    }
    return found.groups;
  }

  #membersByKey(weight: RangeSums, ranges: readonly NodeRange[]): Iterable<number[]> {
    const { tree, sums } = this.page;
    const members = new Map<number, number[]>();
    for (const { start, end } of ranges) {
      for (let node = start; node < end; node++) {
        if (!mayBeEntry(tree.tag[node]!) || sums.words[node] === 0) continue;
        // A line with author and date may start an entry without being content itself.
        const parent = tree.parent[node]!;
        if (weight.between(parent, tree.end[parent]!) <= 0) continue;
        let keys = this.#keys[node];
        if (keys === undefined) {
          keys = keysOf(this.page, node);
          this.#keys[node] = keys;
        }
        for (const key of keys) {
          const list = members.get(key);
          if (list === undefined) members.set(key, [node]);
          else if (list.at(-1) !== node) list.push(node);
        }
      }
    }
    return members.values();
  }
}

class DistinctGroups {
  readonly groups: Group[] = [];
  readonly #seen = new Set<string>();

  add(starts: readonly number[], ends: readonly number[], isSpread: boolean): void {
    let hash = isSpread ? 1 : 0;
    for (const start of starts) hash = (Math.imul(hash, 31) + start) | 0;
    const key = `${starts.length} ${starts[0]} ${starts.at(-1)} ${hash}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.groups.push(groupOf(starts, ends, isSpread));
  }
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

function mayBeEntry(tag: number): boolean {
  if (tag >= KNOWN_TAGS.names.length) return true;
  return (meaning(tag) & IS_BLOCK) !== 0 && tag !== TAG.html && tag !== TAG.body;
}

const OF_CLASS = 0x9e3779b1;
const OF_TYPE = 0x85ebca6b;
const OF_PATH = 0xc2b2ae35;
const OF_PARENT = 0x27d4eb2f;
const OF_ROW = 0x165667b1;

function keysOf({ names, paths, tree }: Page, node: number): number[] {
  const tag = tree.tag[node]!;
  const keys = classHashes(tree, node).map(hash => (Math.imul(hash, OF_CLASS) + tag) | 0);
  const type = tree.attributeIndex(node, ATTR.itemtype);
  if (type >= 0) keys.push(typeKey(tree.attributeValue(type)));
  if (tag === TAG.article || tag >= KNOWN_TAGS.names.length) keys.push(Math.imul(tag + 1, OF_PATH));
  if (names.classes[node] === 0 || meaning(tag) & IS_HEADING) keys.push((paths.hashes[node]! ^ OF_PATH) | 0);
  if (tag === TAG.tr && names.classes[node] === 0) keys.push(rowKey(tree, node));
  // Siblings with the same tag may have no class name in common.
  if (tag !== TAG.p) keys.push(Math.imul(tree.parent[node]! + 1, OF_PARENT) + tag);
  return keys;
}

/** Maximum class names per element, and cells per row, that are compared. Set by hand. */
const MAX_PARTS = 12;

/** A hash per class name, without digits: `post-12` equals `post-13`. */
function classHashes(tree: PageTree, node: number): number[] {
  const at = tree.attributeIndex(node, ATTR.class);
  if (at < 0) return [];
  const stop = tree.attributeStop[at]!;
  const hashes: number[] = [];
  let hash = 0;
  for (let i = tree.attributeStart[at]!; i <= stop && hashes.length < MAX_PARTS; i++) {
    const c = i < stop ? tree.source.charCodeAt(i) : 32;
    if (c <= 32) {
      if (hash !== 0) hashes.push(hash);
      hash = 0;
    } else if (c < 48 || c > 57) hash = (Math.imul(hash, 31) + c) | 0;
  }
  return hashes;
}

function typeKey(type: string): number {
  const name = type.slice(type.lastIndexOf('/') + 1);
  const joined = /^(?:Comment|Answer|Question|DiscussionForumPosting|UserComments)$/.test(name)
    ? 'Post'
    : name;
  let hash = OF_TYPE;
  for (let i = 0; i < joined.length && i < 60; i++) hash = (Math.imul(hash, 31) + joined.charCodeAt(i)) | 0;
  return hash;
}

/** Distinguishes rows by attributes and number of cells: the head of a post may be one row, its text the next. */
function rowKey(tree: PageTree, row: number): number {
  const { attributeFirst, attributeStart, attributeStop, source } = tree;
  let hash = Math.imul(tree.parent[row]! + 1, OF_ROW);
  for (let i = attributeFirst[row]!; i < attributeFirst[row + 1]!; i++) {
    const stop = Math.min(attributeStop[i]!, attributeStart[i]! + 40);
    for (let at = attributeStart[i]!; at < stop; at++)
      hash = (Math.imul(hash, 31) + source.charCodeAt(at)) | 0;
  }
  let cells = 0;
  for (let cell = tree.firstChild(row); cell >= 0 && cells < MAX_PARTS; cell = tree.nextSibling(cell))
    if (tree.tag[cell] === TAG.td || tree.tag[cell] === TAG.th) cells++;
  return (Math.imul(hash, 31) + cells) | 0;
}

/**
 * Entries that extend over more siblings are chapters. Tuned by hand on the corpus `forums`
 * (docs/results/discussions.md), like LINE_WORDS.
 */
const MAX_SIBLINGS = 12;

/** Ends of entries that extend over the siblings up to the next; undefined if they are too far apart. */
function spreadEnds(tree: PageTree, places: Int32Array, starts: readonly number[]): number[] | undefined {
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

function areLines({ tree, sums }: Page, members: readonly number[]): boolean {
  let words = 0;
  for (const node of members) words += sums.words[node]!;
  return words <= LINE_WORDS * members.length && (meaning(tree.tag[members[0]!]!) & IS_HEADING) === 0;
}

function areBrothers(tree: PageTree, members: readonly number[]): boolean {
  return members.every(node => tree.parent[node] === tree.parent[members[0]!]);
}

/** Entries that end with a member: each starts where the one before ends, the first with its parent or range. */
function closedEntries(
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

function siblingPlaces({ parent, tag, count }: PageTree): Int32Array {
  const places = new Int32Array(count);
  const children = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    const up = parent[node]!;
    places[node] = children[up]!;
    if (tag[node]! > TAG['#comment']) children[up]!++;
  }
  return places;
}
