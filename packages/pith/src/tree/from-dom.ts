import { markOfAttribute, TreeBuilder } from './builder.js';
import { TAG } from './names.js';
import { HIDDEN, type PageTree } from './tree.js';

/** Declared here, so that the types hold in programs compiled without TypeScript's DOM library. */
export interface LiveNode {
  readonly nodeType: number;
  readonly childNodes: ArrayLike<unknown>;
}

export interface LiveElement extends LiveNode {
  readonly localName: string;
  readonly baseURI: string;
}

export interface LiveDocument extends LiveNode {
  readonly URL: string;
  readonly documentElement: unknown;
}

export interface UrlObject {
  readonly href: string;
  readonly searchParams: object;
}

/**
 * Converts a live document (of a browser, jsdom or linkedom) or one of its elements to a page tree. Open shadow roots
 * are flattened: slots contain their assigned nodes, or else their fallback; unassigned nodes stay in the host, marked
 * HIDDEN. `<template>` content is skipped. Offsets refer to the concatenated texts and attribute values.
 */
export function treeFromDom(live: LiveDocument | LiveElement): PageTree {
  const root = live as unknown as Document | Element;
  return new DomWalk(root.nodeType === 9 ? (root as Document) : root.ownerDocument!).tree(root);
}

// Node types by number: `Node` is not a global everywhere.
const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;
const COMMENT = 8;

type Task =
  | { readonly node: Node; readonly marks: number }
  | { readonly leave: number; readonly opened: number };

/** Walks a live document with an explicit stack, since documents nest deeper than the call stack allows. */
class DomWalk {
  private readonly builder = new TreeBuilder(1024);
  private readonly parts: string[] = [];
  private length = 0;
  private readonly tasks: Task[] = [];

  constructor(private readonly document: Document) {}

  tree(root: Document | Element): PageTree {
    this.enterAll(root === this.document ? root.childNodes : [root], 0);
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) {
      if ('leave' in task) this.leave(task.leave, task.opened);
      else this.enter(task.node, task.marks);
    }
    return this.builder.finish(this.parts.join(''), false);
  }

  private enter(node: Node, marks: number): void {
    const type = node.nodeType;
    if (type === ELEMENT) this.enterElement(node as Element, marks);
    else if (type === TEXT || type === CDATA || type === COMMENT) {
      const start = this.append(node.nodeValue ?? '');
      if (type !== COMMENT && start === this.length) return;
      this.builder.leaf(type === COMMENT ? TAG['#comment'] : TAG['#text'], start, this.length);
      if (marks !== 0) this.builder.openedWith(marks, this.length);
    }
  }

  private enterElement(element: Element, marks: number): void {
    const name = element.localName;
    const tag = this.builder.tagNumber(name, 0, name.length);
    const isOpen = this.builder.openOrAdd(tag, this.length);
    this.builder.openedWith(this.appendAttributes(element) | marks, this.length);
    if (!isOpen) return;
    const { depth } = this.builder;
    this.tasks.push({ leave: depth, opened: this.builder.openNodes[depth]! });
    if (tag !== TAG.template) this.enterContent(element, tag);
  }

  private enterContent(element: Element, tag: number): void {
    const shadow = element.shadowRoot;
    if (shadow) {
      const unassigned = Array.from(element.childNodes).filter(child => !isAssigned(child));
      this.enterAll(unassigned, HIDDEN);
      this.enterAll(shadow.childNodes, 0);
    } else if (tag === TAG.slot)
      this.enterAll(assignedTo(element as HTMLSlotElement) ?? element.childNodes, 0);
    else if (tag === TAG.noscript) this.enterAll(this.contentOfNoscript(element), 0);
    else this.enterAll(element.childNodes, 0);
  }

  private enterAll(nodes: ArrayLike<Node>, marks: number): void {
    for (let i = nodes.length - 1; i >= 0; i--) this.tasks.push({ node: nodes[i]!, marks });
  }

  /** Closes an element, unless the builder did so because of the maximum depth. */
  private leave(depth: number, opened: number): void {
    if (this.builder.openNodes[depth] !== opened) return;
    while (this.builder.depth >= depth) this.builder.close(this.length);
  }

  private append(text: string): number {
    const start = this.length;
    this.parts.push(text);
    this.length += text.length;
    return start;
  }

  private appendAttributes(element: Element): number {
    let marks = 0;
    for (const { name, value } of Array.from(element.attributes)) {
      const start = this.append(value);
      this.builder.attribute(name, 0, name.length, start, this.length);
      marks |= markOfAttribute(name, value);
    }
    return marks;
  }

  /** Parses the content of `noscript`, which browsers with scripting keep as text. */
  private contentOfNoscript(element: Element): ArrayLike<Node> {
    const Parser = this.document.defaultView?.DOMParser;
    const isText = element.childNodes.length > 0 && element.firstElementChild === null;
    if (!isText || Parser === undefined) return element.childNodes;
    const source = element.textContent ?? '';
    return source.includes('<')
      ? new Parser().parseFromString(source, 'text/html').body.childNodes
      : element.childNodes;
  }
}

function isAssigned(child: Node): boolean {
  return (child as Partial<Element>).assignedSlot != null;
}

function assignedTo(slot: HTMLSlotElement): Node[] | undefined {
  const assigned = typeof slot.assignedNodes === 'function' ? slot.assignedNodes() : [];
  return assigned.length > 0 ? assigned : undefined;
}
