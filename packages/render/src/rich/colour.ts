import type { PageTree } from 'webpith/stages';
import { isSafeValue } from './properties.js';

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Colour = [255, 255, 255, 1];
export const BLACK: Colour = [0, 0, 0, 1];
const NEARLY_BLACK: Colour = [17, 17, 17, 1];

const RGB =
  /^rgba?\((\d{1,3}(?:\.\d{1,9})?), (\d{1,3}(?:\.\d{1,9})?), (\d{1,3}(?:\.\d{1,9})?)(?:, ([\d.]{1,12}))?\)$/;
const SRGB = /^color\(srgb ([\d.]{1,12}) ([\d.]{1,12}) ([\d.]{1,12})(?: \/ ([\d.]{1,12}))?\)$/;

export function readColour(value: string | undefined): Colour | undefined {
  if (value === 'transparent') return [0, 0, 0, 0];
  const rgb = RGB.exec(value ?? '');
  const parts = rgb ?? SRGB.exec(value ?? '');
  if (parts === null) return undefined;
  const scale = rgb === null ? 255 : 1;
  const [red, green, blue] = parts.slice(1, 4).map(part => scale * Number(part)) as [number, number, number];
  return [red, green, blue, parts[4] === undefined ? 1 : Number(parts[4])];
}

export function laidOver([red, green, blue, alpha]: Colour, beneath: Colour): Colour {
  const mixed = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mixed(red, beneath[0]), mixed(green, beneath[1]), mixed(blue, beneath[2]), 1];
}

/** Mean colour of a gradient over a background; undefined if the value is not a supported gradient. */
export function meanOfGradient(value: string | undefined, beneath: Colour): Colour | undefined {
  if (value === undefined || !/^(?:repeating-)?(?:linear|radial|conic)-gradient\(/.test(value))
    return undefined;
  const colours = (value.match(/rgba?\([^()]{1,60}\)/g) ?? [])
    .map(readColour)
    .filter(colour => colour !== undefined);
  if (colours.length === 0) return undefined;
  const over = colours.map(colour => laidOver(colour, beneath));
  const mean = (channel: 0 | 1 | 2) => over.reduce((sum, colour) => sum + colour[channel], 0) / over.length;
  return [mean(0), mean(1), mean(2), 1];
}

export function colourText([red, green, blue]: Colour): string {
  return `rgb(${[red, green, blue].map(Math.round).join(', ')})`;
}

export function contrast(first: Colour, second: Colour): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

const MIN_CONTRAST = 3;

/** The colour if it is readable on the background; otherwise white or near-black, whichever has more contrast. */
export function readableOn(colour: Colour, background: Colour): Colour {
  if (contrast(laidOver(colour, background), background) >= MIN_CONTRAST) return colour;
  return contrast(WHITE, background) > contrast(NEARLY_BLACK, background) ? WHITE : NEARLY_BLACK;
}

export interface Background {
  readonly style: string;
  readonly colour: Colour;
}

/**
 * The background of a node: its colour and those of its ancestors up to the first opaque one, blended, and the
 * innermost gradient. Background images are ignored.
 */
export function backgroundBehind(tree: PageTree, node: number): Background {
  const clear: Colour[] = [];
  let base = WHITE;
  let gradient: string | undefined;
  for (let up = node; up > 0; up = tree.parent[up]!) {
    const image = tree.layout!.style(up, 'background-image');
    if (gradient === undefined && image !== undefined && isSafeValue(image) && meanOfGradient(image, WHITE)) {
      gradient = image;
    }
    const colour = readColour(tree.layout!.style(up, 'background-color'));
    if (colour === undefined || colour[3] === 0) continue;
    if (colour[3] === 1) {
      base = colour;
      break;
    }
    clear.push(colour);
  }
  const colour = clear.reduceRight((below, own) => laidOver(own, below), base);
  const style = `background-color:${colourText(colour)}`;
  const mean = meanOfGradient(gradient, colour);
  return mean === undefined
    ? { style, colour }
    : { style: `${style};background-image:${gradient}`, colour: mean };
}

export function backgroundWithin(declarations: ReadonlyMap<string, string>, beneath: Colour): Colour {
  const own = readColour(declarations.get('background-color'));
  const colour = own === undefined ? beneath : laidOver(own, beneath);
  return meanOfGradient(declarations.get('background-image'), colour) ?? colour;
}
