import { groundOf, inkOf, isInverted, LIGHTENING, parseColour, SAME_CHANNEL } from './colours.js';
import { Declarations } from './declarations.js';
import { areScattered, effectOf, isEmptyRect, LESS_THAN_LINE } from './hiding.js';
import type { Layout } from './layout.js';
import { ATTR, TAG } from './names.js';
import { HIDDEN, type PageTree, UNSEEN } from './tree.js';

/** Computed styles that decide whether text is visible. */
export const VISIBILITY_STYLES: readonly string[] = [
  ...['color', 'opacity', '-webkit-text-fill-color', 'text-shadow', '-webkit-text-stroke-width', 'font-size'],
  ...[
    'background-color',
    'background-image',
    'background-clip',
    'clip',
    'clip-path',
    'filter',
    'position',
    'direction',
  ],
  ...[
    'overflow-x',
    'overflow-y',
    'content-visibility',
    'mask-image',
    'mask-size',
    'mix-blend-mode',
    'contain',
    '-webkit-text-stroke-color',
    'letter-spacing',
    '-webkit-text-security',
  ],
];

export interface Paint {
  /** The colour behind an element; undefined if it is not one colour, or not known. */
  readonly ground: string | undefined;
  /** Product of the opacities of an element and its ancestors. */
  readonly opacity: number;
}

/**
 * Marks text of a rendered page that its readers do not see as HIDDEN: too small, transparent, in the colour of its
 * ground, cut off, or where no scrolling leads. Also marks elements around nothing else, so that what a control opens
 * is one element.
 */
export function hideUnseenText(tree: PageTree, paintOf: (node: number) => Paint): void {
  const { layout } = tree;
  if (layout === undefined) return;
  const visibility = new TextVisibility(tree, layout, paintOf);
  const shows = new Uint8Array(tree.count);
  const hides = new Uint8Array(tree.count);
  for (let node = tree.count - 1; node > 0; node--) {
    const isText = tree.tag[node] === TAG['#text'];
    if (isText && isBlank(tree, node)) continue;
    const parent = tree.parent[node]!;
    if (isText) {
      if ((tree.flags[node]! & (HIDDEN | UNSEEN)) === 0 && visibility.isUnseen(node))
        tree.flags[node]! |= HIDDEN;
      if ((tree.flags[node]! & HIDDEN) !== 0) hides[node] = 1;
      else if ((tree.flags[node]! & UNSEEN) === 0) shows[node] = 1;
    } else if (MEDIA.has(tree.tag[node]!) && visibility.isPainted(node)) shows[node] = 1;
    if (shows[node] === 1) shows[parent] = 1;
    if (hides[node] === 1) hides[parent] = 1;
    const isWhole = hides[node] === 1 && shows[node] === 0 && !PAGE.has(tree.tag[node]!);
    if (!isText && isWhole) tree.flags[node]! |= HIDDEN;
  }
}

const MEDIA: ReadonlySet<number> = new Set([
  ...[TAG.img, TAG.video, TAG.audio, TAG.svg, TAG.canvas, TAG.iframe, TAG.embed, TAG.object],
]);
const PAGE: ReadonlySet<number> = new Set([TAG.html, TAG.body]);

function isBlank(tree: PageTree, node: number): boolean {
  return tree.text(node).trim() === '';
}

/** Text of this font size or less, or in a lower box, cannot be read. In pixels; set by hand. */
const UNREADABLE = 2;
/** Less opaque text cannot be read. Set by hand. */
const LEAST_OPACITY = 0.05;
/** Tags and classes of the copies of formulas for assistive technology, whose pictures are visible beside them. */
const FORMULA_COPY = /^(?:mjx-assistive-mml|katex-mathml|mjx_assistive_mathml|mwe-math-mathml-a11y)$/i;

/** Maximum characters of words in the copy of a formula. Set by hand. */
const LONGEST_WORDS = 24;

/** Effects of an element, or of its ancestors, on the text in it. */
const CUTS = 1; // a box without size cuts off its content
const CUTS_POSITIONED = 2; // also content with an absolute position
const CLIPS = 4;
const FIXES = 8; // in place, whatever is scrolled
const SKIPS = 16; // may not have been laid out yet
const COPIES = 32; // formulas for assistive technology
const LIGHTENS = 64; // dark letters become light
const FADES = 128;

class TextVisibility {
  private readonly isRightToLeft: boolean;
  private readonly cannotScroll: boolean;
  private readonly around: Uint8Array;

