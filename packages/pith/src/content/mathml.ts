import type { MathElement } from './content.js';
import { FONTS, FUNCTIONS, OVER, SYMBOLS, UNDER, variantOf } from './math-symbols.js';

type Child = MathElement | string;

/** Recursive: elements read from a page have a bounded depth. */
export function latexFromMath(math: MathElement): string {
  return rowLatex(math.children).replace(/ {2,}/g, ' ').trim();
}

type Converter = (element: MathElement) => string;

const CONVERTERS: Readonly<Record<string, Converter>> = {
  mi: identifierLatex,
  mo: element => operatorLatex(textOf(element)),
  mn: element => withFont(symbolsLatex(textOf(element)), element.attributes?.mathvariant),
  mtext: element => textLatex(textOf(element)),
  ms: element => textLatex(`"${textOf(element)}"`),
  mspace: spaceLatex,
  mfrac: fractionLatex,
  msqrt: element => `\\sqrt${group(rowLatex(element.children))}`,
  mroot: element => `\\sqrt[${part(element, 1)}]${group(part(element, 0))}`,
  msub: element => scripted(element, part(element, 1), ''),
  msup: element => scripted(element, '', part(element, 1)),
  msubsup: element => scripted(element, part(element, 1), part(element, 2)),
  munder: element => stackedLatex(element, childAt(element, 1), undefined),
  mover: element => stackedLatex(element, undefined, childAt(element, 1)),
  munderover: element => stackedLatex(element, childAt(element, 1), childAt(element, 2)),
  mmultiscripts: multiscriptsLatex,
  mtable: element => tableLatex(element, isAligned(element) ? 'aligned' : 'matrix'),
  mfenced: fencedLatex,
  menclose: enclosedLatex,
  mphantom: element => `\\phantom${group(rowLatex(element.children))}`,
  none: () => '',
  mprescripts: () => '',
};

function latexOf(child: Child | undefined): string {
  if (child === undefined) return '';
  if (typeof child === 'string') return symbolsLatex(child);
  const convert = CONVERTERS[child.name];
  return convert === undefined ? rowLatex(child.children) : convert(child);
}

function part(element: MathElement, index: number): string {
  return latexOf(childAt(element, index)).trim();
}

function childAt(element: MathElement, index: number): Child | undefined {
  return element.children[index];
}

/** Joins the parts of a row. Fences around all of it grow with tall content. */
function rowLatex(children: readonly Child[]): string {
  const [only] = children;
  if (children.length === 1) return latexOf(only);
  return fencedRow(children) ?? joined(children.map(latexOf));
}

/** Inserts a space where a command would absorb the next letter. */
function joined(parts: readonly string[]): string {
  let latex = '';
  let end = '';
  for (const next of parts) {
    if (next === '') continue;
    latex += COMMAND_END.test(end) && LETTER.test(next) ? ` ${next}` : next;
    end = next.length > LONG ? next.slice(-LONG) : next;
  }
  return latex;
}

const LONG = 40;
const COMMAND_END = /\\[a-zA-Z]+$/;
const LETTER = /^[a-zA-Z]/;

function textOf(element: MathElement): string {
  return element.children.map(child => (typeof child === 'string' ? child : textOf(child))).join('');
}

function symbolsLatex(text: string): string {
  return joined(Array.from(text, symbolLatex));
}

function symbolLatex(character: string): string {
  const known = SYMBOLS.get(character);
  if (known !== undefined) return known;
  if (/\s/.test(character)) return character === '\u00a0' ? '\\ ' : ' ';
  const variant = variantOf(character);
  if (variant === undefined) return character;
  const plain = character.normalize('NFKC');
  return withFont(SYMBOLS.get(plain) ?? plain, variant);
}

function withFont(latex: string, variant: string | undefined): string {
  const font = variant === undefined ? undefined : FONTS[variant];
  return font === undefined || latex === '' ? latex : `\\${font}{${latex}}`;
}

function identifierLatex(element: MathElement): string {
  const text = textOf(element).trim();
  const variant = element.attributes?.mathvariant;
  const name = text.normalize('NFKC');
  if (FUNCTIONS.has(name)) return `\\${name}`;
  if (/^[a-z]{2,}$/i.test(name)) return withFont(name, variant ?? 'normal');
  // Upright is the default for everything except single letters.
  const font = variant === 'normal' && !/^[a-z]$/i.test(text) ? undefined : variant;
  return withFont(symbolsLatex(text), font);
}

const SPACED =
  /^(?:[-+=<>]|:=|\\(?:pm|mp|times|div|neq|leq|geq|leqslant|geqslant|ll|gg|equiv|sim|simeq|approx|cong|propto|to|in|notin|subset|supset|subseteq|supseteq|cup|cap|wedge|vee|mapsto|implies|iff|(?:long)?(?:left|right|leftright)arrow|Rightarrow|Leftrightarrow))$/;

