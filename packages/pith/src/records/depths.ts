import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { classOf } from './names.js';
import type { RecordGroup } from './repeated.js';

/** Number of elements searched at the start of a post. Set by hand on `forums` (docs/results/discussions.md). */
const MAX_ELEMENTS = 8;
/** Only hostile pages nest deeper. */
const MAX_DEPTH = 100;

/**
 * Reply depth of each post: by nesting, else by a declared depth (`depth-2`, `data-depth`, an indent) if all have one,
 * else by the number of reply containers around it. All 0 in a flat discussion.
 */
export function replyDepths(tree: PageTree, group: RecordGroup): number[] {
  const nested = nestedDepths(group);
  if (nested.some(depth => depth > 0)) return nested;
  const declared = group.starts.map((start, i) => declaredDepth(tree, start, group.ends[i]!));
  if (declared.every(depth => depth !== undefined)) return ranked(declared);
  return ranked(group.starts.map(start => repliesAround(tree, start)));
}

function nestedDepths({ outer }: RecordGroup): number[] {
  const depths: number[] = [];
  for (const around of outer) depths.push(around < 0 ? 0 : Math.min(MAX_DEPTH, depths[around]! + 1));
  return depths;
}

function ranked(values: readonly number[]): number[] {
  const order = [...new Set(values)].sort((a, b) => a - b);
  if (order.length > MAX_DEPTH) return values.map(() => 0);
  const rank = new Map(order.map((value, i) => [value, i]));
  return values.map(value => rank.get(value)!);
}

const NUMBERED = /(?:^|[\s_-])(?:depth|level|lvl|indent|nest(?:ed|ing)?)[-_]?(\d{1,2})(?=$|[\s_-])/;
const DEPTH_ATTRIBUTES = new Set(
  'data-depth data-level aria-level indent depth level data-indent'.split(' '),
);
const INDENT = /(?:margin|padding)-left:\s{0,3}(\d{1,4}(?:\.\d{1,3})?)\s?(?:px|em|rem|%)/;

function declaredDepth(tree: PageTree, start: number, end: number): number | undefined {
  let elements = 0;
  for (let node = start; node < end && elements < MAX_ELEMENTS; node++) {
    if (tree.tag[node]! <= TAG['#comment']) continue;
    elements++;
    const depth = depthAt(tree, node);
    if (depth !== undefined) return depth;
  }
  return undefined;
}

/** Depths in words, deepest first, since an element may have several. */
const RANKS: readonly (readonly [name: RegExp, depth: number])[] = [
  [/(?:^|[\s_-])tertiary(?=$|[\s_-])/, 2],
  [/(?:^|[\s_-])secondary(?=$|[\s_-])/, 1],
  [/(?:^|[\s_-])primary(?=$|[\s_-])/, 0],
];

function depthAt(tree: PageTree, node: number): number | undefined {
  const names = classOf(tree, node);
  const numbered = NUMBERED.exec(names)?.[1];
  if (numbered !== undefined) return Number(numbered);
  const rank = names === '' ? undefined : RANKS.find(([name]) => name.test(names));
  if (rank !== undefined) return rank[1];
  for (const [name, value] of tree.attributes(node)) {
    if (DEPTH_ATTRIBUTES.has(name) && /^\d{1,3}$/.test(value)) return Number(value);
  }
  const style = tree.attribute(node, ATTR.style);
  const indent = style === undefined ? undefined : INDENT.exec(style.slice(0, 300))?.[1];
  return indent === undefined ? undefined : Number(indent);
}

const REPLIES =
  /(?:^|[\s_-])(?:children|child|replies|nested|sub-?comments?|answers-?list|thread-?replies)(?=$|[\s_-])/;

function repliesAround(tree: PageTree, node: number): number {
  let count = 0;
  let steps = 0;
  for (let n = tree.parent[node]!; n > 0 && steps < MAX_DEPTH; n = tree.parent[n]!, steps++) {
    if (REPLIES.test(classOf(tree, n))) count++;
  }
  return count;
}
