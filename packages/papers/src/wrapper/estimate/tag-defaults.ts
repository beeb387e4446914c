import { TAG } from 'webpith/stages';

/** Font size of the root, in pixels. */
export const ROOT_FONT_SIZE = 16;
/** Line height and character width, in font sizes. */
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

/** Vertical margins in font sizes; adjacent margins collapse. */
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

/** Left indent, in pixels. */
export const INDENT = new Map<number, number>([
  [TAG.ul, 40],
  [TAG.ol, 40],
  [TAG.dd, 40],
  [TAG.blockquote, 40],
  [TAG.figure, 40],
]);

/** Width of an aside, at the right edge, as a share of the page. */
export const ASIDE_SHARE = 1 / 3;
