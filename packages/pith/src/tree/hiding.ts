import { areAlike, type Colour, isTransparent, parseColour } from './colours.js';
import { percentage, pixels } from './css-values.js';
import { type Declarations, splitAt } from './declarations.js';
import { knownNames, nameHashStep } from './names.js';

/** `aria` hides text only from assistive technology, `details` until a click, `noscript` where scripts run. */
export const HIDING_WAYS = [
  'visible',
  'attribute',
  'aria',
  'display',
  'visibility',
  'opacity',
  'size',
  'position',
  'clip',
  'colour',
  'class',
  'dialog',
  'details',
  'noscript',
] as const;
export type HidingWay = (typeof HIDING_WAYS)[number];
export const WAY = Object.fromEntries(HIDING_WAYS.map((way, i) => [way, i])) as Readonly<
  Record<HidingWay, number>
>;

export interface StyleEffect {
  readonly way: number;
  /**
   * True if the declarations set `display` to anything but `none`, which overrides a class name that hides the element.
   */
  readonly displays: boolean;
  /** True if the text is visible inside an element with `visibility: hidden`. */
  readonly shows: boolean;
  /** True if the text is readable inside an element with `font-size: 0`. */
  readonly sizes: boolean;
  /** Colour of the text and of its ground, as written; the ground is `image` if it is not one colour. */
  readonly colour: string | undefined;
  readonly ground: string | undefined;
}

export function effectOf(declarations: Declarations): StyleEffect {
  const size = fontSize(declarations);
  return {
    way: WAY[TESTS.find(([, hides]) => hides(declarations))?.[0] ?? 'visible'],
    displays: !/^(?:|none)$/.test(declarations.get('display') ?? ''),
    shows: declarations.get('visibility') === 'visible',
    sizes:
      size !== undefined &&
      size > UNREADABLE &&
      !/(?:%|\d(?:em|ex|ch))$/.test(declarations.get('font-size')!),
    colour: paintsText(declarations)
      ? undefined
      : (declarations.get('-webkit-text-fill-color') ?? declarations.get('color')),
    ground: groundOf(declarations),
  };
}

const TESTS: readonly (readonly [HidingWay, (css: Declarations) => boolean])[] = [
  ['display', css => isUndrawn(css.get('display')) || css.get('content-visibility') === 'hidden'],
  ['visibility', css => /^(?:hidden|collapse)$/.test(css.get('visibility') ?? '') && !isAnimated(css)],
  ['visibility', css => /^(?:disc|circle|square)$/.test(css.get('-webkit-text-security') ?? '')],
  ['opacity', css => (isFaded(css) || isMasked(css)) && !isAnimated(css)],
  ['size', css => isTiny(css) || isSqueezed(css)],
  ['clip', css => (isClipped(css) && !isAnimated(css)) || hasNoBox(css)],
  ['position', css => isOffScreen(css) || isMovedAway(css)],
];

/** Columns of a table have no text. */
function isUndrawn(display: string | undefined): boolean {
  return display === 'none' || display === 'table-column' || display === 'table-column-group';
}

/** Text of this font size or less cannot be read. In pixels; set by hand. */
const UNREADABLE = 2;
/** Less opaque text cannot be read. Set by hand. */
const LEAST_OPACITY = 0.05;
/** In pixels. Text at a larger distance from its place is outside of every window. Set by hand. */
const FAR = 900;

/** Elements that appear by an animation are hidden only until a script runs. */
function isAnimated(css: Declarations): boolean {
  if (['animation', 'transition'].some(property => takesTime(css.get(property)))) return true;
  return ['animation-name', 'will-change'].some(
    property => !/^(?:|none|auto)$/.test(css.get(property) ?? ''),
  );
}

/** In milliseconds. A longer wait is no animation. Set by hand. */
const LONGEST_ANIMATION = 10_000;

