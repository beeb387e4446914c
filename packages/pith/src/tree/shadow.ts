import { MAX_DEPTH } from './builder.js';
import { ATTR, TAG } from './names.js';
import { HIDDEN, type PageTree, type TreeColumns, UNSEEN } from './tree.js';

/**
 * Flattens declarative shadow roots: the content of `<template shadowrootmode>` replaces its host's children, which
 * move into their slots. Children without a slot stay in the host, marked HIDDEN, as browsers do not show them. Nodes
 * are renumbered, but keep their source offsets, which then no longer increase with the numbers.
 */
export function withShadowRoots(tree: PageTree): PageTree {
  const roots = shadowRoots(tree);
  return roots.size === 0 ? tree : reorder(tree, new Flattening(tree, roots));
}

function shadowRoots(tree: PageTree): Map<number, number> {
  const roots = new Map<number, number>();
  for (let node = 1; node < tree.count; node++) {
    const host = tree.parent[node]!;
    if (isShadowRoot(tree, node) && !roots.has(host)) roots.set(host, node);
  }
  return roots;
}

function isShadowRoot(tree: PageTree, node: number): boolean {
  if (tree.tag[node] !== TAG.template || tree.tag[tree.parent[node]!]! <= TAG['#comment']) return false;
  const mode = tree.attribute(node, ATTR.shadowrootmode) ?? tree.attribute(node, ATTR.shadowroot);
  return mode !== undefined && /^(?:open|closed)$/i.test(mode);
}

interface Scope {
  readonly outer: Scope | undefined;
  /** Children of the host that are not placed yet, by slot name. */
  readonly waiting: Map<string, number[]>;
}

interface Task {
  /** A node to place; or -1 to place the unassigned children of `scope`, marked HIDDEN. */
  readonly node: number;
  readonly parent: number;
  readonly depth: number;
  readonly scope: Scope | undefined;
  readonly marks: number;
}

/** Computes the new order, with an explicit stack, since pages nest deeper than the call stack allows. */
class Flattening {
  readonly order: number[] = [];
  readonly parents: number[] = [];
  readonly flags: number[] = [];
  private readonly tasks: Task[] = [];
  private readonly special: Uint32Array;

