import { ATTR, type PageTree } from 'webpith/stages';

/** The inline styles that the estimate uses. */
export interface InlineStyle {
  readonly isHidden: boolean;
  readonly fontSize?: number;
  readonly width?: number;
}

const NOTHING: InlineStyle = { isHidden: false };
/** Maximum length of a `style` attribute. */
const LONGEST_STYLE = 2000;

export function inlineStyle(
  tree: PageTree,
  node: number,
  parent: { readonly fontSize: number; readonly width: number },
): InlineStyle {
  const style = tree.attribute(node, ATTR.style);
  if (!style) return NOTHING;
  const declared = declarations(style.slice(0, LONGEST_STYLE));
  const fontSize = pixels(declared.get('font-size'), parent.fontSize, parent.fontSize);
  const width = pixels(declared.get('width'), parent.fontSize, parent.width);
  return {
    isHidden: declared.get('display') === 'none',
    ...(fontSize === undefined ? {} : { fontSize }),
    ...(width === undefined ? {} : { width }),
  };
}

function declarations(style: string): Map<string, string> {
  const declared = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    declared.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declared;
}

/** Pixels per unit; per cent of `whole`. */
const UNITS: Readonly<Record<string, (fontSize: number, whole: number) => number>> = {
  px: () => 1,
  pt: () => 4 / 3,
  em: fontSize => fontSize,
  rem: () => 16,
  '%': (_, whole) => whole / 100,
};

function pixels(value: string | undefined, fontSize: number, whole: number): number | undefined {
  const match = /^(\d{1,5}(?:\.\d{1,4})?|\.\d{1,4})(px|pt|em|rem|%)$/.exec(value ?? '');
  const size = match ? Number(match[1]) * UNITS[match[2]!]!(fontSize, whole) : 0;
  return size > 0 ? size : undefined;
}
