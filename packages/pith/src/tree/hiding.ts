import { isTransparent, parseColour } from './colours.js';
import { type Declarations, percentage, pixels, splitAt } from './declarations.js';
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
  /** True if the declarations set a `display` that is drawn. */
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
    sizes: size !== undefined && size > UNREADABLE,
    colour: paintsText(declarations)
      ? undefined
      : (declarations.get('-webkit-text-fill-color') ?? declarations.get('color')),
    ground: groundOf(declarations),
  };
}

const TESTS: readonly (readonly [HidingWay, (declarations: Declarations) => boolean])[] = [
  ['display', css => css.get('display') === 'none' || css.get('content-visibility') === 'hidden'],
  ['visibility', css => /^(?:hidden|collapse)$/.test(css.get('visibility') ?? '') && !isAnimated(css)],
  ['opacity', css => isFaded(css) && !isAnimated(css)],
  ['size', css => (fontSize(css) ?? UNREADABLE + 1) <= UNREADABLE || css.get('zoom') === '0'],
  ['clip', css => isClipped(css) || hasNoBox(css)],
  ['position', css => isOffScreen(css) || isMovedAway(css)],
];

/** In pixels. Set by hand. */
const UNREADABLE = 2;
/** Less opaque text cannot be read. Set by hand. */
const LEAST_OPACITY = 0.05;
/** In pixels. Text at a larger distance from its place is outside of every window. Set by hand. */
const FAR = 900;

/** Elements that appear by an animation are hidden only until a script runs. */
function isAnimated(css: Declarations): boolean {
  return ['animation', 'animation-name', 'transition', 'will-change'].some(
    property => !/^(?:|none|auto)$/.test(css.get(property) ?? ''),
  );
}

function isFaded(css: Declarations): boolean {
  const opacity = css.get('opacity');
  const value = opacity ?? /^opacity\(([\d.]{1,9}%?)\)/.exec(css.get('filter') ?? '')?.[1];
  if (value === undefined) return false;
  const share = percentage(value);
  return (share === undefined ? (pixels(value) ?? 1) : share / 100) <= LEAST_OPACITY;
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
  const path = /^(inset|circle|ellipse|polygon|rect)\(([^()]{1,200})\)/.exec(
    css.get('clip-path') ?? css.get('-webkit-clip-path') ?? '',
  );
  if (path === null) return false;
  const values = path[2]!.split(/[\s,]/).filter(value => value !== '');
  const [first = ''] = values;
  if (path[1] === 'inset') return (percentage(first) ?? 0) >= 50;
  if (path[1] === 'circle' || path[1] === 'ellipse') return (percentage(first) ?? pixels(first) ?? 9) <= 1;
  return values.every(value => (percentage(value) ?? pixels(value) ?? 9) === 0);
}

/** True for boxes without width or height that cut off their text. Boxes with a padding in percent contain videos. */
function hasNoBox(css: Declarations): boolean {
  if (!/^(?:hidden|clip)\b/.test(css.get('overflow') ?? '') || isAnimated(css)) return false;
  if (['padding', 'padding-top', 'padding-bottom'].some(side => css.get(side)?.includes('%'))) return false;
  const sides = ['width', 'height', 'max-width', 'max-height', 'line-height'];
  return sides.some(side => (pixels(css.get(side) ?? '') ?? 9) <= 1 && !/^1$/.test(css.get(side)!));
}

function isOffScreen(css: Declarations): boolean {
  const indent = css.get('text-indent') ?? '';
  if ((pixels(indent) ?? 0) <= -FAR || Math.abs(percentage(indent) ?? 0) >= 100) return true;
  if ((pixels(indent) ?? 0) >= FAR) return true;
  return ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin-right'].some(
    side => (pixels(css.get(side) ?? '') ?? 0) <= -FAR || (percentage(css.get(side) ?? '') ?? 0) <= -500,
  );
}

/** Moved tracks of carousels are wider than the distance. */
function isMovedAway(css: Declarations): boolean {
  const scale = css.get('scale');
  if (scale !== undefined && pixels(scale) === 0) return true;
  const moves = [
    ...functionsIn(css.get('transform') ?? ''),
    ['translate', css.get('translate') ?? ''] as const,
  ];
  const width = pixels(css.get('width') ?? '') ?? 0;
  return moves.some(([name, list]) => {
    const values = splitAt(list.replaceAll(',', ' '), ' ').filter(value => value !== '');
    if (/^scale(?:3d|x|y)?$/.test(name)) return values.slice(0, 2).some(value => pixels(value) === 0);
    if (!/^translate(?:3d|x|y)?$/.test(name)) return false;
    return values.some(value => {
      const distance = Math.abs(pixels(value) ?? 0);
      return (distance >= FAR && distance > width) || Math.abs(percentage(value) ?? 0) >= 500;
    });
  });
}

function functionsIn(value: string): [name: string, list: string][] {
  return splitAt(value.slice(0, 1_000), ' ').flatMap(call => {
    const open = call.indexOf('(');
    return open < 0 ? [] : [[call.slice(0, open), call.slice(open + 1, -1)] as [string, string]];
  });
}

/** True if the letters show the ground or a shadow instead of a colour. */
function paintsText(css: Declarations): boolean {
  const clip = css.get('background-clip') ?? css.get('-webkit-background-clip');
  return clip?.includes('text') === true || !/^(?:|none)$/.test(css.get('text-shadow') ?? '');
}

function groundOf(css: Declarations): string | undefined {
  const image = css.get('background-image');
  if (image !== undefined && image !== 'none') return 'image';
  const ground = css.get('background-color');
  if (ground === undefined || /^(?:inherit|initial|unset|none|transparent)$/.test(ground)) return undefined;
  if (/url\(|gradient\(|var\(/.test(ground)) return 'image';
  const colour = splitAt(ground, ' ').find(part => parseColour(part) !== undefined) ?? ground;
  const parsed = parseColour(colour);
  return parsed !== undefined && isTransparent(parsed) ? undefined : colour;
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