function takesTime(animation: string | undefined): boolean {
  if (animation === undefined || animation === 'none') return false;
  const [, time, unit] = /(?:^|[\s,])(\d{0,9}\.?\d{1,9})(m?s)\b/.exec(animation.slice(0, 200)) ?? [];
  if (time === undefined) return animation.includes('var(');
  const duration = Number(time) * (unit === 's' ? 1_000 : 1);
  return duration > 0 && duration <= LONGEST_ANIMATION;
}

function isFaded(css: Declarations): boolean {
  const filter = css.get('filter')?.slice(0, 400) ?? '';
  const blur = /blur\(([^()]{1,30})\)/.exec(filter)?.[1];
  if (blur !== undefined && (pixels(blur) ?? 0) >= UNREADABLE_BLUR) return true;
  const value = css.get('opacity') ?? /opacity\(([\d.]{1,9}%?)\)/.exec(filter)?.[1];
  if (value === undefined) return false;
  const share = percentage(value);
  return (share === undefined ? (pixels(value) ?? 1) : share / 100) <= LEAST_OPACITY;
}

/** Text with this radius of blur or more cannot be read. In pixels; set by hand. */
const UNREADABLE_BLUR = 20;

function isMasked(css: Declarations): boolean {
  const mask = css.get('mask-image');
  if (mask === undefined) return false;
  const stops = stopsOf(mask);
  return stops.length > 0 && stops.every(isTransparent);
}

/** Colours of a gradient; empty for other values and for gradients with colours that cannot be parsed. */
function stopsOf(value: string): Colour[] {
  const list = /^(?:repeating-)?(?:linear|radial|conic)-gradient\((.{1,300})\)$/.exec(value)?.[1];
  if (list === undefined) return [];
  const parts = splitAt(list, ',').map(part => part.trim());
  if (/^(?:to |from |circle|ellipse|[\d.-]+(?:deg|turn|rad))/.test(parts[0]!)) parts.shift();
  const colours = parts.map(part => parseColour(splitAt(part, ' ')[0]!));
  return colours.every(colour => colour !== undefined) ? colours : [];
}

function isTiny(css: Declarations): boolean {
  const zoom = css.get('zoom') ?? '';
  const scale = percentage(zoom);
  return (
    (fontSize(css) ?? UNREADABLE + 1) <= UNREADABLE ||
    (scale === undefined ? (pixels(zoom) ?? 1) : scale / 100) <= SMALLEST_SCALE
  );
}

/** Text of a smaller scale cannot be read. Set by hand. */
const SMALLEST_SCALE = 0.05;

/** True if negative letter spacing puts the letters on top of each other. */
function isSqueezed(css: Declarations): boolean {
  return (pixels(css.get('letter-spacing') ?? '') ?? 0) <= -0.9 * (fontSize(css) ?? 16);
}

function fontSize(css: Declarations): number | undefined {
  const value = css.get('font-size');
  if (value === undefined) return undefined;
  const share = percentage(value);
  return share === undefined ? pixels(value) : (share / 100) * 16;
}

function isClipped(css: Declarations): boolean {
  const rect = /^rect\(([^()]{1,80})\)$/.exec(css.get('clip') ?? '');
  if (rect !== null) return rect[1]!.split(/[\s,]/).every(side => side === '' || (pixels(side) ?? 9) <= 1);
  const path = /^(inset|circle|ellipse|polygon|rect|xywh)\(([^()]{1,200})\)/.exec(
    css.get('clip-path') ?? css.get('-webkit-clip-path') ?? '',
  );
  if (path === null) return false;
  const values = path[2]!.split(/[\s,]/).filter(value => value !== '');
  const [first = ''] = values;
  if (path[1] === 'inset') {
    const [top = 0, right = top, bottom = top, left = right] = values.map(value => percentage(value) ?? 0);
    return top + bottom >= 100 || left + right >= 100;
  }
  if (path[1] === 'xywh') return values.slice(2).some(value => (percentage(value) ?? pixels(value)) === 0);
  if (path[1] === 'circle' || path[1] === 'ellipse') return (percentage(first) ?? pixels(first) ?? 9) <= 1;
  return values.every(value => (percentage(value) ?? pixels(value) ?? 9) === 0);
}

