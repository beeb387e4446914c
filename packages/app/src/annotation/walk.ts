import type { Outline } from './outline.js';

/** Where the arrow keys lead. */
export type Direction = 'parent' | 'child' | 'previous' | 'next';

/** The node that an arrow leads to, or the same where there is none; nodes that show nothing are passed over. */
export function walk(outline: Outline, from: number, direction: Direction): number {
  return WALKS[direction](outline, from) ?? from;
}

const WALKS: Record<Direction, (outline: Outline, from: number) => number | undefined> = {
  parent: ({ nodes }, from) => shown(nodes[from]?.parent),
  child: (outline, from) => firstShown(outline, from + 1, outline.nodes[from]?.end ?? 0),
  next: nextAcross,
  previous: previousAcross,
};

/** The next sibling; behind the last one, that of the nearest ancestor that has one, so that nobody gets stuck. */
function nextAcross(outline: Outline, from: number): number | undefined {
  const { nodes } = outline;
  for (let at = from; at >= 0; at = nodes[at]!.parent) {
    const parent = nodes[at]!.parent;
    const next = firstShown(outline, nodes[at]!.end, parent < 0 ? nodes.length : nodes[parent]!.end);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The previous sibling; before the first one, that of the nearest ancestor that has one. */
function previousAcross(outline: Outline, from: number): number | undefined {
  const { nodes } = outline;
  for (let at = from; at >= 0; at = nodes[at]!.parent) {
    const parent = nodes[at]!.parent;
    let last: number | undefined;
    for (let sibling = parent + 1; sibling < at; sibling = nodes[sibling]!.end) {
      if (nodes[sibling]!.isShown) last = sibling;
    }
    if (last !== undefined) return last;
  }
  return undefined;
}

function firstShown({ nodes }: Outline, from: number, end: number): number | undefined {
  for (let at = from; at < end; at = nodes[at]!.end) if (nodes[at]!.isShown) return at;
  return undefined;
}

const shown = (index: number | undefined) => (index === undefined || index < 0 ? undefined : index);

/** The next leaf (or the previous one, with step -1) that passes a test, going round at the ends; the same where none does. */
export function walkLeaves(
  outline: Outline,
  from: number,
  step: 1 | -1,
  passes: (index: number) => boolean,
): number {
  const { leaves, nodes } = outline;
  const end = nodes[from]?.end ?? from + 1;
  // From an element the way leads out of it backwards and through it forwards, so its own leaves come first.
  const behind = leaves.findIndex(leaf => leaf > from || (leaf === from && step === -1));
  const start = behind < 0 ? (step === 1 ? 0 : leaves.length - 1) : step === 1 ? behind : behind - 1;
  for (let i = 0; i < leaves.length; i++) {
    const leaf = leaves[(((start + step * i) % leaves.length) + leaves.length) % leaves.length]!;
    if ((leaf !== from || end !== from + 1) && passes(leaf)) return leaf;
  }
  return from;
}

/** The names of tags from the top to a node, with the place among siblings of the same name where there are several. */
export function pathOf({ nodes }: Outline, index: number): string {
  const names: string[] = [];
  for (let at = index; at >= 0; at = nodes[at]!.parent) {
    const { parent, tag } = nodes[at]!;
    let before = 0;
    let same = 0;
    const end = parent < 0 ? nodes.length : nodes[parent]!.end;
    for (let sibling = parent + 1; sibling < end; sibling = nodes[sibling]!.end) {
      if (nodes[sibling]!.tag !== tag) continue;
      same++;
      if (sibling <= at) before++;
    }
    names.push(same > 1 ? `${tag}[${before}]` : tag);
  }
  return names.reverse().join(' › ');
}
