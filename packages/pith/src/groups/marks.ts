import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { AuthorMark } from './authors.js';
import type { DateMark } from './dates.js';
import type { Groups } from './from-page.js';
import { type Group, innermostEntries, NodeCounts, type NodeRange } from './group.js';

export interface Marks {
  readonly authors: readonly AuthorMark[];
  readonly dates: readonly DateMark[];
  readonly authorCounts: NodeCounts;
  readonly dateCounts: NodeCounts;
  /** Elements with the id (`comment-123`) or the microdata type of a single post. */
  readonly idCounts: NodeCounts;
}

// The constants in this file were tuned by hand on the corpus `forums` (docs/results/discussions.md).

/** Factor for marks inside quotes, which name another author. */
const QUOTED = 0.1;

export function marksIn(groups: Groups, ranges: readonly NodeRange[]): Marks {
  const weaker = <M extends Mark>(mark: M): M =>
    groups.quoted[mark.node] === 0 ? mark : { ...mark, strength: mark.strength * QUOTED };
  const authors = groups.authors.marks(ranges).map(weaker);
  const dates = groups.dates.marks(ranges).map(weaker);
  return {
    authors,
    dates,
    authorCounts: new NodeCounts(nodesOf(authors)),
    dateCounts: new NodeCounts(nodesOf(dates)),
    idCounts: new NodeCounts(inRanges(groups.postNodes, ranges)),
  };
}

function nodesOf(marks: readonly Mark[]): number[] {
  return marks.map(({ node }) => node);
}

/** Element ids of single posts in discussion software: `comment-123`, `p4711`. */
const POST_ID =
  /^(?:[a-z]{1,6}-)?(?:(?:li|div|js|td)-?)?(?:el)?(?:comments?|post|c|p|pid|msg|message|reply|answer|entry|kommentar|js-post|t\d_)[-_]{0,2}[a-f\d-]{1,40}$/i;

const POST_TYPE = /\/(?:Comment|Answer|Question|DiscussionForumPosting|UserComments)$/;

/** Elements with the id or type of a post, in document order; those with both appear twice. */
export function postNodes(tree: PageTree): number[] {
  const { attributeFirst, attributeName } = tree;
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++) {
      const name = attributeName[i]!;
      if (name !== ATTR.id && name !== ATTR.itemtype) continue;
      const value = tree.attributeValue(i);
      if (name === ATTR.id ? isPostId(value) : POST_TYPE.test(value.slice(0, 100))) nodes.push(node);
    }
  }
  return nodes;
}

function isPostId(id: string): boolean {
  return id.length < 60 && /\d/.test(id) && POST_ID.test(id);
}

function inRanges(nodes: readonly number[], ranges: readonly NodeRange[]): number[] {
  const inside: number[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    while (at < nodes.length && nodes[at]! < start) at++;
    for (; at < nodes.length && nodes[at]! < end; at++) inside.push(nodes[at]!);
  }
  return inside;
}

/** A node that may name the author or the date of a post. */
export interface Mark {
  readonly node: number;
  /** Rank among the marks of a post; higher is likelier. */
  readonly strength: number;
}

export interface MarkReading<M extends Mark> {
  value(mark: M): string | undefined;
  /** Plausibility of the values of one place, in page order; at most 1. */
  plausibility(values: readonly string[], marks: readonly M[]): number;
}

/** The mark of each post: in the best place for all, since a template prints all authors into one place. */
export function templateMarks<M extends Mark>(
  tree: PageTree,
  group: Group,
  marks: readonly M[],
  reading: MarkReading<M>,
  skip: (entry: number, node: number) => boolean,
): (M | undefined)[] {
  const count = group.starts.length;
  const owners = innermostEntries(group, nodesOf(marks));
  const places = new Map<number, Place<M>>();
  const surest: (M | undefined)[] = group.starts.map(() => undefined);
  marks.forEach((mark, i) => {
    const owner = owners[i]!;
    if (owner < 0 || skip(owner, mark.node)) return;
    if (mark.strength > Math.max(SURE, surest[owner]?.strength ?? 0)) surest[owner] = mark;
    addMark(places, placeKey(tree, mark.node), owner, mark);
  });
  const best = bestPlace([...places.values()], reading, count);
  if (best === undefined) return surest;
  const chosen = [...surest];
  best.entries.forEach((entry, i) => {
    chosen[entry] = best.marks[i]!;
  });
  return chosen;
}

export function surestMarks<M extends Mark>(group: Group, marks: readonly M[]): (M | undefined)[] {
  const best: (M | undefined)[] = group.starts.map(() => undefined);
  const owners = innermostEntries(group, nodesOf(marks));
  marks.forEach((mark, i) => {
    const owner = owners[i]!;
    if (owner >= 0 && mark.strength > (best[owner]?.strength ?? 0)) best[owner] = mark;
  });
  return best;
}

/** Weaker marks count only as part of a template. */
const SURE = 0.9;

interface Place<M> {
  readonly entries: number[];
  readonly marks: M[];
}

function addMark<M extends Mark>(places: Map<number, Place<M>>, key: number, entry: number, mark: M): void {
  const place = places.get(key);
  if (place === undefined) places.set(key, { entries: [entry], marks: [mark] });
  else if (place.entries.at(-1) !== entry) {
    place.entries.push(entry);
    place.marks.push(mark);
  }
}

const STEPS = 3;

/** Equal for elements from one place of a template: by tags and first class names of the element and its ancestors. */
function placeKey(tree: PageTree, node: number): number {
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
    const present = place.entries.length / count;
    const score = present ** 2 * (1 + strength) * reading.plausibility(values, place.marks);
    if (score > top) {
      top = score;
      best = place;
    }
  }
  return best;
}