  constructor(
    private readonly tree: PageTree,
    private readonly roots: ReadonlyMap<number, number>,
  ) {
    this.special = new Uint32Array(tree.count + 1);
    for (let node = 0; node < tree.count; node++) {
      const isSpecial = tree.tag[node] === TAG.slot || roots.has(node) || isShadowRoot(tree, node);
      this.special[node + 1] = this.special[node]! + Number(isSpecial);
    }
    this.tasks.push({ node: 0, parent: -1, depth: 0, scope: undefined, marks: 0 });
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) {
      if (task.node < 0) this.placeUnassigned(task);
      else this.place(task);
    }
  }

  private place(task: Task): void {
    if (this.isPlain(task)) this.copy(task);
    else this.placeApart(task);
  }

  private isPlain({ node, depth }: Task): boolean {
    const end = this.tree.end[node]!;
    return this.special[end] === this.special[node] && depth + end - node < MAX_DEPTH;
  }

  private copy({ node, parent, marks }: Task): void {
    const { tree, order, parents, flags } = this;
    const moved = order.length - node;
    for (let n = node; n < tree.end[node]!; n++) {
      order.push(n);
      parents.push(n === node ? parent : tree.parent[n]! + moved);
      flags.push(tree.flags[n]! | marks);
    }
  }

  private placeApart(task: Task): void {
    const { node, scope } = task;
    const placed = this.order.length;
    this.order.push(node);
    this.parents.push(task.parent);
    this.flags.push(this.tree.flags[node]! | task.marks);
    // Beyond the maximum depth, which nested slots may exceed, children become siblings.
    const inside =
      task.depth < MAX_DEPTH
        ? { ...task, parent: placed, depth: task.depth + 1 }
        : { ...task, depth: MAX_DEPTH };
    const root = this.roots.get(node);
    if (root !== undefined) this.placeShadow(inside, root);
    else if (
      this.tree.tag[node] !== TAG.slot ||
      scope === undefined ||
      !this.placeAssigned(inside, scope, placed)
    )
      this.placeAll(inside, this.children(node));
  }

  private placeShadow(inside: Task, root: number): void {
    const waiting = new Map<string, number[]>();
    for (const child of this.children(inside.node)) {
      if (child === root) continue;
      const slot = this.tree.attribute(child, ATTR.slot) ?? '';
      const others = waiting.get(slot);
      if (others === undefined) waiting.set(slot, [child]);
      else others.push(child);
    }
    const scope: Scope = { outer: inside.scope, waiting };
    this.tasks.push({ ...inside, node: -1, scope });
    this.placeAll({ ...inside, scope }, this.children(root));
  }

  /** Places the children assigned to a slot; false if there are none and the slot shows its fallback. */
  private placeAssigned(inside: Task, scope: Scope, placed: number): boolean {
    const name = this.tree.attribute(inside.node, ATTR.name) ?? '';
    const assigned = scope.waiting.get(name);
    if (assigned === undefined || !assigned.some(node => this.tree.tag[node] !== TAG['#comment']))
      return false;
    scope.waiting.delete(name);
    this.placeAll({ ...inside, scope: scope.outer, marks: inside.marks | this.flags[placed]! }, assigned);
    return true;
  }

  private placeUnassigned(task: Task): void {
    const left = [...task.scope!.waiting.values()].flat().sort((a, b) => a - b);
    this.placeAll({ ...task, scope: task.scope!.outer, marks: task.marks | HIDDEN }, left);
  }

  private placeAll(where: Task, nodes: readonly number[]): void {
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i]!;
      // A further shadow root of a host is an ordinary template, which is not shown.
      const spare = isShadowRoot(this.tree, node) ? UNSEEN : 0;
      this.tasks.push({ ...where, node, marks: where.marks | spare });
    }
  }

  private children(node: number): number[] {
    const children: number[] = [];
    for (let n = this.tree.firstChild(node); n >= 0; n = this.tree.nextSibling(n)) children.push(n);
    return children;
  }
}

function reorder(tree: PageTree, { order, parents, flags }: Flattening): PageTree {
  const count = order.length;
  const columns: TreeColumns = {
    tag: inOrder(tree.tag, order, new Uint16Array(count)),
    parent: Int32Array.from(parents),
    end: endsOf(parents),
    start: inOrder(tree.start, order, new Uint32Array(count)),
    stop: inOrder(tree.stop, order, new Uint32Array(count)),
    flags: Uint8Array.from(flags),
    ...reorderAttributes(tree, order),
  };
  return tree.withNodes(count, columns);
}

function inOrder<T extends Uint16Array | Uint32Array>(values: T, places: readonly number[], into: T): T {
  for (let i = 0; i < places.length; i++) into[i] = values[places[i]!]!;
  return into;
}

function endsOf(parents: readonly number[]): Int32Array {
  const end = new Int32Array(parents.length);
  for (let node = parents.length - 1; node >= 0; node--) {
    end[node] = Math.max(end[node]!, node + 1);
    if (node > 0) end[parents[node]!] = Math.max(end[parents[node]!]!, end[node]!);
  }
  return end;
}

function reorderAttributes(tree: PageTree, order: readonly number[]) {
  const first = new Uint32Array(order.length + 1);
  const places: number[] = [];
  order.forEach((node, i) => {
    for (let a = tree.attributeFirst[node]!; a < tree.attributeFirst[node + 1]!; a++) places.push(a);
    first[i + 1] = places.length;
  });
  return {
    attributeFirst: first,
    attributeName: inOrder(tree.attributeName, places, new Uint16Array(places.length)),
    attributeStart: inOrder(tree.attributeStart, places, new Uint32Array(places.length)),
    attributeStop: inOrder(tree.attributeStop, places, new Uint32Array(places.length)),
  };
}
