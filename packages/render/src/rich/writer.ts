import {
  type Addresses,
  ATTR,
  type ElementName,
  element,
  escapeText,
  IN_PRE,
  type PageTree,
  TAG,
} from 'webpith/stages';
import { backgroundWithin, type Colour, colourText, readableOn, readColour } from './colour.js';
import { declarationsOf, displayOf, round, styleOf, type Written } from './declarations.js';
import { elementName } from './element-names.js';
import type { Media } from './parts.js';

export interface Selection {
  readonly tree: PageTree;
  readonly kept: Uint8Array;
  readonly texts: Uint8Array;
  readonly media: ReadonlyMap<number, Media>;
  readonly addresses: Addresses;
}

interface Open extends Written {
  readonly end: number;
  readonly parts: string[];
  readonly style: string;
  readonly background: Colour;
  readonly colour: Colour | undefined;
}

export function writeSubtree(selection: Selection, root: number, background: Colour): string {
  const { tree, kept, texts, media } = selection;
  const top: string[] = [];
  const open: Open[] = [];
  const into = () => open.at(-1)?.parts ?? top;
  const closeUntil = (node: number) => {
    for (let last = open.at(-1); last !== undefined && last.end <= node; last = open.at(-1)) {
      open.pop();
      into().push(element(last.name, attributesOf(selection, last), last.parts.join(''), last.style));
    }
  };
  for (let node = root; node < tree.end[root]!; ) {
    closeUntil(node);
    const tag = tree.tag[node]!;
    const shown = media.get(node);
    if (tag === TAG['#text']) {
      if (texts[node] === 1) into().push(escapeText(tree.text(node)));
      else if (isSpace(tree, node)) into().push(' ');
      node++;
    } else if (shown !== undefined) {
      into().push(mediaHtml(selection, node, shown, open.at(-1)));
      node = tree.end[node]!;
    } else if (tag === TAG.br || tag === TAG.hr || tag === TAG.wbr) {
      if (tag !== TAG.wbr && open.length > 0) into().push(lineHtml(tree, node, open.at(-1)!));
      node++;
    } else if (kept[node] === 1 && tag !== TAG['#comment']) {
      open.push(opened(selection, node, open, background));
      node++;
    } else node = tree.end[node]!;
  }
  closeUntil(tree.end[root]!);
  return top.join('');
}

function opened(
  { tree, kept, texts }: Selection,
  node: number,
  open: readonly Open[],
  beneath: Colour,
): Open {
  const name = elementName(
    tree,
    node,
    open.map(outer => outer.name),
  );
  let children = 0;
  let hasOwnText = false;
  let hasText = false;
  for (let child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
    children += kept[child]!;
    hasOwnText ||= texts[child] === 1;
  }
  for (let inner = node; inner < tree.end[node]! && !hasText; inner++) hasText = texts[inner] === 1;
  const display = displayOf(tree.layout!, node, name, children);
  const written = { node, name, display };
  const parent = open.at(-1);
  const declarations = declarationsOf(tree, written, parent);
  if (!hasText) dropSpacers(declarations);
  else if (Number(declarations.get('opacity')) < MIN_OPACITY) declarations.delete('opacity');
  const background = backgroundWithin(declarations, parent?.background ?? beneath);
  const colour = hasOwnText
    ? setTextColour(tree, node, declarations, background, parent)
    : (readColour(declarations.get('color')) ?? parent?.colour);
  return { ...written, end: tree.end[node]!, parts: [], style: styleOf(declarations), background, colour };
}

/** Elements with text and a lower opacity are made opaque: a script was probably going to fade them in. */
const MIN_OPACITY = 0.5;

function setTextColour(
  tree: PageTree,
  node: number,
  declarations: Map<string, string>,
  background: Colour,
  parent: Open | undefined,
): Colour | undefined {
  const value = tree.layout!.style(node, 'color');
  const own = readColour(value);
  if (own === undefined) return parent?.colour;
  const colour = readableOn(own, background);
  const outer = parent?.colour;
  if (colour !== own) declarations.set('color', colourText(colour));
  else if (outer !== undefined && colourText(outer) !== colourText(own)) declarations.set('color', value!);
  return colour;
}

/** Larger padding around an image is dropped: it reserved space for the image, which was positioned absolutely. */
const MAX_PADDING = 60;