/** True for boxes without width or height that cut off their text. Boxes with a padding in percent contain videos. */
function hasNoBox(css: Declarations): boolean {
  if (!/^(?:hidden|clip)\b/.test(css.get('overflow') ?? '') || isAnimated(css)) return false;
  if (
    ['padding', 'padding-top', 'padding-bottom'].some(side =>
      /[1-9]\d{0,5}(?:\.\d{0,9})?%/.test(css.get(side) ?? ''),
    )
  )
    return false;
  const sides = ['width', 'height', 'max-width', 'max-height', 'line-height'];
  return sides.some(side => (lengthOf(css, side) ?? 9) <= 1 && css.get(side) !== '1');
}

function lengthOf(css: Declarations, property: string): number | undefined {
  const value = css.get(property) ?? '';
  return pixels(value) ?? (percentage(value) === 0 ? 0 : undefined);
}

function isOffScreen(css: Declarations): boolean {
  const indent = css.get('text-indent') ?? '';
  if (Math.abs(pixels(indent) ?? 0) >= FAR || Math.abs(percentage(indent) ?? 0) >= 100) return true;
  const sides = ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin-right'];
  if (sides.some(side => (lengthOf(css, side) ?? 0) <= -FAR || (shareOf(css, side) ?? 0) <= -500))
    return true;
  if (css.get('position') === 'fixed')
    return sides
      .slice(0, 4)
      .some(side => (lengthOf(css, side) ?? 0) >= WINDOW || (shareOf(css, side) ?? 0) >= 100);
  if (css.get('position') !== 'absolute') return false;
  return ['left', 'right', 'bottom'].some(
    side => (lengthOf(css, side) ?? 0) >= 10 * FAR || (side === 'right' && (shareOf(css, side) ?? 0) >= 200),
  );
}

function shareOf(css: Declarations, property: string): number | undefined {
  return percentage(css.get(property) ?? '');
}

/** Width of a usual window, in pixels. */
const WINDOW = 1_280;

/**
 * True if a transformation hides an element or moves it off the page. A track of a carousel is wider than its shift.
 */
function isMovedAway(css: Declarations): boolean {
  const width = pixels(css.get('width') ?? '') ?? 0;
  const moves = functionsIn(css.get('transform') ?? '');
  for (const name of ['scale', 'translate', 'rotate']) {
    const list = css.get(name);
    if (list !== undefined) moves.push([name, list]);
  }
  return moves.some(([name, list]) => {
    const values = splitAt(list.replaceAll(',', ' '), ' ').filter(value => value !== '');
    const numbers = values.map(value => pixels(value) ?? Number.NaN);
    if (/^scale(?:3d|x|y)?$/.test(name)) return numbers.slice(0, 2).some(n => Math.abs(n) <= SMALLEST_SCALE);
    if (/^(?:rotate|skew)/.test(name)) return isOnEdge(name, values);
    const isMatrix = name === 'matrix';
    if (isMatrix && Math.abs(numbers[0]! * numbers[3]! - numbers[1]! * numbers[2]!) <= SMALLEST_SCALE ** 2)
      return true;
    if (!isMatrix && !/^translate(?:3d|x|y)?$/.test(name)) return false;
    return values.slice(isMatrix ? 4 : 0).some(value => {
      const distance = Math.abs(pixels(value) ?? 0);
      return (distance >= FAR && distance > width) || Math.abs(percentage(value) ?? 0) >= 500;
    });
  });
}

/**
 * True for text that is rotated by a quarter turn out of the plane of the page, so that only its edge would be visible.
 */
function isOnEdge(name: string, values: readonly string[]): boolean {
  const isInPlane = /^rotate(?:z)?$/.test(name) && !/^[xy]$/.test(values[0] ?? '');
  if (isInPlane || (name === 'rotate3d' && values[2] !== '0')) return false;
  return values.some(value => /^-?(?:90|270)(?:\.0{1,9})?deg$|^-?\.25turn$|^-?0\.25turn$/.test(value));
}

