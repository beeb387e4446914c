import { groundOf, inkOf, isClippedToText, isTransparent, stopsOf } from './colours.js';
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
    colour: inkOf(declarations),
    ground: isClippedToText(declarations) ? undefined : groundOf(declarations),
  };
}

const TESTS: readonly (readonly [HidingWay, (css: Declarations) => boolean])[] = [
  ['display', css => isUndrawn(css.get('display')) || css.get('content-visibility') === 'hidden'],
  ['display', css => /^(?:url|image-set)\(/.test(css.get('content') ?? '')],
  ['visibility', css => /^(?:hidden|collapse)$/.test(css.get('visibility') ?? '') && !isAnimated(css)],
  ['visibility', css => /^(?:disc|circle|square)$/.test(css.get('-webkit-text-security') ?? '')],
  ['opacity', css => (isFaded(css) || isMasked(css)) && !isAnimated(css)],
  ['size', css => isTiny(css) || isScattered(css)],
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
/** In pixels. Text at a larger distance from its place is outside of every window; less is enough before its corner. */
const FAR = 900;
const BEFORE_CORNER = 400;

/** Elements that appear by an animation are hidden only until a script runs. */
function isAnimated(css: Declarations): boolean {
  const times = ['animation', 'transition', 'animation-duration', 'transition-duration'];
  if (times.some(property => takesTime(css.get(property)))) return true;
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
const UNREADABLE_BLUR = 8;

function isMasked(css: Declarations): boolean {
  const mask = css.get('mask-image');
  if (mask === undefined || mask === 'none') return false;
  if (/\/\s?0(?:px|%)?(?:\s|$)/.test(mask) || /(?:^|\s)0(?:px|%)?(?:\s|$)/.test(css.get('mask-size') ?? ''))
    return true;
  const stops = stopsOf(mask);
  return stops.length > 0 && stops.every(isTransparent);
}

function isTiny(css: Declarations): boolean {
  const zoom = css.get('zoom') ?? '';
  const share = percentage(zoom);
  const scale = share === undefined ? (pixels(zoom) ?? 1) : share / 100;
  return scale * (fontSize(css) ?? 16) <= UNREADABLE || pixels(css.get('font-size-adjust') ?? '') === 0;
}

/** Text of a smaller scale cannot be read. */
const SMALLEST_SCALE = UNREADABLE / 16;

/** True for letters on top of each other, or far from each other. */
function isScattered(css: Declarations): boolean {
  const spacing = pixels(css.get('letter-spacing') ?? '') ?? 0;
  return areScattered(spacing, fontSize(css) ?? 16) || (pixels(css.get('word-spacing') ?? '') ?? 0) <= -FAR;
}

export function areScattered(spacing: number, size: number): boolean {
  return spacing <= -0.9 * size || spacing >= 10 * Math.max(size, 10);
}

function fontSize(css: Declarations): number | undefined {
  const value = css.get('font-size');
  if (value === undefined) return undefined;
  const share = percentage(value);
  return share === undefined ? pixels(value) : (share / 100) * 16;
}

function isClipped(css: Declarations): boolean {
  const rect = /^rect\(([^()]{1,80})\)$/.exec(css.get('clip') ?? '');
  if (rect !== null && isEmptyRect(rect[1]!)) return true;
  const path = /^(inset|circle|ellipse|polygon|rect|xywh|path)\(([^()]{0,300})\)/.exec(
    css.get('clip-path') ?? css.get('-webkit-clip-path') ?? '',
  );
  return path !== null && isEmptyShape(path[1]!, path[2]!);
}

/** True for a rectangle of `clip` without width or height; `auto` is the edge of the box. */
export function isEmptyRect(list: string): boolean {
  const sides = list.split(/[\s,]+/).filter(side => side !== '');
  const isEmpty = (start: string | undefined, end: string | undefined) => {
    const from = pixels(start ?? '') ?? 0;
    const to = pixels(end ?? '');
    return to !== undefined && to - from <= 1;
  };
  return sides.length === 4 && (isEmpty(sides[3], sides[1]) || isEmpty(sides[0], sides[2]));
}

function isEmptyShape(shape: string, list: string): boolean {
  const values = list.split(/[\s,]/).filter(value => value !== '');
  const length = (value: string) => percentage(value) ?? pixels(value);
  if (shape === 'inset') {
    const isAll = (value: number, other: number) => value + other >= 100;
    const [top = 0, right = top, bottom = top, left = right] = values.map(value => percentage(value) ?? 0);
    return isAll(top, bottom) || isAll(left, right) || values.some(value => (pixels(value) ?? 0) >= FAR);
  }
  if (shape === 'xywh') return values.slice(2).some(value => length(value) === 0);
  if (shape === 'circle' || shape === 'ellipse') {
    const radius = length(values[0] ?? '') ?? 9;
    const centre = values.slice(values.indexOf('at') + 1);
    return radius <= 1 || (values.includes('at') && centre.some(value => (length(value) ?? 0) < -radius));
  }
  if (shape === 'path') return !/\d[^\d]{1,9}\d[^\d]{1,9}\d/.test(list);
  const numbers = values.map(length).filter(value => value !== undefined);
  if (shape === 'rect') return numbers.length === values.length && isEmptyRect(values.join(' '));
  return numbers.length >= 2 && areaOf(numbers) <= 1;
}

/** Area of a polygon; lengths in percent count as pixels. */
function areaOf(points: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x = 0, y = 0] = points.slice((i + 2) % (points.length - 1));
    sum += points[i]! * y - x * points[i + 1]!;
  }
  return Math.abs(sum) / 2;
}

/** True for boxes that cut off their text and show less than a line. Boxes with a padding in percent contain videos. */
function hasNoBox(css: Declarations): boolean {
  if (isContained(css.get('contain') ?? '') && css.get('height') === undefined) return !isAnimated(css);
  const overflow = /^(hidden|clip|scroll|auto)\b/.exec(css.get('overflow') ?? '')?.[1];
  if (overflow === undefined || isAnimated(css)) return false;
  if (
    ['padding', 'padding-top', 'padding-bottom'].some(side =>
      /[1-9]\d{0,5}(?:\.\d{0,9})?%/.test(css.get(side) ?? ''),
    )
  )
    return false;
  const least = overflow === 'hidden' || overflow === 'clip' ? LESS_THAN_LINE : 0;
  const isFlat = /^0(?:\.0)?[a-z%]{0,3}$|^[0-4](?:\.\d{1,9})?px$/.test(css.get('line-height') ?? '');
  const sides = ['width', 'height', 'max-width', 'max-height'];
  return isFlat || sides.some(side => (lengthOf(css, side) ?? 9) <= least);
}

/** In pixels. Set by hand. */
export const LESS_THAN_LINE = 4;

/** True if the size of a box does not depend on its content, which it cuts off. */
function isContained(contain: string): boolean {
  return contain === 'strict' || (/\bsize\b/.test(contain) && /\b(?:paint|content)\b/.test(contain));
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
  const position = css.get('position');
  const isFixed = position === 'fixed';
  if (!isFixed && position !== 'absolute') return false;
  const length = (side: string) => lengthOf(css, side) ?? 0;
  const share = (side: string) => shareOf(css, side) ?? 0;
  if (length('left') <= -BEFORE_CORNER || length('top') <= -BEFORE_CORNER) return true;
  if (!isFixed)
    return ['left', 'right', 'bottom'].some(side => length(side) >= 10 * FAR) || share('right') >= 200;
  return ['left', 'top', 'right', 'bottom'].some(
    side =>
      length(side) >= (side === 'left' || side === 'right' ? WINDOW : WINDOW_HEIGHT) ||
      Math.abs(share(side)) >= 100,
  );
}

function shareOf(css: Declarations, property: string): number | undefined {
  return percentage(css.get(property) ?? '');
}

/** Size of a usual window, in pixels. */
const WINDOW = 1_280;
const WINDOW_HEIGHT = 800;

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
    const [a, b, c, d] = name === 'matrix3d' ? [0, 1, 4, 5].map(i => numbers[i]!) : numbers;
    if (name.startsWith('matrix') && Math.abs(a! * d! - b! * c!) <= SMALLEST_SCALE ** 2) return true;
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
  return values.some(value => Math.abs((degrees(value) % 180) - 90) < 3);
}

