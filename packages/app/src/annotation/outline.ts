/** What a node of the outline is: an element with others inside, text, or something shown that is no text. */
export type OutlineKind = 'element' | 'text' | 'media';

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
