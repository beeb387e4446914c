import { memoisedWeakly } from '../lazy.js';
import { Controls } from './controls.js';
import { Declarations } from './declarations.js';
import { hidesByClass } from './hidden-classes.js';
import { effectOf, type StyleEffect, WAY } from './hiding.js';
import { ATTR, TAG } from './names.js';
import { Paints } from './paints.js';
import { MAY_HIDE, StyleRules } from './style-rules.js';
import { HIDDEN, type PageTree, UNSEEN } from './tree.js';

/** Visibility of the nodes of a page to its readers, as far as the page itself shows it. */
export interface Visibility {
  /** Way in which the nearest hiding element around each node hides it: an index in `HIDING_WAYS`, 0 if none does. */
  readonly way: Uint8Array;
  /** That element, or 0. The next one outside of it is `root[tree.parent[root[node]]]`. */
  readonly root: Int32Array;
  /** 1 if a visible control of the page opens that element: tabs, accordions, `<details>`. */
  readonly opened: Uint8Array;
  /** 1 for nodes that an element hides which no control opens. */
  readonly unseen: Uint8Array;
  /** False if no node is hidden. */
  readonly hasHidden: boolean;
}

/** Computed once per page, in linear time. */
export const visibility = memoisedWeakly((tree: PageTree): Visibility => new VisibilityPass(tree).run());

/** Bits of `own`: the way, and flags that end the effect of an ancestor. */
const WAYS = 31;
const SHOWS = 32;
const SIZES = 64;
const PAINTED = 128;

class VisibilityPass {
  /** Way and flags of each node by itself. */
  private readonly own: Uint8Array;
  private readonly rules: StyleRules;
  private readonly paints: Paints;
  private readonly effects = new Map<string, StyleEffect>();

  constructor(private readonly tree: PageTree) {
    this.own = new Uint8Array(tree.count);
    this.rules = new StyleRules(tree);
    this.paints = new Paints(tree, this.rules.hasOthers);
  }

  run(): Visibility {
    const { tree, own } = this;
    const { tag, flags, count } = tree;
    let hasHidden = false;
    for (let node = 1; node < count; node++) {
      if (tag[node]! <= TAG['#comment']) own[node] = this.isMarked(node) ? WAY.display : 0;
      else if ((flags[node]! & UNSEEN) === 0) own[node] = this.readElement(node);
      if ((own[node]! & WAYS) !== 0 || tag[node] === TAG.details) hasHidden = true;
    }
    return hasHidden ? this.spread() : new NothingHidden(count);
  }

  /** True if the tree itself marks a node as hidden: not drawn, or not assigned to a slot. */
  private isMarked(node: number): boolean {
    const { flags, parent } = this.tree;
    return (flags[node]! & ~flags[parent[node]!]! & HIDDEN) !== 0;
  }

