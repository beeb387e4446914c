const SIDES = ['top', 'right', 'bottom', 'left'];

/** Names of a property for each side, such as `padding-top`. */
const sided = (before: string, after = '') => SIDES.map(side => `${before}-${side}${after}`);

/** The computed styles that every rendered node has: how it is shown, coloured, set and spaced. */
export const LAYOUT_STYLES: readonly string[] = [
  'display',
  'visibility',
  'opacity',
  'position',
  'float',
  'color',
  'background-color',
  'background-image',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
  'text-align',
  'text-decoration-line',
  'text-transform',
  'white-space',
  ...sided('padding'),
  ...sided('margin'),
  ...sided('border', '-width'),
  ...sided('border', '-style'),
  ...sided('border', '-color'),
];
