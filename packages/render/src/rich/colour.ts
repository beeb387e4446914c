/** Red, green and blue from 0 to 255, and how much covers what is beneath, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Colour = [255, 255, 255, 1];
export const BLACK: Colour = [0, 0, 0, 1];
const NEARLY_BLACK: Colour = [17, 17, 17, 1];

const RGB =
  /^rgba?\((\d{1,3}(?:\.\d{1,9})?), (\d{1,3}(?:\.\d{1,9})?), (\d{1,3}(?:\.\d{1,9})?)(?:, ([\d.]{1,12}))?\)$/;
const SRGB = /^color\(srgb ([\d.]{1,12}) ([\d.]{1,12}) ([\d.]{1,12})(?: \/ ([\d.]{1,12}))?\)$/;

/** A colour as browsers compute it; undefined for notations that are not read. */
export function readColour(value: string | undefined): Colour | undefined {
  if (value === 'transparent') return [0, 0, 0, 0];
  const rgb = RGB.exec(value ?? '');
  const parts = rgb ?? SRGB.exec(value ?? '');
  if (parts === null) return undefined;
  const scale = rgb === null ? 255 : 1;
  const [red, green, blue] = parts.slice(1, 4).map(part => scale * Number(part)) as [number, number, number];
  return [red, green, blue, parts[4] === undefined ? 1 : Number(parts[4])];
}

/** One colour laid over another that covers all. */
export function laidOver([red, green, blue, alpha]: Colour, beneath: Colour): Colour {
  const mixed = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mixed(red, beneath[0]), mixed(green, beneath[1]), mixed(blue, beneath[2]), 1];
}

/** The colour that a gradient has on average, laid over what is beneath; undefined for anything but gradients of such colours. */
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

/** A colour as a declaration has it. */
export function colourText([red, green, blue]: Colour): string {
  return `rgb(${[red, green, blue].map(Math.round).join(', ')})`;
}

/** How far two colours stand apart, 1 to 21 (WCAG 2, contrast ratio). */
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

/** Below this not even large letters can be read (WCAG 2, 1.4.3). */
const LEAST_CONTRAST = 3;

/** The colour itself where it can be read on a ground; white or nearly black, whichever can be read better, where not. */
export function readableOn(colour: Colour, background: Colour): Colour {
  if (contrast(laidOver(colour, background), background) >= LEAST_CONTRAST) return colour;
  return contrast(WHITE, background) > contrast(NEARLY_BLACK, background) ? WHITE : NEARLY_BLACK;
}
