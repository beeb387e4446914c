import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { FUNCTIONS, SYMBOLS } from './math-symbols.js';

const CONSTRUCTS =
  'begin frac dfrac tfrac cfrac binom sqrt left right big Big text textbf mathrm mathbf mathbb mathcal mathfrak mathsf mathit ' +
  'mathscr boldsymbol operatorname hat bar vec tilde dot ddot overline underline overbrace underbrace widehat widetilde ' +
  'overset underset stackrel displaystyle limits quad qquad ldots dots le ge ne not lt gt mod bmod pmod tag label cancel boxed';

const KNOWN_COMMANDS: ReadonlySet<string> = new Set([
  ...CONSTRUCTS.split(' '),
  ...FUNCTIONS,
  ...[...SYMBOLS.values()].flatMap(latex => (/^\\[a-zA-Z]+$/.test(latex) ? [latex.slice(1)] : [])),
]);

const COMMAND = /\\([a-zA-Z]{1,20})(?![a-zA-Z])/g;
const GROUPED_SCRIPT = /[\w)\]}|']\s?[\^_]\{/;
/** A sub- or superscript: `x_1`, `x^2`, but not `file_name`. */
const SCRIPT = /[\w)\]}|']\s?[\^_](?:\\|[-+]?\w(?!\w))/;

/** True if a text must be TeX, wherever it is: it has a known command, or a sub- or superscript in braces. */
export function isTex(text: string): boolean {
  for (const [, name] of text.matchAll(COMMAND)) if (KNOWN_COMMANDS.has(name!)) return true;
  return GROUPED_SCRIPT.test(text);
}

function isDelimitedTex(text: string): boolean {
  return isTex(text) || SCRIPT.test(text);
}