  constructor(
    private readonly tree: PageTree,
    private readonly layout: Layout,
    private readonly paintOf: (node: number) => Paint,
  ) {
    const roots = [1, 2, 3].filter(node => node < tree.count && PAGE.has(tree.tag[node]!));
    const has = (name: string, value: RegExp) =>
      roots.some(node => value.test(layout.style(node, name) ?? ''));
    this.isRightToLeft = has('direction', /^rtl$/);
    this.cannotScroll = has('overflow-x', /^(?:hidden|clip)$/);
    this.around = new Uint8Array(tree.count);
    for (let node = 1; node < tree.count; node++)
      if (tree.tag[node]! > TAG['#comment'])
        this.around[node] = this.effectOf(node, this.around[tree.parent[node]!]!);
  }

  isPainted(media: number): boolean {
    return this.layout.isDrawn(media) && (this.around[media]! & (CUTS | CLIPS | FADES)) === 0;
  }

  isUnseen(text: number): boolean {
    const { layout } = this;
    const parent = this.tree.parent[text]!;
    const around = this.around[parent]!;
    if ((around & COPIES) !== 0) return this.isSentence(text);
    if (!layout.isDrawn(text)) return this.isDropped(text);
    return (
      (around & (CUTS | CLIPS)) !== 0 ||
      this.paintOf(this.elementOf(parent)).opacity <= LEAST_OPACITY ||
      this.isUnreadable(text) ||
      ((around & SKIPS) === 0 && this.isOutside(text, (around & FIXES) !== 0)) ||
      this.isInvisibleInk(text)
    );
  }

  private isSentence(text: number): boolean {
    const { tree } = this;
    return tree.tag[tree.parent[text]!] === TAG.mtext && tree.text(text).trim().length > LONGEST_WORDS;
  }

  private isUnreadable(text: number): boolean {
    const size = Number.parseFloat(this.layout.style(text, 'font-size') ?? '16');
    const spacing = Number.parseFloat(this.layout.style(text, 'letter-spacing') ?? '0');
    return size <= UNREADABLE || areScattered(spacing, size);
  }

  private effectOf(node: number, parent: number): number {
    const { tree, layout } = this;
    const isCopy =
      tree.tag[node + 1] === TAG.math &&
      (FORMULA_COPY.test(tree.tagName(node)) || FORMULA_COPY.test(tree.attribute(node, ATTR.class) ?? ''));
    let effect = (parent & (CLIPS | FIXES | SKIPS | COPIES | LIGHTENS | FADES)) | (isCopy ? COPIES : 0);
    if (!layout.isDrawn(node)) return effect | (parent & (CUTS | CUTS_POSITIONED));
    const style = (name: string) => layout.style(node, name) ?? '';
    const position = style('position');
    const isAbsolute = position === 'absolute' || position === 'fixed';
    const isCut = (isAbsolute ? parent & CUTS_POSITIONED : parent & CUTS) !== 0 || this.cuts(node);
    if (isCut) effect |= CUTS;
    // Boxes between an element with an absolute position and the one that positions it do not cut it.
    const isPositioned = position !== '' && position !== 'static';
    if (isPositioned ? isCut : (parent & CUTS_POSITIONED) !== 0) effect |= CUTS_POSITIONED;
    if (isAbsolute && isEmptyRect(/^rect\(([^()]{1,80})\)$/.exec(style('clip'))?.[1] ?? '')) effect |= CLIPS;
    const isPage = PAGE.has(tree.tag[node]!);
    if (!isPage && this.hasGround(node)) effect &= ~LIGHTENS;
    else if (!isPage && (isInverted(style('filter')) || LIGHTENING.test(style('mix-blend-mode'))))
      effect |= LIGHTENS;
    const painted = PAINTED_BY.map(name => `${name}:${style(name)}`).filter(
      each => !/:(?:none|auto)?$/.test(each),
    );
    if (painted.length > 0 && effectOf(Declarations.parse(painted.join(';'))).way !== 0) effect |= CLIPS;
    if (position === 'fixed') effect |= FIXES;
    if (Number(style('opacity') || 1) <= LEAST_OPACITY) effect |= FADES;
    if (style('content-visibility') === 'auto') effect |= SKIPS;
    return effect;
  }

  /** True for a box that cuts off its content and is too small to show any. */
  private cuts(node: number): boolean {
    const box = this.layout.box(node);
    if (box === undefined || PAGE.has(this.tree.tag[node]!)) return false;
    const isBounded = /strict|content|paint/.test(this.layout.style(node, 'contain') ?? '');
    const cutsAt = (size: number, axis: string) => {
      const overflow = isBounded ? 'clip' : (this.layout.style(node, axis) ?? '');
      return size <= LESS_THAN_LINE && /^(?:hidden|clip|auto|scroll)$/.test(overflow);
    };
    return cutsAt(box.width, 'overflow-x') || cutsAt(box.height, 'overflow-y');
  }