const DEGREES: Readonly<Record<string, number | undefined>> = { deg: 1, grad: 0.9, rad: 57.2958, turn: 360 };

/** Absolute value of an angle; 0 for other values. */
function degrees(value: string): number {
  const [, number, unit] = /^-?(\d{0,4}\.?\d{1,9})(deg|grad|rad|turn)$/.exec(value) ?? [];
  return Number(number ?? 0) * (DEGREES[unit ?? ''] ?? 0);
}

function functionsIn(value: string): [name: string, list: string][] {
  if (value === '') return [];
  return splitAt(value.slice(0, 1_000), ' ').flatMap(call => {
    const open = call.indexOf('(');
    return open < 0 ? [] : [[call.slice(0, open), call.slice(open + 1, -1)] as [string, string]];
  });
}

const HIDING_CLASSES = knownNames(
  (
    'hidden hide invisible d-none display-none is-hidden u-hidden js-hidden ng-hide sr-only sr_only sronly is-sr-only ' +
    'usa-sr-only screen-reader-text screen-reader screen-reader-only screenreader screenreader-only visually-hidden ' +
    'visuallyhidden is-visually-hidden u-visually-hidden govuk-visually-hidden cdk-visually-hidden element-invisible ' +
    'elementor-screen-only show-for-sr hidden-visually a11y-hidden assistive-text uk-hidden offscreen off-screen off-left ' +
    'a-offscreen noshow opacity-0 scale-0 text-transparent d-print-block print-only print:block visible-print ' +
    'visible-print-block aok-hidden aok-offscreen ui-helper-hidden ui-helper-hidden-accessible x-hidden element-hidden ' +
    'uk-invisible is-invisible nhsuk-u-visually-hidden text-hide bx--visually-hidden cds--visually-hidden ion-hide ' +
    'visually-hidden-focusable ishidden displaynone text-[0px] left-[-9999px] -left-[9999px]'
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
