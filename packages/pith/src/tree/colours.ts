import { pixels } from './css-values.js';
import { type Declarations, splitAt } from './declarations.js';
import { ATTR } from './names.js';
import type { StyleRules } from './style-rules.js';
import type { PageTree } from './tree.js';

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Names of colours that pages use to hide text, and of the usual grounds. Other names are compared as strings. */
const NAMED: ReadonlyMap<string, Colour> = new Map(
  (
    'white ffffff black 000000 transparent 00000000 snow fffafa ivory fffff0 ghostwhite f8f8ff whitesmoke f5f5f5 ' +
    'floralwhite fffaf0 mintcream f5fffa azure f0ffff gray 808080 grey 808080 silver c0c0c0 red ff0000 blue 0000ff ' +
    'yellow ffff00 green 008000 canvas ffffff canvastext 000000 field ffffff window ffffff'
  )
    .split(' ')
    .flatMap((name, i, all): [string, Colour][] => (i % 2 === 0 ? [[name, fromHex(all[i + 1]!)]] : [])),
);

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/;
const FUNCTION = /^(rgb|hsl|hwb|color|lab|lch|oklab|oklch)a?\(([^()]{1,80})\)$/;

/** `color-mix()`, and relative colours such as `rgb(from red r g b)`. */
const MIXED =
  /^(?:color-mix\(in [^,]{1,40},(.{1,150})\)|[a-z]{3,5}\(from ([#\w]{1,30}) [a-z] [a-z] [a-z]\))$/;

export function parseColour(value: string): Colour | undefined {
  const named = NAMED.get(value);
  if (named !== undefined) return named;
  if (value.length < 10 && HEX.test(value)) return fromHex(value.slice(1));
  const [, mixed, from] = MIXED.exec(value.slice(0, 200)) ?? [];
  if (from !== undefined) return parseColour(from);
  if (mixed !== undefined) {
    const [first, second] = splitAt(mixed, ',').map(part => parseColour(splitAt(part.trim(), ' ')[0]!));
    return first !== undefined && second !== undefined && areAlike(first, second) ? first : undefined;
  }
  const light = /^light-dark\(([^(),]{1,40}|\w{1,9}\([^()]{1,60}\)),/.exec(value.slice(0, 200))?.[1];
  const match = FUNCTION.exec((light ?? value.slice(0, 100)).trim());
  if (match !== null) return fromFunction(match[1]!, match[2]!);
  return light === undefined ? undefined : parseColour(light.trim());
}

function fromHex(digits: string): Colour {
  const step = digits.length < 6 ? 1 : 2;
  const part = (i: number) => {
    const own = digits.slice(i * step, (i + 1) * step);
    return own === '' ? 255 : Number.parseInt(step === 1 ? own + own : own, 16);
  };
  return [part(0), part(1), part(2), part(3) / 255];
}

function fromFunction(name: string, list: string): Colour | undefined {
  const parts = list
    .split(/[\s,/]/)
    .filter(part => part !== '')
    .map(part => part.trim());
  // Black, white and grey are the same in all spaces.
  if (name === 'color' && !SPACES.test(parts.shift() ?? '')) return undefined;
  if (parts.length < 3) return undefined;
  const alpha = parts[3] === undefined ? 1 : amount(parts[3], 1);
  const scale = name === 'color' ? 255 : 1;
  const colour =
    CONVERSIONS[name]?.(parts) ?? parts.slice(0, 3).map(part => scale * amount(part, 255 / scale));
  if (colour.some(Number.isNaN) || Number.isNaN(alpha)) return undefined;
  return [colour[0]!, colour[1]!, colour[2]!, alpha];
}

const SPACES = /^(?:srgb|display-p3|a98-rgb|prophoto-rgb|rec2020)$/;

const CONVERSIONS: Readonly<Record<string, ((parts: readonly string[]) => number[]) | undefined>> = {
  __proto__: null as never,
  hsl: fromHsl,
  hwb: ([, white, black]) => {
    const [w, b] = [amount(white!, 1), amount(black!, 1)];
    return greyOf(w + b < 1 ? Number.NaN : w / (w + b));
  },
  lab: ([light, a, b]) => greyOf(amount(light!, 100) / 100, amount(a!, 125), amount(b!, 125)),
  lch: ([light, chroma]) => greyOf(amount(light!, 100) / 100, amount(chroma!, 150)),
  oklab: ([light, a, b]) => greyOf(amount(light!, 1), 100 * amount(a!, 0.4), 100 * amount(b!, 0.4)),
  oklch: ([light, chroma]) => greyOf(amount(light!, 1), 100 * amount(chroma!, 0.4)),
};

/** The three channels of a grey, computed roughly; NaN for colours that are not grey. */
function greyOf(light: number, ...chroma: readonly number[]): number[] {
  return Array(3).fill(chroma.some(part => Math.abs(part) > 3) ? Number.NaN : 255 * Math.min(1, light));
}

function amount(part: string, whole: number): number {
  if (part === 'none') return 0;
  return part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * whole : Number(part);
}

function fromHsl([hue, saturation, lightness]: readonly string[]): number[] {
  const h = (Number.parseFloat(hue!) || 0) / 30;
  const [s, l] = [amount(saturation!, 1), amount(lightness!, 1)];
  const span = s * Math.min(l, 1 - l);
  return [0, 8, 4].map(shift => {
    const k = (((shift + h) % 12) + 12) % 12;
    return 255 * (l - span * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}

/** Larger differences of a channel are visible. Set by hand. */
export const SAME_CHANNEL = 20;

export function isTransparent([, , , alpha]: Colour): boolean {
  return alpha <= 0.05;
}

export function areAlike(a: Colour, b: Colour): boolean {
  return [0, 1, 2].every(i => Math.abs(a[i]! - b[i]!) <= SAME_CHANNEL);
}

/** True if a text is transparent or has the colour of its ground, as written. */
export function isSameColour(colour: string, ground: string | undefined): boolean {
  const text = parseColour(colour);
  if (text !== undefined && isTransparent(text)) return true;
  if (ground === undefined || ground === 'image') return false;
  const below = parseColour(ground);
  return text === undefined || below === undefined ? colour === ground : areAlike(text, below);
}

/** Colours of a value that is one gradient; empty for other values, and if a part of it is not known. */
export function stopsOf(value: string): Colour[] {
  const list = /^(?:repeating-)?(?:linear|radial|conic)-gradient\((.{1,300})\)$/.exec(value)?.[1];
  if (list === undefined) return [];
  const parts = splitAt(list, ',').map(part => part.trim());
  if (/^(?:to |from |circle|ellipse|[\d.-]+(?:deg|turn|rad))/.test(parts[0]!)) parts.shift();
  const colours = parts.map(part => parseColour(splitAt(part, ' ')[0]!));
  return colours.every(colour => colour !== undefined) ? colours : [];
}

/** Blend modes that leave a light ground as it is below darker letters, and a dark one below lighter letters. */
export const LIGHTENING = /^(?:screen|lighten|color-dodge|plus-lighter)$/;
const DARKENING = /^(?:multiply|darken|color-burn)$/;

/** Colour of the letters; undefined if they have several, or that of the text around them. */
export function inkOf(css: Declarations): string | undefined {
  if (LIGHTENING.test(css.get('mix-blend-mode') ?? '')) return 'white';
  const own = css.get('-webkit-text-fill-color') ?? css.get('color');
  if (own === 'white' && DARKENING.test(css.get('mix-blend-mode') ?? '')) return 'black';
  const ground = groundOf(css);
  // Dark letters become light; a ground of their own would become dark.
  if (isInverted(css.get('filter') ?? '') && ground === undefined) return 'white';
  if (isClippedToText(css)) {
    const colour = parseColour(own ?? '');
    const isGround = colour !== undefined && isTransparent(colour) && ground !== 'image';
    return isGround ? ground : undefined;
  }
  const stroke = css.get('-webkit-text-stroke') ?? '';
  const [width = 0] = splitAt(stroke, ' ').flatMap(part => pixels(part) ?? []);
  const edges = [
    ...(width > 0 ? coloursIn(stroke) : []),
    ...coloursIn(css.get('text-shadow') ?? 'none').filter(colour => !isTransparent(colour)),
  ];
  const [edge] = edges;
  if (edge === undefined) return own;
  const ink = width >= COVERING_STROKE ? edge : parseColour(own ?? 'black');
  const isOne = edges.every(
    each => areAlike(each, edge) && (ink === undefined || isTransparent(ink) || areAlike(each, ink)),
  );
  return isOne ? `rgb(${edge.slice(0, 3).join(',')})` : undefined;
}

/** In pixels. A stroke of this width covers the letters. Set by hand. */
const COVERING_STROKE = 6;

export function isInverted(filter: string): boolean {
  const share = /\binvert\(([\d.]{0,9})(%?)\)/.exec(filter);
  return share !== null && Number(share[1] || 1) / (share[2] === '' ? 1 : 100) > 0.9;
}

/** Colours of strokes and shadows; one without a colour has that of the text, which is not returned. */
export function coloursIn(value: string): Colour[] {
  if (value === 'none') return [];
  const parts = splitAt(value.replaceAll(',', ' '), ' ').map(parseColour);
  return parts.filter(part => part !== undefined);
}

export function isClippedToText(css: Declarations): boolean {
  return (css.get('background-clip') ?? css.get('-webkit-background-clip') ?? '').includes('text');
}

export function groundOf(css: Declarations): string | undefined {
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

interface Paint {
  readonly colour: string;
  readonly ground: string | undefined;
}

/**
 * Colours of the elements; those of an element are set after those of its ancestors. If style rules that were not read
 * may set backgrounds, the background of an element with a class or id is unknown.
 */
export class Paints {
  private readonly paints: Paint[] = [];
  /** True for each pair of colours that hides text; pages repeat few pairs. */
  private readonly hides = new Map<string, boolean>();
  private byNode: Uint32Array | undefined;

  constructor(
    private readonly tree: PageTree,
    private readonly rules: StyleRules,
  ) {}

  /**
   * Sets the colours of an element. Returns true if they hide its text, false if they do not, and undefined if they
   * equal those of its parent.
   */
  set(node: number, colour: string | undefined, ground: string | undefined): boolean | undefined {
    const { tree } = this;
    if (this.byNode === undefined) {
      if (colour === undefined && ground === undefined) return undefined;
      this.byNode = new Uint32Array(tree.count);
      this.paints.push({ colour: 'black', ground: this.rules.maySetGround ? undefined : 'white' });
    }
    const above = this.byNode[tree.parent[node]!]!;
    const { [above]: outer } = this.paints;
    const mayHaveGround = this.rules.maySetGround && isNamed(tree, node);
    const text =
      colour === undefined || colour === 'inherit' || colour === 'currentcolor' ? outer!.colour : colour;
    const below = ground ?? (mayHaveGround ? undefined : outer!.ground);
    if (text === outer!.colour && below === outer!.ground) {
      this.byNode[node] = above;
      return undefined;
    }
    this.byNode[node] = this.paints.length;
    this.paints.push({ colour: text, ground: below });
    const pair = `${text} on ${below}`;
    const hides = this.hides.get(pair) ?? isSameColour(text, below);
    this.hides.set(pair, hides);
    return hides;
  }
}

function isNamed(tree: PageTree, node: number): boolean {
  return tree.attributeIndex(node, ATTR.class) >= 0 || tree.attributeIndex(node, ATTR.id) >= 0;
}
