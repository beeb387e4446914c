export class Declarations {
  private readonly values = new Map<string, string>();
  private readonly important = new Set<string>();

  static parse(style: string): Declarations {
    const parsed = new Declarations();
    for (const declaration of splitAt(plainCss(style).toLowerCase(), ';')) parsed.add(declaration);
    return parsed;
  }

  get size(): number {
    return this.values.size;
  }

  get(property: string): string | undefined {
    return this.values.get(property);
  }

  overrideBy(other: Declarations): void {
    for (const [property, value] of other.values) this.set(property, value, other.important.has(property));
  }

  private add(declaration: string): void {
    const colon = declaration.indexOf(':');
    if (colon < 0) return;
    const property = declaration.slice(0, colon).trim();
    const [value, ...marks] = declaration.slice(colon + 1).split('!');
    const isImportant = marks.some(mark => mark.trim() === 'important');
    const sides = SHORTHANDS[property];
    if (sides === undefined) this.set(property, value!.trim(), isImportant);
    else for (const [side, each] of sides(value!.trim())) this.set(side, each, isImportant);
  }

  private set(property: string, value: string, isImportant: boolean): void {
    if (value === '' || (this.important.has(property) && !isImportant)) return;
    this.values.set(property, value);
    if (isImportant) this.important.add(property);
  }
}

type Expansion = (value: string) => [property: string, value: string][];

const fourSides =
  (names: readonly [string, string, string, string]): Expansion =>
  value => {
    const [top = '', right = top, bottom = top, left = right] = splitAt(value, ' ').filter(
      part => part !== '',
    );
    return [
      [names[0], top],
      [names[1], right],
      [names[2], bottom],
      [names[3], left],
    ];
  };

const SHORTHANDS: Readonly<Record<string, Expansion | undefined>> = {
  __proto__: null as never,
  margin: fourSides(['margin-top', 'margin-right', 'margin-bottom', 'margin-left']),
  inset: fourSides(['top', 'right', 'bottom', 'left']),
  background: value => [['background-color', value]],
  font: value => [['font-size', sizeInFont(value)]],
  'overflow-x': value => [['overflow', value]],
  'overflow-y': value => [['overflow', value]],
};

/** The first length of a `font` shorthand: `bold 0/1 serif` has `0`. */
function sizeInFont(value: string): string {
  const parts = splitAt(value, ' ').map(part => part.split('/', 1)[0]!);
  return parts.find(part => pixels(part) !== undefined && !/^[1-9]00$/.test(part)) ?? '';
}

export function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === '(') depth++;
    else if (c === ')') depth = Math.max(0, depth - 1);
    else if (c === separator && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** CSS without comments and escapes: both can disguise a keyword (`d\69splay`). */
export function plainCss(css: string): string {
  const bare = withoutComments(css);
  if (!bare.includes('\\')) return bare;
  return bare.replace(/\\(?:([\da-f]{1,6})\s?|([\s\S]))/gi, (_, code?: string, character?: string) => {
    const point = code === undefined ? undefined : Number.parseInt(code, 16);
    if (point === undefined) return character!;
    return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : '';
  });
}

export function withoutComments(css: string): string {
  if (!css.includes('/*')) return css;
  const parts: string[] = [];
  let from = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', from)) {
    parts.push(css.slice(from, start));
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return parts.join('');
    from = end + 2;
  }
  parts.push(css.slice(from));
  return parts.join('');
}

/** CSS pixels per unit, with a font of 16 pixels and a window of 1,280 × 800. */
// biome-ignore format: a table reads better in rows
const UNITS: Readonly<Record<string, number>> = {
  '': 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: 0.945, em: 16, rem: 16, ex: 8, ch: 8, lh: 20,
  vw: 12.8, vh: 8, vmin: 8, vmax: 12.8, dvw: 12.8, dvh: 8, svh: 8, lvh: 8,
};

const LENGTH =
  /^(?:calc\()?\s?([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?)([a-z]{0,4})\s?\)?$/;
const PERCENTAGE = /^(?:calc\()?\s?([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))%\s?\)?$/;

export function pixels(value: string): number | undefined {
  const match = LENGTH.exec(value.slice(0, 60));
  const factor = match === null ? undefined : UNITS[match[2]!];
  return factor === undefined ? undefined : Number(match![1]) * factor;
}

export function percentage(value: string): number | undefined {
  const match = PERCENTAGE.exec(value.slice(0, 60));
  return match === null ? undefined : Number(match[1]);
}