const PROSE = /(?:^|[^\\a-zA-Z{])[a-zA-Z]{3,} [a-zA-Z]{3,}/;

/** True if a text between TeX's own delimiters is a formula, on a page that may not use TeX at all. */
function isLikelyTex(text: string): boolean {
  if (isDelimitedTex(text)) return true;
  return !PROSE.test(text) && (/[=<>+*/|]/.test(text) || /^[a-zA-Z]'*$/.test(text)) && /[a-zA-Z]/.test(text);
}

const RENDERER = /mathjax|katex|temml|asciimath|renderMathInElement/i;
/** Longer scripts are bundles, in which the name of a math renderer proves little. Set by hand. */
const MAX_SCRIPT = 5000;

export class PageTex {
  #isRendered: boolean | undefined;

  constructor(private readonly tree: PageTree) {}

  /** True if the page loads a math renderer, so that TeX in its text is a formula. */
  get isRendered(): boolean {
    this.#isRendered ??= this.findRenderer();
    return this.#isRendered;
  }

  private findRenderer(): boolean {
    const { tree } = this;
    for (let n = 0; n < tree.count; n++) {
      const tag = tree.tag[n];
      if (tag === TAG['mjx-container']) return true;
      if (tag !== TAG.script && tag !== TAG.link) continue;
      const address = tree.attribute(n, tag === TAG.link ? ATTR.href : ATTR.src);
      if (RENDERER.test(address ?? tree.attribute(n, ATTR.type) ?? '')) return true;
      if (tag === TAG.script && address === undefined && tree.stop[n]! - tree.start[n]! < MAX_SCRIPT)
        if (RENDERER.test(tree.textContent(n))) return true;
    }
    return false;
  }
}

export interface TexSpan {
  readonly start: number;
  readonly end: number;
  readonly latex: string;
  readonly display: boolean;
}

/** Longer runs are not formulas, so that a stray delimiter does not absorb an article. */
const MAX_FORMULA = 2000;
const MAX_IN_DOLLARS = 300;

const OPENERS = /\\\(|\\\[|\\begin\{([a-z]{1,12}\*?)\}|\$\$?/g;
const ENVIRONMENTS =
  /^(?:equation|align|aligned|gather|multline|eqnarray|math|displaymath|alignat|flalign)\*?$/;

/**
 * Formulas between delimiters in a text: `\(…\)`, `\[…\]`, `$$…$$`, equation environments, and `$…$`. Without a math
 * renderer on the page, the content must look like TeX.
 */
export function texSpans(text: string, page: Pick<PageTex, 'isRendered'>): TexSpan[] {
  const found: TexSpan[] = [];
  const closers = new Closers(text);
  OPENERS.lastIndex = 0;
  for (let match = OPENERS.exec(text); match !== null; match = OPENERS.exec(text)) {
    const span = isEscaped(text, match.index) ? undefined : spanAt(text, match, closers, page.isRendered);
    if (span === undefined) continue;
    found.push(span);
    OPENERS.lastIndex = span.end;
  }
  return found;
}

function spanAt(
  text: string,
  match: RegExpExecArray,
  closers: Closers,
  rendered: boolean,
): TexSpan | undefined {
  const opener = match[0];
  const environment = match[1];
  if (environment !== undefined && !ENVIRONMENTS.test(environment)) return undefined;
  const closer = environment === undefined ? CLOSERS[opener]! : `\\end{${environment}}`;
  const start = match.index;
  const from = start + opener.length;
  const close = closers.after(closer, from);
  if (close < 0 || close - from > (opener === '$' ? MAX_IN_DOLLARS : MAX_FORMULA)) return undefined;
  const end = close + closer.length;
  const inner = text.slice(from, close);
  const latex = environment === undefined ? inner.trim() : text.slice(start, end);
  if (inner.trim() === '' || NESTED.test(inner)) return undefined;
  if (opener === '$') {
    if (!isBetweenDollars(inner, text[end] ?? '', text[start - 1] ?? '', rendered)) return undefined;
  } else if (environment === undefined && !rendered && !isLikelyTex(inner)) return undefined;
  return { start, end, latex, display: opener !== '$' && opener !== '\\(' };
}

const NESTED = /(?<!\\)\\[([]/;
const CLOSERS: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' };

/** Excludes amounts of money, shell variables and templates, by stricter rules than Pandoc's. */
function isBetweenDollars(inner: string, after: string, before: string, rendered: boolean): boolean {
  if (/^\s|[\s\\]$/.test(inner) || /\d/.test(after) || /[\w$]/.test(before)) return false;
  if (/^[\d.,]+$/.test(inner) && !rendered) return false;
  if (!rendered) return !/\w/.test(after) && isDelimitedTex(inner);
  return !PROSE.test(inner) || isDelimitedTex(inner);
}

function isEscaped(text: string, at: number): boolean {
  return text[at - 1] === '\\';
}

/** Finds closing delimiters. Caches the last position of each, so that a text full of openers takes linear time. */
class Closers {
  private readonly known = new Map<string, number>();

  constructor(private readonly text: string) {}

  after(closer: string, from: number): number {
    const known = this.known.get(closer);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    let at = this.text.indexOf(closer, from);
    while (at >= 0 && isEscaped(this.text, at)) at = this.text.indexOf(closer, at + 1);
    this.known.set(closer, at);
    return at;
  }
}

/** Query parameters of services that render LaTeX: WordPress, Zhihu, Google Chart and others. */
const PARAMETERS = /[?&](?:latex|tex|chl|formula|eq|equation|math|expr)=([^&#]+)/i;
/** Services whose whole query is LaTeX, by the address before the query: CodeCogs, mathTeX, mimeTeX. */
const SERVICE = /\/\/[^/]{0,100}(?:codecogs\.com|math|tex)|\/(?:mimetex|mathtex|cgi-bin\/[^/]{0,40}tex)/i;
/** Settings of CodeCogs: resolution, size, colours and fonts. */
const SETTINGS =
  /\\(?:dpi|bg|fg|fn)(?:_[a-z]+|\{[^{}]*\})\s?|\\(?:inline|small|large|huge|tiny)(?![a-z])\s?/gi;

const MAX_ADDRESS = 4000;

export function latexOfAddress(address: string): string | undefined {
  if (address.length > MAX_ADDRESS || !/tex|codecogs|%5c|cht=tx|equation/i.test(address)) return undefined;
  const query = PARAMETERS.exec(address)?.[1];
  if (query !== undefined) return texOf(query.replaceAll('+', ' '));
  const mark = address.indexOf('?');
  if (mark >= 0 && SERVICE.test(address.slice(0, mark)))
    return texOf(address.slice(mark + 1).replaceAll('&space;', ' '));
  // A path may end in LaTeX, with its backslash percent-encoded.
  const segment = address.slice(address.lastIndexOf('/') + 1);
  return /%5c/i.test(segment) && !/[?#]/.test(segment) ? texOf(segment) : undefined;
}

function texOf(encoded: string): string | undefined {
  const latex = decoded(encoded).replace(SETTINGS, '').trim();
  const isEquation = latex.includes('=') && /[a-zA-Z]/.test(latex);
  return isTex(latex) || isEquation || /^[a-zA-Z]$|[\w)]\^\w/.test(latex) ? latex : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
