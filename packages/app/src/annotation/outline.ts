/** What a node of the outline is: an element with others inside, text, or something shown that is no text. */
type OutlineKind = 'element' | 'text' | 'media';

/** A node of the page as the annotator walks it. */
export interface OutlineNode {
  /** Id in the page tree, which labels name. */
  readonly node: number;
  readonly tag: string;
  readonly kind: OutlineKind;
  /** Index of the parent in the outline, -1 at the top. */
  readonly parent: number;
  /** Index behind the last node of the subtree. */
  readonly end: number;
  readonly depth: number;
  /** Whether a leaf that is shown lies inside, or it is one. */
  readonly isShown: boolean;
  readonly element: Element;
}

/** The labelled page as a flat tree in document order: a subtree is the range from a node to its `end`. */
export interface Outline {
  readonly nodes: readonly OutlineNode[];
  /** Index in the outline by id in the page tree. */
  readonly at: ReadonlyMap<number, number>;
  /** Indices of the leaves that are shown, in document order. */
  readonly leaves: readonly number[];
}

/** The attribute by which the frame names a node, and the element in which it wraps text. */
export const NODE_ATTRIBUTE = 'data-pith-node';
const TEXT_ELEMENT = 'pith-text';
/** The attribute that keeps the name of an element which the frame writes under another. */
const TAG_ATTRIBUTE = 'data-pith-tag';
const SKIPPED = new Set(['head', 'script', 'style', 'template', 'noscript', 'link', 'meta']);
const MEDIA = new Set(['img', 'svg', 'video', 'audio', 'iframe', 'canvas', 'object', 'embed']);

type Draft = { -readonly [K in keyof OutlineNode]: OutlineNode[K] };

/**
 * The outline of a page that was put into a frame with its node ids. Elements without an id, which the browser added, are
 * passed through. `isShown` says whether an element takes part in the layout.
 */
export function outlineOf(root: Element, isShown: (element: Element) => boolean): Outline {
  const nodes: Draft[] = [];
  const open: number[] = [];
  let element: Element | null = root;
  while (element) {
    const skipped = SKIPPED.has(tagOf(element));
    const draft = skipped ? undefined : draftOf(element, open.at(-1) ?? -1, open.length);
    if (draft) nodes.push(draft);
    const isLeaf = skipped || (draft !== undefined && draft.kind !== 'element');
    if (!isLeaf && element.firstElementChild) {
      if (draft) open.push(nodes.length - 1);
      element = element.firstElementChild;
      continue;
    }
    if (draft) draft.end = nodes.length;
    element = leave(element, root, open, nodes);
  }
  return indexed(nodes, isShown);
}

/** The next element that is not inside this one, closing what ends on the way. */
function leave(from: Element, root: Element, open: number[], nodes: Draft[]): Element | null {
  let element: Element = from;
  while (element !== root && !element.nextElementSibling) {
    const parent: Element = element.parentElement!;
    const last = open.at(-1);
    if (last !== undefined && nodes[last]!.element === parent) {
      nodes[last]!.end = nodes.length;
      open.pop();
    }
    element = parent;
  }
  return element === root ? null : element.nextElementSibling;
}

const tagOf = (element: Element) => element.getAttribute(TAG_ATTRIBUTE) ?? element.localName;

function draftOf(element: Element, parent: number, depth: number): Draft | undefined {
  const id = element.getAttribute(NODE_ATTRIBUTE);
  if (id === null) return undefined;
  const tag = tagOf(element);
  const kind = tag === TEXT_ELEMENT ? 'text' : MEDIA.has(tag) ? 'media' : 'element';
  const named = kind === 'text' ? '#text' : tag;
  return { node: Number(id), tag: named, kind, parent, end: 0, depth, isShown: false, element };
}

function indexed(nodes: Draft[], isShown: (element: Element) => boolean): Outline {
  const at = new Map<number, number>();
  const leaves: number[] = [];
  for (const [i, draft] of nodes.entries()) {
    at.set(draft.node, i);
    if (draft.kind === 'element' || !isShown(draft.element)) continue;
    leaves.push(i);
    for (let up = i; up >= 0 && !nodes[up]!.isShown; up = nodes[up]!.parent) nodes[up]!.isShown = true;
  }
  return { nodes, at, leaves };
}

/** Whether a node is a leaf: text or something shown that is no text. */
export function isLeaf(node: OutlineNode): boolean {
  return node.kind !== 'element';
}

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

/** A row of the tree panel. */
interface TreeRow {
  readonly index: number;
  readonly depth: number;
  /** Whether it can be opened, and is; undefined for leaves. */
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
}

/** The rows of the tree in which these nodes are open; nodes that show nothing are left out. */
export function treeRows({ nodes }: Outline, open: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = [];
  const counts = new Map<number, number>();
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at]!;
    if (!node.isShown) {
      at = node.end;
      continue;
    }
    const position = (counts.get(node.parent) ?? 0) + 1;
    counts.set(node.parent, position);
    const isOpen = node.kind === 'element' ? open.has(at) : undefined;
    rows.push({ index: at, depth: node.depth, isOpen, position, siblings: 0 });
    at = isOpen ? at + 1 : node.end;
  }
  return rows.map(row => ({ ...row, siblings: counts.get(nodes[row.index]!.parent) ?? 1 }));
}

/** The open nodes with all ancestors of one added, so that it has a row; the same set where nothing is missing. */
export function withAncestorsOpen(
  { nodes }: Outline,
  open: ReadonlySet<number>,
  index: number,
): ReadonlySet<number> {
  const missing: number[] = [];
  for (let up = nodes[index]?.parent ?? -1; up >= 0; up = nodes[up]!.parent) {
    if (!open.has(up)) missing.push(up);
  }
  return missing.length > 0 ? new Set([...open, ...missing]) : open;
}

/** The nodes down to a depth, to begin with. */
export function openToDepth({ nodes }: Outline, depth: number): ReadonlySet<number> {
  const open = new Set<number>();
  for (const [i, node] of nodes.entries()) if (node.depth < depth && node.kind === 'element') open.add(i);
  return open;
}
