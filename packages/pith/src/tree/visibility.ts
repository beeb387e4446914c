import { Paints } from './colours.js';
import { Controls } from './controls.js';
import { Declarations } from './declarations.js';
import { effectOf, hidesByClass, type StyleEffect, WAY } from './hiding.js';
import type { Layout } from './layout.js';
import { ATTR, TAG } from './names.js';
import { StyleRules } from './style-rules.js';
import { HIDDEN, IN_ANCHOR, type PageTree } from './tree.js';

/** Bits of `own`: the way in which an element is hidden, and flags that cancel the effect of an ancestor. */
const WAYS = 31;
const SHOWS = 32;
const SIZES = 64;
const PAINTED = 128;

/**
 * Visibility of the nodes of a page to its readers, as far as the page itself shows it; read on demand, once per node.
 */
export class Visibility {
  private readonly isRead: Uint8Array;
  /** Way of hiding and flags of each element, without those of its ancestors. */
  private readonly own: Uint8Array;
  private readonly roots: Int32Array;
  private readonly opened: Uint8Array;
  private readonly path: number[] = [];
  private readonly rules: StyleRules;
  private readonly paints: Paints;
  /** Effect of each inline style on elements without rules of style sheets. */
  private readonly inline = new Map<string, StyleEffect | undefined>();
  /** Elements that are hidden, but part of the design. */
  private readonly labels = new Set<number>();
  private controls: Controls | undefined;
  /** 1 for the elements inside a large part of a rendered page that a script fades in. */
  private fades: Uint8Array | undefined;

  constructor(private readonly tree: PageTree) {
    const { count } = tree;
    this.isRead = new Uint8Array(count).fill(1, 0, 1);
    this.own = new Uint8Array(count);
    this.roots = new Int32Array(count);
    this.opened = new Uint8Array(count);
    this.rules = new StyleRules(tree);
    this.paints = new Paints(tree, this.rules);
  }

  /** The nearest element that hides a node, possibly the node itself; 0 if none does. */
  rootOf(node: number): number {
    this.read(node);
    return this.roots[node]!;
  }

  rootAround(root: number): number {
    return root === 0 ? 0 : this.rootOf(this.tree.parent[root]!);
  }

  wayOf(root: number): number {
    this.read(root);
    return this.own[root]! & WAYS;
  }

  /** True if a visible control of the page opens a hiding element: tabs, accordions, `<details>`. */
  isOpened(root: number): boolean {
    const way = this.wayOf(root);
    if (way === WAY.details) return this.hasSummary(this.tree.parent[root]!);
    if (way === 0 || way === WAY.colour || way === WAY.noscript) return false;
    if (this.opened[root] === 0) {
      this.controls ??= new Controls(this.tree, node => this.isDrawn(node));
      this.opened[root] = this.controls.opens(root) ? 2 : 1;
    }
    return this.opened[root] === 2;
  }

  /** True unless the summary of a closed `<details>` is hidden; browsers add one that is missing. */
  private hasSummary(details: number): boolean {
    const { tree } = this;
    let child = tree.firstChild(details);
    while (child > 0 && tree.tag[child] !== TAG.summary) child = tree.nextSibling(child);
    return child <= 0 || this.rootOf(child) === this.rootOf(details);
  }

  private isDrawn(node: number): boolean {
    return this.rootOf(node) === 0 && !this.labels.has(node) && !this.labels.has(this.tree.parent[node]!);
  }

  /** True if an element hides a node and no control opens that element. */
  isUnseen(node: number): boolean {
    for (let root = this.rootOf(node); root > 0; root = this.rootAround(root))
      if (!this.isOpened(root)) return true;
    return false;
  }

  private read(node: number): void {
    const { tree, path, isRead } = this;
    let unread = 0;
    for (let n = node; isRead[n] === 0; n = tree.parent[n]!) path[unread++] = n;
    while (unread > 0) this.readNode(path[--unread]!);
  }

  private readNode(node: number): void {
    const { tree, own, roots } = this;
    const up = tree.parent[node]!;
    this.isRead[node] = 1;
    own[node] =
      tree.tag[node]! > TAG['#comment'] ? this.readElement(node) : this.isMarked(node) ? WAY.display : 0;
    if ((own[node]! & WAYS) === 0 && tree.tag[up] === TAG.details && this.isInClosed(up, node))
      own[node] = WAY.details;
    const around = roots[up]!;
    if ((own[node]! & WAYS) !== 0) roots[node] = node;
    else if (around > 0 && endsHere(own[around]! & WAYS, own[node]!))
      roots[node] = roots[tree.parent[around]!]!;
    else roots[node] = around;
  }

