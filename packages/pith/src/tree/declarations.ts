import { pixels } from './css-values.js';

export class Declarations {
  private readonly values = new Map<string, string>();
  private readonly important = new Set<string>();
  private usesVariables = false;

  static parse(style: string): Declarations {
    const parsed = new Declarations();
    for (const declaration of splitAt(plainCss(style).toLowerCase(), ';')) parsed.add(declaration);
    return parsed;
  }

  get hasVariables(): boolean {
    return this.usesVariables;
  }

  /** Replaces `var()` by the variables set here or around the element; unknown ones by their fallback if `isWhole`. */
  resolve(around: ReadonlyMap<string, string>, isWhole: boolean): void {
    for (const [property, value] of this.values) {
      if (!value.includes('var(')) continue;
      const whole = value.replace(VARIABLE, (call, name: string, fallback?: string) => {
        const known = this.values.get(name) ?? around.get(name);
        return known ?? (isWhole ? fallback : undefined) ?? call;
      });
      this.values.set(property, whole.trim());
    }
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
    const name = declaration.slice(0, colon).trim();
    const property = LOGICAL.get(name) ?? name;
    const [value, ...marks] = declaration.slice(colon + 1).split('!');
    const isImportant = marks.some(mark => mark.trim() === 'important');
    const sides = SHORTHANDS[property];
    if (sides === undefined) this.set(property, value!.trim(), isImportant);
    else for (const [side, each] of sides(value!.trim())) this.set(side, each, isImportant);
  }

  private set(property: string, value: string, isImportant: boolean): void {
    if (value === '' || (this.important.has(property) && !isImportant)) return;
    // Browsers ignore a value that they do not know, so an earlier one applies.
    if (!isKnown(property, value)) return;
    this.values.set(property, value);
    this.usesVariables ||= value.includes('var(');
    if (isImportant) this.important.add(property);
  }
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const NUMBER_OR_FUNCTION = /^(?:[-+.\d]|-?[a-z-]{2,20}\()/;
const ANYWHERE = words('inherit initial unset revert revert-layer');
const LENGTHS = words('auto none min-content max-content fit-content stretch');
const COLOURS = words(
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown ' +
    'burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan ' +
    'darkgoldenrod darkgray darkgrey darkgreen darkkhaki darkmagenta darkolivegreen darkorange darkorchid ' +
    'darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet ' +
    'deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ' +
    'ghostwhite gold goldenrod gray grey green greenyellow honeydew hotpink indianred indigo ivory khaki ' +
    'lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow ' +
    'lightgray lightgrey lightgreen lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
    'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
    'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise ' +
    'mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange ' +
    'orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum ' +
    'powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell ' +
    'sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato ' +
    'turquoise violet wheat white whitesmoke yellow yellowgreen transparent currentcolor canvas canvastext ' +
    'linktext visitedtext activetext buttonface buttontext buttonborder field fieldtext highlight ' +
    'highlighttext selecteditem selecteditemtext mark marktext graytext accentcolor accentcolortext window ' +
    'windowtext',
);

/** Words that browsers accept as values, as far as the properties matter here; other properties accept all. */
const VALUES: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  __proto__: null as never,
  display: words(
    'none contents block inline flow flow-root flex grid list-item run-in math table ruby inline-block inline-flex ' +
      'inline-grid inline-table inline-flow-root table-row table-cell table-caption table-column table-column-group ' +
      'table-row-group table-header-group table-footer-group ruby-base ruby-text ruby-base-container ' +
      'ruby-text-container -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex',
  ),
  visibility: words('visible hidden collapse'),
  opacity: words(''),
  color: COLOURS,
  'font-size': words(
    'xx-small x-small small medium large x-large xx-large xxx-large smaller larger math -webkit-xxx-large',
  ),
  ...Object.fromEntries(
    'left top right bottom width height max-width max-height margin-left margin-top margin-right text-indent'
      .split(' ')
      .map(name => [name, LENGTHS]),
  ),
};

/** False for a value that browsers ignore. */
function isKnown(property: string, value: string): boolean {
  const known = VALUES[property];
  if (known === undefined || known.has(value) || ANYWHERE.has(value) || value.includes('var(')) return true;
  if (property === 'display') return value.includes(' ') && value.split(/\s+/).every(word => known.has(word));
  if (property === 'visibility') return false;
  if (property === 'color') return /^#[\da-f]{3,8}$|^[a-z-]{3,20}\(/.test(value);
  return NUMBER_OR_FUNCTION.test(value);
}

/** Properties that depend on the writing direction, with their equivalents for text written from left to right. */
const LOGICAL: ReadonlyMap<string, string> = new Map([
  ['inline-size', 'width'],
  ['block-size', 'height'],
  ['max-inline-size', 'max-width'],
  ['max-block-size', 'max-height'],
  ['inset-inline-start', 'left'],
  ['inset-inline-end', 'right'],
  ['inset-block-start', 'top'],
  ['inset-block-end', 'bottom'],
  ['margin-inline-start', 'margin-left'],
  ['margin-inline-end', 'margin-right'],
  ['margin-block-start', 'margin-top'],
  ['-webkit-mask', 'mask-image'],
  ['-webkit-mask-image', 'mask-image'],
  ['mask', 'mask-image'],
  ['-webkit-mask-size', 'mask-size'],
]);

const VARIABLE = /var\(\s{0,9}(--[\w-]{1,100})\s{0,9}(?:,([^()]{0,100}))?\)/g;

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

const twoSides =
  (start: string, end: string): Expansion =>
  value => {
    const [first = '', second = first] = splitAt(value, ' ').filter(part => part !== '');
    return [
      [start, first],
      [end, second],
    ];
  };

const SHORTHANDS: Readonly<Record<string, Expansion | undefined>> = {
  __proto__: null as never,
  margin: fourSides(['margin-top', 'margin-right', 'margin-bottom', 'margin-left']),
  'margin-inline': twoSides('margin-left', 'margin-right'),
  'margin-block': twoSides('margin-top', 'margin-bottom'),
  'inset-inline': twoSides('left', 'right'),
  'inset-block': twoSides('top', 'bottom'),
  inset: fourSides(['top', 'right', 'bottom', 'left']),
  background: value => [['background-color', value.replaceAll(/url\((?:""|'')?\)/g, '').trim()]],
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
  for (let at = 0; at < css.length; at++) {
    const c = css[at];
    if (c === '"' || c === "'") at = endOfString(css, at);
    else if (c === '/' && css[at + 1] === '*') {
      parts.push(css.slice(from, at));
      const end = css.indexOf('*/', at + 2);
      if (end < 0) return parts.join('');
      from = end + 2;
      at = from - 1;
    }
  }
  parts.push(css.slice(from));
  return parts.join('');
}

/** Strings end at their quote or at the end of the line. */
function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at++) {
    if (css[at] === '\\') at++;
    else if (css[at] === css[start] || css[at] === '\n') return at;
  }
  return css.length;
}