function operatorLatex(raw: string): string {
  const text = raw.trim();
  if (/^[a-z]{2,}$/i.test(text)) return FUNCTIONS.has(text) ? `\\${text} ` : `\\operatorname{${text}}`;
  const latex = symbolsLatex(text);
  if (SPACED.test(latex)) return ` ${latex} `;
  return latex === ',' ? ', ' : latex;
}

function textLatex(text: string): string {
  if (text.trim() === '') return text === '' ? '' : '\\ ';
  const escaped = text.replace(/[\\{}$&#%_^~]/g, sign => TEXT_SIGNS[sign] ?? `\\${sign}`);
  return `\\text{${escaped.replace(/\s+/g, ' ')}}`;
}

const TEXT_SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
};

function spaceLatex(element: MathElement): string {
  const { width = '' } = element.attributes ?? {};
  const ems = width.endsWith('em') ? Number.parseFloat(width) : 0;
  if (!(ems > 0)) return '';
  if (ems >= 2) return '\\qquad ';
  if (ems >= 1) return '\\quad ';
  return ems >= 0.25 ? '\\;' : '\\,';
}

function fractionLatex(element: MathElement): string {
  const parts = group(part(element, 0)) + group(part(element, 1));
  return hasNoLine(element) ? `\\genfrac{}{}{0pt}{}${parts}` : `\\frac${parts}`;
}

function hasNoLine(fraction: MathElement): boolean {
  return /^0(?:[a-z%]|\.?0*$)/.test(fraction.attributes?.linethickness ?? '');
}

const group = (latex: string) => `{${latex.trim()}}`;

function scripted(element: MathElement, sub: string, sup: string): string {
  return withScripts(baseLatex(part(element, 0)), sub, sup);
}

function withScripts(base: string, sub: string, sup: string): string {
  const below = sub === '' ? '' : `_${group(sub)}`;
  if (/^(?:\\prime)+$/.test(sup)) return `${base}${"'".repeat(sup.length / '\\prime'.length)}${below}`;
  if (/^'+$/.test(sup)) return `${base}${sup}${below}`;
  return sup === '' ? base + below : `${base}${below}^${group(sup)}`;
}

/** Scripts apply to one token only, so longer bases are grouped. */
function baseLatex(latex: string): string {
  if (latex === '') return '{}';
  return ONE_TOKEN.test(latex) || /^(?:\\left|\()/.test(latex) ? latex : `{${latex}}`;
}

const ONE_TOKEN = /^(?:.|\\(?:[a-zA-Z]+(?:\{[^{}]*\})?|.)|[\d.]+)$/u;

const TAKES_LIMITS =
  /^\\(?:sum|prod|coprod|i*int|oint|big[a-z]+|lim|limsup|liminf|max|min|sup|inf|det|gcd|Pr|operatorname\*?\{[^{}]*\}|(?:over|under)brace.*)$/;
const ARROW = /^\\(?:to|rightarrow|longrightarrow)$/;

function stackedLatex(element: MathElement, below: Child | undefined, above: Child | undefined): string {
  const base = part(element, 0);
  if (TAKES_LIMITS.test(base)) return withScripts(base, latexOf(below).trim(), latexOf(above).trim());
  if (ARROW.test(base) && above !== undefined) {
    const under = below === undefined ? '' : `[${latexOf(below).trim()}]`;
    return `\\xrightarrow${under}${group(latexOf(above))}`;
  }
  return withOver(withUnder(base, below), above);
}

function withUnder(base: string, below: Child | undefined): string {
  if (below === undefined) return base;
  const command = UNDER.get(signOf(below));
  return command === undefined
    ? `\\underset${group(latexOf(below))}${group(base)}`
    : `\\${command}${group(base)}`;
}

function withOver(base: string, above: Child | undefined): string {
  if (above === undefined) return base;
  const commands = OVER.get(signOf(above));
  if (commands === undefined) return `\\overset${group(latexOf(above))}${group(base)}`;
  return `\\${commands[ONE_TOKEN.test(base) ? 0 : 1]}${group(base)}`;
}

function signOf(child: Child): string {
  return (typeof child === 'string' ? child : textOf(child)).trim();
}

/** Pairs of sub- and superscripts after the base; those that follow `mprescripts` go before it. */
function multiscriptsLatex({ children }: MathElement): string {
  const cut = children.findIndex(child => typeof child !== 'string' && child.name === 'mprescripts');
  const behind = cut < 0 ? children.slice(1) : children.slice(1, cut);
  const before = cut < 0 ? [] : children.slice(cut + 1);
  return scriptPairs('', before) + scriptPairs(baseLatex(latexOf(children[0]).trim()), behind);
}

function scriptPairs(base: string, scripts: readonly Child[]): string {
  let latex = base;
  for (let i = 0; i < scripts.length; i += 2) {
    const pair = withScripts('', latexOf(scripts[i]).trim(), latexOf(scripts[i + 1]).trim());
    if (pair !== '') latex += i === 0 && base !== '' ? pair : `{}${pair}`;
  }
  return latex;
}

const MATRICES: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '\\{\\}': 'Bmatrix',
  '||': 'vmatrix',
  '\\Vert\\Vert': 'Vmatrix',
  '∣∣': 'vmatrix',
  '\\mid\\mid': 'vmatrix',
  '\\{': 'cases',
};

const OPENING = /^(?:[([|]|\\(?:\{|lfloor|lceil|langle|Vert|mid))$/;
const CLOSING = /^(?:[)\]|]|\\(?:\}|rfloor|rceil|rangle|Vert|mid))$/;
const TALL = /\\(?:frac|genfrac|begin|sum|prod|i*int|oint|big[cvwots]|sqrt|overbrace|underbrace)/;

function fencedRow(children: readonly Child[]): string | undefined {
  const open = fenceAt(children, 0, OPENING);
  if (open === undefined) return undefined;
  const close = fenceAt(children, children.length - 1, CLOSING);
  const inner = children.slice(1, close === undefined ? undefined : -1);
  return between(open, inner, close);
}

function between(open: string, inner: readonly Child[], close: string | undefined): string | undefined {
  const matrix = onlyElement(inner, 'mtable');
  const environment = matrix === undefined ? undefined : MATRICES[open + (close ?? '')];
  if (environment !== undefined) return tableLatex(matrix!, environment);
  // Must precede any conversion, since the caller converts the row again: converting it at every level would take
  // exponential time.
  if (close === undefined && matrix === undefined) return undefined;
  const fraction = open === '(' && close === ')' ? onlyElement(inner, 'mfrac') : undefined;
  if (fraction !== undefined && hasNoLine(fraction))
    return `\\binom${group(part(fraction, 0))}${group(part(fraction, 1))}`;
  const latex = rowLatex(inner).trim();
  if (close === undefined) return `\\left${open} ${latex} \\right.`;
  return TALL.test(latex) ? `\\left${open} ${latex} \\right${close}` : joined([open, latex, close]);
}

function fenceAt(children: readonly Child[], at: number, pattern: RegExp): string | undefined {
  const child = children[at];
  if (typeof child !== 'object' || child.name !== 'mo') return undefined;
  const latex = symbolsLatex(textOf(child).trim());
  return pattern.test(latex) ? latex : undefined;
}

function onlyElement(children: readonly Child[], name: string): MathElement | undefined {
  let inside = children;
  for (;;) {
    const shown = inside.filter(child => typeof child === 'string' || child.name !== 'mspace');
    const [only] = shown;
    if (shown.length !== 1 || typeof only !== 'object') return undefined;
    if (only.name === name) return only;
    if (only.name !== 'mrow' && only.name !== 'mstyle') return undefined;
    inside = only.children;
  }
}

function fencedLatex(element: MathElement): string {
  const { open = '(', close = ')', separators = ',' } = element.attributes ?? {};
  const signs = Array.from(separators.replace(/\s/g, ''));
  const inner = element.children.flatMap((child, i): Child[] => {
    const sign = signs[Math.min(i, signs.length) - 1];
    return i === 0 || sign === undefined ? [child] : [{ name: 'mo', children: [sign] }, child];
  });
  const left = symbolsLatex(open.trim());
  const right = symbolsLatex(close.trim());
  if (left === '' && right === '') return rowLatex(inner);
  const row = between(left, inner, right || undefined);
  return row ?? `\\left${left || '.'} ${rowLatex(inner).trim()} \\right${right || '.'}`;
}

function tableLatex(table: MathElement, environment: string): string {
  const rows = table.children.flatMap(row => (isRow(row) ? [rowCells(row)] : []));
  return `\\begin{${environment}} ${rows.join(' \\\\ ')} \\end{${environment}}`;
}

function isRow(child: Child): child is MathElement {
  return typeof child !== 'string' && (child.name === 'mtr' || child.name === 'mlabeledtr');
}

/** Omits the first cell of a labelled row, which is its number. */
function rowCells(row: MathElement): string {
  const cells = row.children.filter((cell, i) => typeof cell !== 'string' && (i > 0 || row.name === 'mtr'));
  return cells.map(cell => latexOf(cell).trim()).join(' & ');
}

function isAligned(table: MathElement): boolean {
  const { columnalign = '', displaystyle } = table.attributes ?? {};
  return /right\s+left/.test(columnalign) || displaystyle === 'true';
}

const ENCLOSURES: readonly (readonly [notation: RegExp, command: string])[] = [
  [/\btop\b/, 'overline'],
  [/\bbottom\b/, 'underline'],
  [/\bradical\b/, 'sqrt'],
  [/strike/, 'cancel'],
  [/\b(?:rounded)?box\b|\bcircle\b/, 'boxed'],
];

function enclosedLatex(element: MathElement): string {
  const inner = rowLatex(element.children);
  const notation = element.attributes?.notation ?? '';
  const command = ENCLOSURES.find(([pattern]) => pattern.test(notation))?.[1];
  return command === undefined ? inner : `\\${command}${group(inner)}`;
}