function functionsIn(value: string): [name: string, list: string][] {
  if (value === '') return [];
  return splitAt(value.slice(0, 1_000), ' ').flatMap(call => {
    const open = call.indexOf('(');
    return open < 0 ? [] : [[call.slice(0, open), call.slice(open + 1, -1)] as [string, string]];
  });
}

/** True if the letters show the ground or a shadow instead of a colour. */
function paintsText(css: Declarations): boolean {
  const clip = css.get('background-clip') ?? css.get('-webkit-background-clip');
  return clip?.includes('text') === true || hasShadow(css.get('text-shadow') ?? 'none');
}

export function hasShadow(value: string): boolean {
  if (value === '' || value === 'none') return false;
  const colours = splitAt(value, ' ').map(parseColour);
  return !colours.some(colour => colour !== undefined && isTransparent(colour));
}

function groundOf(css: Declarations): string | undefined {
  const image = css.get('background-image');
  if (image !== undefined && image !== 'none') return isOneColour(image) ? colourIn(image) : 'image';
  const ground = css.get('background-color');
  if (ground === undefined || /^(?:inherit|initial|unset|none|transparent)$/.test(ground)) return undefined;
  if (isOneColour(ground)) return colourIn(ground);
  if (/url\(|gradient\(|var\(/.test(ground)) return 'image';
  const colour = splitAt(ground, ' ').find(part => parseColour(part) !== undefined) ?? ground;
  const parsed = parseColour(colour);
  return parsed !== undefined && isTransparent(parsed) ? undefined : colour;
}

function isOneColour(gradient: string): boolean {
  const [first, ...others] = stopsOf(gradient);
  return first !== undefined && !isTransparent(first) && others.every(other => areAlike(first, other));
}

/** The first colour of a gradient, as text. */
function colourIn(gradient: string): string {
  const [[red, green, blue]] = stopsOf(gradient) as [Colour];
  return `rgb(${red},${green},${blue})`;
}

const HIDING_CLASSES = knownNames(
  (
    'hidden hide invisible d-none display-none is-hidden u-hidden js-hidden ng-hide sr-only sr_only sronly is-sr-only ' +
    'usa-sr-only screen-reader-text screen-reader screen-reader-only screenreader screenreader-only visually-hidden ' +
    'visuallyhidden is-visually-hidden u-visually-hidden govuk-visually-hidden cdk-visually-hidden element-invisible ' +
    'elementor-screen-only show-for-sr hidden-visually a11y-hidden assistive-text uk-hidden offscreen off-screen off-left ' +
    'a-offscreen noshow opacity-0 scale-0 text-transparent d-print-block print-only print:block visible-print ' +
    'visible-print-block'
  ).split(' '),
);

/** Class names that show the element again on a wide window: `hidden md:block`, `d-none d-lg-flex`. */
const SHOWS_ON_WIDE =
  /(?:^|\s)(?:(?:max-)?(?:xs|sm|md|lg|xl|2xl|xxl|tablet|desktop|laptop|wide)[:_-](?:block|flex|grid|inline\S{0,10}|table\S{0,10}|contents|visible|not-sr-only|opacity-\d{2,3}|show)|d-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline\S{0,10}|table\S{0,10})|(?:visible|show|shown)-(?:sm|md|lg|xl|desktop|large|medium)\S{0,15}|(?:group-)?(?:hover|focus\S{0,10}|peer-checked|data-\S{1,30}|aria-\S{1,30}|open):(?:block|flex|grid|visible|opacity-\d{2,3})|bg-clip-text|animate\S{0,30}|aos-\S{1,20}|wow|fade\S{0,20}|transition\S{0,20})(?=\s|$)/i;

export function hidesByClass(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const from = i;
    let hash = 0;
    for (let c = source.charCodeAt(i); i < end && c > 32; c = source.charCodeAt(++i))
      hash = nameHashStep(hash, c);
    if (i > from && HIDING_CLASSES.find(source, from, i, hash) >= 0)
      return !SHOWS_ON_WIDE.test(source.slice(start, Math.min(end, start + LONGEST_LIST)));
    i++;
  }
  return false;
}

const LONGEST_LIST = 2_000;