  /** True for text that was not drawn inside an element that was: the fallback of a canvas, for example. */
  private isDropped(text: number): boolean {
    const { tree, layout } = this;
    for (let n = tree.parent[text]!; n > 0; n = tree.parent[n]!) {
      const tag = tree.tag[n]!;
      if (tag === TAG.details || tag === TAG.noscript || tag === TAG.head) return false;
      if (layout.isDrawn(n)) return (this.around[n]! & SKIPS) === 0;
    }
    return false;
  }

  /** The nearest element that was drawn: elements with `display: contents` have no box. */
  private elementOf(node: number): number {
    let n = node;
    while (n > 0 && !this.layout.isDrawn(n)) n = this.tree.parent[n]!;
    return n;
  }

  private isOutside(text: number, isFixed: boolean): boolean {
    const { x, y, width, height } = this.layout.box(text)!;
    const { viewport } = this.layout.columns;
    if (width < 1 || height < UNREADABLE) return true;
    if (y + height <= 0 || (isFixed && y >= viewport.height)) return true;
    const isLeft = x + width <= 0;
    const isRight = x >= viewport.width;
    const cannotReach = isFixed || this.cannotScroll;
    return (isLeft && (cannotReach || !this.isRightToLeft)) || (isRight && cannotReach);
  }

  private hasGround(node: number): boolean {
    const style = (name: string) => this.layout.style(node, name) ?? '';
    if (!/^(?:|none)$/.test(style('background-image'))) return true;
    return parseColour(style('background-color'))?.[3] !== 0;
  }

  private isInvisibleInk(text: number): boolean {
    const { tree, layout } = this;
    const ink = this.inkOf(text);
    if (ink === undefined) return false;
    let n = tree.parent[text]!;
    let colour = (this.around[n]! & LIGHTENS) === 0 ? parseColour(ink) : WHITE;
    if (colour === undefined) {
      // Colours in other notations are compared as strings.
      while (n > 0 && parseColour(layout.style(n, 'background-color') ?? 'rgba(0, 0, 0, 0)')?.[3] === 0)
        n = tree.parent[n]!;
      return n > 0 && layout.style(n, 'background-color') === ink;
    }
    // Missing style sheets and pictures may paint another ground than the white of an empty page.
    const painted = layout.columns.lacksFiles ? undefined : this.paintOf(this.elementOf(n)).ground;
    let ground = painted ?? this.groundAround(n);
    for (let up = n; colour[3] <= LEAST_OPACITY && up > 0; up = tree.parent[up]!) {
      if (!/text/.test(layout.style(up, 'background-clip') ?? '') || !this.hasGround(up)) continue;
      const letters = parseColour(this.groundOf(up) ?? '');
      if (letters === undefined) return false;
      colour = letters;
      ground = this.groundAround(tree.parent[up]!) ?? 'white';
    }
    if (colour[3] <= LEAST_OPACITY) return true;
    const [red, green, blue, alpha] = colour;
    const below = parseColour(ground ?? '');
    return (
      below !== undefined &&
      [red, green, blue].every((channel, i) => alpha * Math.abs(channel - below[i]!) <= SAME_CHANNEL)
    );
  }

  private groundOf(node: number): string | undefined {
    const styles = ['background-color', 'background-image'].map(
      name => `${name}:${this.layout.style(node, name) ?? 'none'}`,
    );
    return groundOf(Declarations.parse(styles.join(';')));
  }

  /** Ground of the nearest element around a node that has one; undefined if the node may be in front of something else. */
  private groundAround(node: number): string | undefined {
    for (let up = node; up > 0; up = this.tree.parent[up]!) {
      if (!this.layout.isDrawn(up)) continue;
      const ground = this.groundOf(up);
      if (ground !== undefined) return ground;
      if (/^(?:absolute|fixed|sticky)$/.test(this.layout.style(up, 'position') ?? '')) return undefined;
    }
    return undefined;
  }

  /** Colour of the letters of a text with their strokes and shadows; undefined if these differ. */
  private inkOf(text: number): string | undefined {
    const style = (name: string) => this.layout.style(text, name) ?? '';
    const ink = style('-webkit-text-fill-color') || style('color');
    const width = style('-webkit-text-stroke-width');
    if (/^(?:|none)$/.test(style('text-shadow')) && !(Number.parseFloat(width) > 0)) return ink;
    const stroke = `${width} ${style('-webkit-text-stroke-color')}`;
    return inkOf(
      Declarations.parse(`color:${ink};text-shadow:${style('text-shadow')};-webkit-text-stroke:${stroke}`),
    );
  }
}

const WHITE = [255, 255, 255, 1] as const;

/** Styles that may leave nothing of an element, besides `clip`, which applies only to absolute positions. */
const PAINTED_BY = ['clip-path', 'filter', 'mask-image', 'mask-size', '-webkit-text-security'];