  /** True if the tree itself marks a node as hidden: not drawn, or not assigned to a slot. */
  private isMarked(node: number): boolean {
    const { flags, parent } = this.tree;
    return (flags[node]! & ~flags[parent[node]!]! & HIDDEN) !== 0;
  }

  private isInClosed(details: number, node: number): boolean {
    return this.tree.tag[node] !== TAG.summary && this.tree.attributeIndex(details, ATTR.open) < 0;
  }

  private readElement(node: number): number {
    const { tree } = this;
    const { attributeFirst, attributeName, attributeStart, attributeStop } = tree;
    if (tree.layout !== undefined) return this.readRendered(node, tree.layout);
    const tag = tree.tag[node]!;
    let way = this.wayOfTag(node, tag);
    let style: string | undefined;
    let colour: string | undefined;
    let ground: string | undefined;
    for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++) {
      const name = attributeName[i]!;
      if (name === ATTR.class) {
        if (hidesByClass(tree.source, attributeStart[i]!, attributeStop[i]!)) way ||= WAY.class;
      } else if (name === ATTR.style) style ??= tree.attributeValue(i);
      else if (name === ATTR.hidden || name === ATTR.popover) way = WAY.attribute;
      else if (name === ATTR['aria-hidden']) way ||= this.isHiddenFromAids(node, i) ? WAY.aria : 0;
      else if (name === ATTR.open && way === WAY.dialog) way = 0;
      else if (name === ATTR.bgcolor) ground = legacyColour(tree.attributeValue(i));
      else if (name === ATTR.color && tag === TAG.font) colour = legacyColour(tree.attributeValue(i));
    }
    const effect = this.effectOn(node, style);
    const isPainted = this.paints.set(node, effect?.colour ?? colour, effect?.ground ?? ground);
    if (effect?.displays && way === WAY.class) way = 0;
    if (effect === undefined && style === undefined && this.isMarked(node)) way ||= WAY.attribute;
    const found = effect?.way || way || (isPainted === true ? WAY.colour : 0);
    return (
      (found !== 0 && this.isByDesign(node, found) ? 0 : found) |
      (effect?.shows === true ? SHOWS : 0) |
      (effect?.sizes === true ? SIZES : 0) |
      (isPainted === false ? PAINTED : 0)
    );
  }

  private wayOfTag(node: number, tag: number): number {
    if (tag === TAG.noscript) return WAY.noscript;
    if (tag === TAG.dialog) return WAY.dialog;
    const isFallback = tag === TAG.progress || tag === TAG.meter;
    return isFallback || (tag === TAG.rp && !this.hasAtMost(node, PARENTHESIS)) ? WAY.display : 0;
  }

  /**
   * In a rendered page, the browser has decided. If scripts or style sheets of the page are missing, a large part of it
   * may be hidden until they are there; elements in that part then count as hidden only if they are so by themselves.
   */
  private readRendered(node: number, layout: Layout): number {
    const isMarked = this.isMarked(node);
    if (!layout.columns.lacksFiles) return isMarked || this.staysClosed(node, layout) ? WAY.display : 0;
    this.fades ??= new Uint8Array(this.tree.count);
    const isFaded = layout.isDrawn(node) && layout.style(node, 'opacity') === '0';
    const isLarge = this.tree.end[node]! - node > LARGE_PART;
    if (this.fades[this.tree.parent[node]!] === 1 || (isFaded && isLarge)) this.fades[node] = 1;
    if ((this.tree.flags[node]! & HIDDEN) === 0) return 0;
    if (this.tree.attributeIndex(node, ATTR.hidden) >= 0) return WAY.display;
    const way = this.effectOn(node, this.tree.attribute(node, ATTR.style))?.way ?? 0;
    if (this.fades[node] === 1) return way === WAY.opacity && isLarge ? 0 : way;
    const found = way || (isMarked ? WAY.attribute : 0);
    return found !== 0 && this.isByDesign(node, found) ? 0 : found;
  }

  /** True for an element of a closed `<details>`, which is not drawn, that is hidden by itself. */
  private staysClosed(node: number, layout: Layout): boolean {
    const { tree } = this;
    if (layout.isDrawn(node)) return false;
    if (tree.attributeIndex(node, ATTR.hidden) >= 0) return true;
    return (this.effectOn(node, tree.attribute(node, ATTR.style))?.way ?? 0) !== 0;
  }

  /**
   * True for hiding that is part of the design: the label of a link that shows a picture, the copy of a formula for
   * assistive technology, a large part of the page that fades in, and a page behind an open dialog.
   */
  private isByDesign(node: number, way: number): boolean {
    const { end, flags, tag } = this.tree;
    const isLink = (flags[node]! & IN_ANCHOR) !== 0 || tag[node + 1] === TAG.a || tag[node + 2] === TAG.a;
    const isUndrawn = tag[node] === TAG.a && (way === WAY.display || way === WAY.attribute);
    if (isLink && !isUndrawn && way !== WAY.colour && this.hasAtMost(node, LONGEST_LABEL)) {
      this.labels.add(node);
      return true;
    }
    if ((way === WAY.clip || way === WAY.position || way === WAY.size) && this.isFormula(node)) return true;
    return (way === WAY.opacity || way === WAY.aria) && end[node]! - node > LARGE_PART;
  }

  private isFormula(node: number): boolean {
    const { tree } = this;
    for (let child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
      if (tree.tag[child] === TAG.math) {
        for (let inner = child; inner < tree.end[child]!; inner++)
          if (tree.tag[inner] === TAG.mtext && !this.hasAtMost(inner, DECORATION)) return false;
      } else if (tree.tag[child]! > TAG['#comment'] || tree.text(child).trim() !== '') return false;
    }
    return tree.firstChild(node) >= 0;
  }

  private effectOn(node: number, style: string | undefined): StyleEffect | undefined {
    const declarations = this.rules.declarationsOf(node);
    if (declarations === undefined) return style === undefined ? undefined : this.effectOfInline(style);
    if (style !== undefined) declarations.overrideBy(Declarations.parse(style));
    return effectOf(this.rules.resolved(declarations));
  }

  private effectOfInline(style: string): StyleEffect | undefined {
    if (!this.inline.has(style)) {
      const mayMatter = MAY_MATTER.test(style);
      const effect = mayMatter ? effectOf(this.rules.resolved(Declarations.parse(style))) : undefined;
      this.inline.set(style, effect);
    }
    return this.inline.get(style);
  }

  /**
   * True for `aria-hidden="true"`, except on short texts (icons, initials, counters) and on formulas, which have a copy
   * for assistive technology.
   */
  private isHiddenFromAids(node: number, attribute: number): boolean {
    const { tree } = this;
    if (!/^\s{0,9}true\s{0,9}$/i.test(tree.attributeValue(attribute))) return false;
    if (/katex|mathjax|mjx|math/i.test(tree.attribute(node, ATTR.class)?.slice(0, 200) ?? '')) return false;
    return !this.hasAtMost(node, DECORATION);
  }

  private hasAtMost(node: number, characters: number): boolean {
    const { tree } = this;
    let length = 0;
    const end = Math.min(tree.end[node]!, node + DECORATION_NODES);
    for (let inner = node; inner < end && length <= characters; inner++)
      if (tree.tag[inner] === TAG['#text']) length += tree.text(inner).trim().length;
    return length <= characters;
  }
}

