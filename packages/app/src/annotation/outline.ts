/** Media are elements whose visible content is not text, such as images. */
type OutlineKind = 'element' | 'text' | 'media';

export interface OutlineNode {
  /** Node id in the page tree; labels refer to it. */
  readonly node: number;
  readonly tag: string;
  readonly kind: OutlineKind;
  readonly parent: number;
  /** Index after the last node of the subtree. */
  readonly end: number;
  readonly depth: number;
  readonly isShown: boolean;
  readonly element: Element;
}

export interface Outline {
  readonly nodes: readonly OutlineNode[];
  readonly at: ReadonlyMap<number, number>;
  readonly leaves: readonly number[];
}

/** Attribute with the node id, set by the server on every element and `<pith-text>`. */
const NODE_ATTRIBUTE = 'data-pith-node';
const TEXT_ELEMENT = 'pith-text';
/** Attribute with the original tag name of an element that the server renamed. */
const TAG_ATTRIBUTE = 'data-pith-tag';
const SKIPPED = new Set(['head', 'script', 'style', 'template', 'noscript', 'link', 'meta']);
const MEDIA = new Set(['img', 'svg', 'video', 'audio', 'iframe', 'canvas', 'object', 'embed']);

type Draft = { -readonly [K in keyof OutlineNode]: OutlineNode[K] };

/** Elements without a node id (added by the browser) are skipped, but their children are not. */
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

export function isLeaf(node: OutlineNode): boolean {
  return node.kind !== 'element';
}

export type Direction = 'parent' | 'child' | 'previous' | 'next';

export function walk(outline: Outline, from: number, direction: Direction): number {
  return WALKS[direction](outline, from) ?? from;
}

const WALKS: Record<Direction, (outline: Outline, from: number) => number | undefined> = {
  parent: ({ nodes }, from) => shown(nodes[from]?.parent),
  child: (outline, from) => firstShown(outline, from + 1, outline.nodes[from]?.end ?? 0),
  next: nextAcross,
  previous: previousAcross,
};

function nextAcross(outline: Outline, from: number): number | undefined {
  const { nodes } = outline;
  for (let at = from; at >= 0; at = nodes[at]!.parent) {
    const parent = nodes[at]!.parent;
    const next = firstShown(outline, nodes[at]!.end, parent < 0 ? nodes.length : nodes[parent]!.end);
    if (next !== undefined) return next;
  }
  return undefined;
}

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

/** The next leaf that passes a test (previous for `step` -1), wrapping around; `from` if none does. */
export function walkLeaves(
  outline: Outline,
  from: number,
  step: 1 | -1,
  passes: (index: number) => boolean,
): number {
  const { leaves, nodes } = outline;
  const end = nodes[from]?.end ?? from + 1;
  // From an element, forward steps start at its first leaf, and backward steps at the leaf before the element.
  const behind = leaves.findIndex(leaf => leaf > from || (leaf === from && step === -1));
  const start = behind < 0 ? (step === 1 ? 0 : leaves.length - 1) : step === 1 ? behind : behind - 1;
  for (let i = 0; i < leaves.length; i++) {
    const leaf = leaves[(((start + step * i) % leaves.length) + leaves.length) % leaves.length]!;
    if ((leaf !== from || end !== from + 1) && passes(leaf)) return leaf;
  }
  return from;
}

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

interface TreeRow {
  readonly index: number;
  readonly depth: number;
  readonly isOpen: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
}

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

export function openToDepth({ nodes }: Outline, depth: number): ReadonlySet<number> {
  const open = new Set<number>();
  for (const [i, node] of nodes.entries()) if (node.depth < depth && node.kind === 'element') open.add(i);
  return open;
}
