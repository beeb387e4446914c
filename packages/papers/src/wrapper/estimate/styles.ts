import { ATTR, type PageTree, TAG } from 'webpith/stages';
import { tagSet } from '../../markup-names.js';

export const ROOT_FONT_SIZE = 16;
/** Line height and character width, as multiples of the font size. */
export const LINE_HEIGHT = 1.25;
export const CHARACTER_WIDTH = 0.5;

/** Font sizes relative to the parent; other tags inherit. */
export const FONT_SCALE = new Map<number, number>([
  [TAG.h1, 2],
  [TAG.h2, 1.5],
  [TAG.h3, 1.17],
  [TAG.h5, 0.83],
  [TAG.h6, 0.67],
  [TAG.small, 0.83],
  [TAG.sub, 0.83],
  [TAG.sup, 0.83],
  [TAG.big, 1.2],
]);

/** Vertical margins as multiples of the font size; adjacent margins collapse. */
export const MARGIN = new Map<number, number>([
  [TAG.p, 1],
  [TAG.h1, 0.67],
  [TAG.h2, 0.83],
  [TAG.h3, 1],
  [TAG.h4, 1.33],
  [TAG.h5, 1.67],
  [TAG.h6, 2.33],
  [TAG.ul, 1],
  [TAG.ol, 1],
  [TAG.dl, 1],
  [TAG.pre, 1],
  [TAG.blockquote, 1],
  [TAG.figure, 1],
]);

export const INDENTED = tagSet('ul', 'ol', 'dd', 'blockquote', 'figure');
export const INDENT = 40;

/** Width of an aside as a share of its parent's; it is placed at the right edge. */
export const ASIDE_SHARE = 1 / 3;

interface InlineStyle {
  readonly isHidden: boolean;
  readonly fontSize?: number | undefined;
  readonly width?: number | undefined;
}

const NOTHING: InlineStyle = { isHidden: false };
const LONGEST_STYLE = 2000;

export function inlineStyle(
  tree: PageTree,
  node: number,
  parent: { readonly fontSize: number; readonly width: number },
): InlineStyle {
  const style = tree.attribute(node, ATTR.style);
  if (!style) return NOTHING;
  const declared = declarations(style.slice(0, LONGEST_STYLE));
  return {
    isHidden: declared.get('display') === 'none',
    fontSize: pixels(declared.get('font-size'), parent.fontSize, parent.fontSize),
    width: pixels(declared.get('width'), parent.fontSize, parent.width),
  };
}

function declarations(style: string): Map<string, string> {
  const declared = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    declared.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declared;
}

/** Pixels per unit; per cent of `whole`. */
const UNITS: Readonly<Record<string, (fontSize: number, whole: number) => number>> = {
  px: () => 1,
  pt: () => 4 / 3,
  em: fontSize => fontSize,
  rem: () => 16,
  '%': (_, whole) => whole / 100,
};

function pixels(value: string | undefined, fontSize: number, whole: number): number | undefined {
  const match = /^(\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(px|pt|em|rem|%)$/.exec(value ?? '');
  const size = match ? Number(match[1]) * UNITS[match[2]!]!(fontSize, whole) : 0;
  return size > 0 ? size : undefined;
}

const ICON_SIZE = 24;
const LARGEST = 4000;

export function imageSize(tree: PageTree, node: number): [width: number, height: number] {
  const side = (name: number) => Number.parseInt(tree.attribute(node, name) ?? '', 10);
  const [width, height] = [side(ATTR.width), side(ATTR.height)];
  const isBelievable = width > 0 && height > 0 && width <= LARGEST && height <= LARGEST;
  return isBelievable ? [width, height] : [ICON_SIZE, ICON_SIZE];
}