/** Attributes such as `bgcolor` may have colours without `#`. */
function legacyColour(value: string): string {
  const colour = value.trim().toLowerCase();
  return /^(?:[\da-f]{3}|[\da-f]{6})$/.test(colour) ? `#${colour}` : colour;
}

function endsHere(way: number, own: number): boolean {
  if (way === WAY.visibility) return (own & SHOWS) !== 0;
  if (way === WAY.size) return (own & SIZES) !== 0;
  return way === WAY.colour && (own & PAINTED) !== 0;
}

/** Inline styles without one of these words neither hide text nor end its hiding. */
const MAY_MATTER =
  /none|column|cont|filter|blend|stroke|shadow|hid|collapse|visible|var\(|calc|mask|blur|fixed|spacing|security|rotate|skew|\d{4}|\d{3}%|\de\d|\d(?:[sld]v|cq|vm|v[ib]|r?[lc]h|r?ex|ic|cap)|size|opacity|font|color|background|indent|-\s?\d{3}|\d(?:v[wh]|r?em)|transform|translate|scale|clip|zoom|height|width|\\|\/\*/i;

/** Maximum characters of a text that is hidden from assistive technology only because it is decoration. Set by hand. */
const DECORATION = 24;
const DECORATION_NODES = 60;
/** Maximum characters of a parenthesis around the pronunciation of a word. Set by hand. */
const PARENTHESIS = 4;
/** Maximum characters of the label of a link. A part with more nodes than LARGE_PART is a section. Both set by hand. */
const LONGEST_LABEL = 40;
const LARGE_PART = 80;
