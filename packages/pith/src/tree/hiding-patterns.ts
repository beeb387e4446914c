/** Declarations that may hide text; each begins with a word, so that a search skips all other positions. */
const HIDING_DECLARATIONS = [
  /(?:display|visibility|opacity|font-size)\s{0,9}:\s{0,9}var\(/,
  /display\s{0,9}:\s{0,9}(?:none|table-column)/,
  /visibility\s{0,9}:\s{0,9}(?:hid|col)/,
  /opacity\s{0,9}[:(]\s{0,9}[.0]/,
  /contain\s{0,9}:\s{0,9}s|contain\s{0,9}:[^;}]{0,30}size/,
  /content\s{0,9}:\s{0,9}url/,
  // Colours, shadows and filters.
  /color\s{0,9}:\s{0,9}(?:transparent|#0{4}|rgba|hsla)/,
  /invert\(|blend-mode|background-clip|blur\([89]|blur\(\d\d/,
  /mask[\w-]{0,6}\s{0,9}:\s{0,9}\w{1,9}-gradient/,
  // Type.
  /text-(?:shadow|stroke|fill|indent)|size-adjust/,
  /text-security\s{0,9}:\s{0,9}[dcs]/,
  /font(?:-size)?\s{0,9}:\s{0,9}[.0-2](?!\d)/,
  /word-spacing\s{0,9}:\s{0,9}-|spacing\s{0,9}:\s{0,9}\d{2}|letter-spacing\s{0,9}:\s{0,9}-(?!0?\.[0-5])/,
  // Boxes and places.
  /(?:height|width)\s{0,9}:\s{0,9}[.01]\w{0,4}%?\s{0,9}[;}!]/,
  /(?:left|right|bottom|top|indent|opacity|font-size)\s{0,9}:\s{0,9}(?:\d{4}|(?:-webkit-)?calc\()/,
  /(?:right|left|top|bottom)\s{0,9}:\s{0,9}\d{3}(?:%|v)|inset-/,
  /clip\s{0,9}:|clip-path/,
  // Transformations.
  /scale\w{0,2}\s{0,9}[:(]\s{0,9}0|scale\s{0,9}:\s{0,9}\.|zoom\s{0,9}:\s{0,9}[.0]|matrix\(0/,
  /(?:rotate[3xy]\w?|skew[xy]?)\((?:-?90|270|1,)|rotate:\s{0,9}[xy]|translate\s{0,9}:/,
];
/** Negative lengths, parts of names such as `min-size`, and escapes, which may disguise a declaration. */
const HIDING_LENGTHS = /-(?:\d{3}|\d{1,3}r?em|\d{2,4}v[wh]|size\s{0,9}:\s{0,9}[.01]\w{0,4}%?\s{0,9}[;}!])/;
const ESCAPES = /\\[\da-f]{2,6}\s?[a-z]|\w\\[\da-f]/;
/** Both, to search a style sheet. */
export const HIDES = new RegExp(
  `(?<![a-z])(?:${HIDING_DECLARATIONS.map(({ source }) => source).join('|')})|${HIDING_LENGTHS.source}|${ESCAPES.source}`,
  'gi',
);
/** Text as light as the usual ground of a page. */
export const IS_LIGHT =
  /fill-color\s{0,9}:|invert\(|blend-mode|[\s;{]color\s{0,9}:\s{0,9}(?:#[ef]|white|snow|ivory|\w{1,20}\()|color[^{}]{0,200}color/gi;
/** A ground other than white. */
export const SETS_GROUND =
  /background(?:-color)?\s{0,9}:\s{0,9}(?!white|#f{3,6}\b|none|0|transparent|inherit|initial|unset)[^\s]|background-image\s{0,9}:\s{0,9}[^\sn]/i;