  private readElement(node: number): number {
    const { tree } = this;
    const { attributeFirst, attributeName, attributeStart, attributeStop } = tree;
    // In a rendered page, the renderer has decided.
    if (tree.layout !== undefined) return this.isMarked(node) ? WAY.display : 0;
    const tag = tree.tag[node]!;
    let way = tag === TAG.noscript ? WAY.noscript : tag === TAG.dialog ? WAY.dialog : 0;
    let style: string | undefined;
    let colour: string | undefined;
    let ground: string | undefined;
    for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++) {
      const name = attributeName[i]!;
      if (name === ATTR.class) {
        if (hidesByClass(tree.source, attributeStart[i]!, attributeStop[i]!)) way ||= WAY.class;
      } else if (name === ATTR.style) style = tree.attributeValue(i);
      else if (name === ATTR.hidden || name === ATTR.popover) way = WAY.attribute;
      else if (name === ATTR['aria-hidden']) way ||= this.isHiddenFromAids(node, i) ? WAY.aria : 0;
      else if (name === ATTR.open && way === WAY.dialog) way = 0;
      else if (name === ATTR.bgcolor) ground = tree.attributeValue(i).trim().toLowerCase();
      else if (name === ATTR.color && tag === TAG.font) colour = tree.attributeValue(i).trim().toLowerCase();
    }
    const effect = this.effectOn(node, style);
    const isPainted = this.paints.set(node, effect?.colour ?? colour, effect?.ground ?? ground);
    if (effect?.displays && way === WAY.class) way = 0;
    if (effect === undefined && style === undefined && this.isMarked(node)) way ||= WAY.attribute;
    return (
      (effect?.way || way || (isPainted === true ? WAY.colour : 0)) |
      (effect?.shows === true ? SHOWS : 0) |
      (effect?.sizes === true ? SIZES : 0) |
      (isPainted === false ? PAINTED : 0)
    );
  }

  private effectOn(node: number, style: string | undefined): StyleEffect | undefined {
    const ruled = this.rules.isEmpty ? undefined : this.rules.declarationsOf(node);
    if (ruled !== undefined) {
      if (style !== undefined) ruled.overrideBy(Declarations.parse(style));
      return effectOf(ruled);
    }
    if (style === undefined || !MAY_HIDE.test(style)) return undefined;
    const known = this.effects.get(style);
    if (known !== undefined) return known;
    const effect = effectOf(Declarations.parse(style));
    if (this.effects.size < MOST_STYLES) this.effects.set(style, effect);
    return effect;
  }

  /**
   * True for `aria-hidden` on a text of more than a few words. Short texts are icons, initials and counters; formulas
   * have a copy for assistive technology.
   */
  private isHiddenFromAids(node: number, attribute: number): boolean {
    const { tree } = this;
    if (!/^\s{0,9}true\s{0,9}$/i.test(tree.attributeValue(attribute))) return false;
    if (/katex|mathjax|mjx|math/i.test(tree.attribute(node, ATTR.class)?.slice(0, 200) ?? '')) return false;
    let length = 0;
    const end = Math.min(tree.end[node]!, node + DECORATION_NODES);
    for (let inner = node; inner < end && length <= DECORATION; inner++)
      if (tree.tag[inner] === TAG['#text']) length += tree.text(inner).trim().length;
    return length > DECORATION;
  }

  /** Passes the ways on to the nodes inside. */
  private spread(): Visibility {
    const { tree, own } = this;
    const { tag, parent, count } = tree;
    const way = new Uint8Array(count);
    const root = new Int32Array(count);
    const opened = new Uint8Array(count);
    const unseen = new Uint8Array(count);
    let controls: Controls | undefined;
    for (let node = 1; node < count; node++) {
      const up = parent[node]!;
      let around = root[up]!;
      if (around > 0 && endsHere(way[around]!, own[node]!)) around = root[parent[around]!]!;
      way[node] = way[around]!;
      root[node] = around;
      opened[node] = opened[around]!;
      unseen[node] = unseen[around]!;
      let mine = own[node]! & WAYS;
      let isOpened = false;
      if (mine !== 0) {
        controls ??= new Controls(tree, this.seen());
        isOpened = mine !== WAY.colour && mine !== WAY.noscript && controls.opens(node);
      } else if (
        tag[up] === TAG.details &&
        tag[node] !== TAG.summary &&
        tree.attributeIndex(up, ATTR.open) < 0
      ) {
        mine = WAY.details;
        isOpened = true;
      } else continue;
      way[node] = mine;
      root[node] = node;
      opened[node] = isOpened ? 1 : 0;
      if (!isOpened) unseen[node] = 1;
    }
    return { way, root, opened, unseen, hasHidden: true };
  }

  /** 1 for each node that is visible before anything is opened. */
  private seen(): Uint8Array {
    const { own, tree } = this;
    const seen = new Uint8Array(tree.count).fill(1, 0, 1);
    for (let node = 1; node < tree.count; node++)
      seen[node] = seen[tree.parent[node]!] === 1 && (own[node]! & WAYS) === 0 ? 1 : 0;
    return seen;
  }
}

function endsHere(way: number, own: number): boolean {
  if (way === WAY.visibility) return (own & SHOWS) !== 0;
  if (way === WAY.size) return (own & SIZES) !== 0;
  return way === WAY.colour && (own & PAINTED) !== 0;
}

class NothingHidden implements Visibility {
  readonly way: Uint8Array;
  readonly root: Int32Array;
  readonly opened: Uint8Array;
  readonly unseen: Uint8Array;
  readonly hasHidden = false;

  constructor(count: number) {
    this.way = this.opened = this.unseen = new Uint8Array(count);
    this.root = new Int32Array(count);
  }
}

/** Distinct styles remembered per page. Set by hand. */
const MOST_STYLES = 5_000;
/** Characters of a text that is hidden from assistive technology only because it is decoration. Set by hand. */
const DECORATION = 24;
const DECORATION_NODES = 60;
