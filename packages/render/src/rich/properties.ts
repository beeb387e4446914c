export interface StyleProperty {
  readonly name: string;
  readonly initial: string;
  readonly inherited: boolean;
}

export const SIDES = ['top', 'right', 'bottom', 'left'];
export const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];

const inherited = (name: string, initial: string): StyleProperty => ({ name, initial, inherited: true });
const own = (name: string, initial: string): StyleProperty => ({ name, initial, inherited: false });
const sided = (before: string, after: string, initial: string) =>
  SIDES.map(side => own(`${before}-${side}${after}`, initial));

/** Properties of the visual style, apart from position. */
export const STYLE_PROPERTIES: readonly StyleProperty[] = [
  inherited('color', 'rgb(0, 0, 0)'),
  inherited('font-family', ''),
  inherited('font-size', '16px'),
  inherited('font-weight', '400'),
  inherited('font-style', 'normal'),
  inherited('font-variant-caps', 'normal'),
  inherited('font-stretch', '100%'),
  inherited('line-height', 'normal'),
  inherited('letter-spacing', 'normal'),
  inherited('word-spacing', '0px'),
  inherited('text-align', 'start'),
  inherited('text-indent', '0px'),
  inherited('text-transform', 'none'),
  inherited('text-shadow', 'none'),
  inherited('white-space', 'normal'),
  inherited('hyphens', 'manual'),
  inherited('list-style-type', 'disc'),
  inherited('list-style-position', 'outside'),
  inherited('border-collapse', 'separate'),
  inherited('border-spacing', '0px'),
  inherited('caption-side', 'top'),
  inherited('direction', 'ltr'),
  own('text-decoration-line', 'none'),
  own('vertical-align', 'baseline'),
  own('float', 'none'),
  own('clear', 'none'),
  own('opacity', '1'),
  own('background-color', 'rgba(0, 0, 0, 0)'),
  own('background-image', 'none'),
  own('box-shadow', 'none'),
  own('column-count', 'auto'),
  own('column-gap', 'normal'),
  own('row-gap', 'normal'),
  own('flex-direction', 'row'),
  own('flex-wrap', 'nowrap'),
  own('justify-content', 'normal'),
  own('align-items', 'normal'),
  own('grid-template-columns', 'none'),
  own('object-fit', 'fill'),
  ...sided('margin', '', '0px'),
  ...sided('padding', '', '0px'),
  ...sided('border', '-style', 'none'),
  ...sided('border', '-width', '0px'),
  ...sided('border', '-color', ''),
  ...CORNERS.map(corner => own(`border-${corner}-radius`, '0px')),
];

export const RICH_STYLES: readonly string[] = [
  'display',
  'visibility',
  'position',
  ...STYLE_PROPERTIES.map(({ name }) => name),
];

export const RESET =
  '*{box-sizing:border-box;margin:0;padding:0;border:0 none;font:inherit;color:inherit;background:none;' +
  'text-align:inherit;text-decoration:none;vertical-align:baseline;white-space:inherit;list-style:inherit;' +
  'border-spacing:inherit}img,video{max-width:100%}';

/** Excludes URLs, escapes and the end of a declaration. */
const SAFE_VALUE = /^[\w\s.,#%()"'/+-]{1,1000}$/;

export function isSafeValue(value: string): boolean {
  return (
    SAFE_VALUE.test(value) &&
    !/url|image-set|element|src|expression|javascript|cross-fade|paint|attr/i.test(value)
  );
}