function dropSpacers(declarations: Map<string, string>): void {
  for (const name of ['padding', 'padding-top', 'padding-bottom']) {
    if (Number.parseFloat(declarations.get(name) ?? '') > MAX_PADDING) declarations.delete(name);
  }
}

function isSpace(tree: PageTree, node: number): boolean {
  return (tree.flags[node]! & IN_PRE) === 0 && /^\s+$/.test(tree.text(node));
}

function attributesOf(
  { tree, addresses }: Selection,
  { node, name }: Written,
): Record<string, string | undefined> {
  const read = (attribute: keyof typeof ATTR) => tree.attribute(node, ATTR[attribute]);
  if (name === 'a') {
    const href = read('href');
    return { href: href === undefined ? undefined : addresses.link(href), title: read('title') };
  }
  if (name === 'td' || name === 'th')
    return { colspan: span(read('colspan')), rowspan: span(read('rowspan')) };
  if (name === 'ol') return { start: span(read('start')) };
  return name === 'div' ? { dir: read('dir'), lang: read('lang') } : {};
}

function span(value: string | undefined): string | undefined {
  return value !== undefined && /^\d{1,4}$/.test(value) ? value : undefined;
}

function lineHtml(tree: PageTree, node: number, parent: Open): string {
  if (tree.tag[node] === TAG.br) return element('br', {});
  return element('hr', {}, '', styleOf(declarationsOf(tree, { node, name: 'hr', display: 'block' }, parent)));
}

const MEDIA_NAMES = { image: 'img', video: 'video', audio: 'audio', embed: 'a' } as const satisfies Record<
  Media['type'],
  ElementName
>;

function mediaHtml(selection: Selection, node: number, media: Media, parent: Open | undefined): string {
  const { tree, addresses } = selection;
  const src = addresses.media(media.src);
  if (src === undefined) return '';
  const style = styleOf(mediaStyle(tree, node, media, parent));
  const { title } = media;
  if (media.type === 'image') return element('img', { src, alt: media.alt ?? '', title }, '', style);
  if (media.type === 'audio') return element('audio', { src, title, controls: '' }, '', style);
  if (media.type === 'video') return videoHtml(selection, node, { ...media, src }, style);
  const box = `${style};background-color:#111;color:#fff;padding:12px`;
  return element('a', { href: src }, escapeText(`▶ ${title ?? src}`), box);
}

function mediaStyle(
  tree: PageTree,
  node: number,
  { type }: Media,
  parent: Open | undefined,
): Map<string, string> {
  const layout = tree.layout!;
  const box = layout.box(node);
  const name = MEDIA_NAMES[type];
  const isLaidOver = /^(?:absolute|fixed)$/.test(layout.style(node, 'position') ?? '');
  const display = isLaidOver || type === 'embed' ? 'block' : (layout.style(node, 'display') ?? 'inline');
  const style = declarationsOf(tree, { node, name, display }, parent);
  style.delete('width');
  if (box === undefined || box.width <= 1 || box.height <= 1) return style;
  style.set('width', `${round(box.width)}px`);
  if (type !== 'audio') style.set('aspect-ratio', `${round(box.width)}/${round(box.height)}`);
  return style;
}

function videoHtml({ tree, addresses }: Selection, node: number, media: Media, style: string): string {
  const names = new Set(tree.attributes(node).map(([name]) => name));
  const flag = (name: string) => (names.has(name) ? '' : undefined);
  const poster = media.poster === undefined ? undefined : addresses.media(media.poster);
  // A muted autoplay video is an animation; others get controls.
  const plays =
    names.has('autoplay') && names.has('muted')
      ? { autoplay: '', muted: '', loop: flag('loop') }
      : { controls: '', loop: flag('loop') };
  return element('video', { src: media.src, poster, title: media.title, ...plays }, '', style);
}

/** Vertical gap between two nodes on the page, if plausible. */
export function gapBetween(tree: PageTree, above: number, below: number): number {
  const upper = tree.layout?.box(above);
  const lower = tree.layout?.box(below);
  if (upper === undefined || lower === undefined) return DEFAULT_GAP;
  const gap = lower.y - (upper.y + upper.height);
  return gap > 0 && gap < MAX_GAP ? round(gap) : DEFAULT_GAP;
}

const DEFAULT_GAP = 16;
const MAX_GAP = 60;
