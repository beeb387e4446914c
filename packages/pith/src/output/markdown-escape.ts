/**
 * Escaping for GitHub-flavoured Markdown. Only what would be read as syntax is escaped, so prose stays prose.
 */

/** What stands around a text that is to be escaped. */
export interface Surroundings {
  /** The character before, empty at the start of a line. */
  readonly before: string;
  /** The character after, empty at the end of a line. */
  readonly after: string;
  /** In the text of a link every bracket counts. */
  readonly inLink?: boolean;
}

/** Escapes a text where it would be read as syntax in its place. */
export function escapeInline(text: string, place: Surroundings): string {
  if (!SUSPECT.test(text)) return text;
  let escaped = '';
  let plainFrom = 0;
  for (const { start, end } of formulas(text)) {
    escaped += escapePiece(text, plainFrom, start, place) + safeLatex(text.slice(start, end));
    plainFrom = end;
  }
  return escaped + escapePiece(text, plainFrom, text.length, place);
}

const SUSPECT = /[\\`*_[\]<&~!$]|:\/\//;

/** Whether a character is syntax where it stands. */
type Check = (text: string, at: number, place: Surroundings) => boolean;

const CHECKS: Readonly<Record<string, Check>> = {
  '\\': (text, at, place) => PUNCTUATION.test(text[at + 1] ?? place.after),
  '`': () => true,
  '*': (text, at, place) => !(isSpace(text[at - 1] ?? place.before) && isSpace(text[at + 1] ?? place.after)),
  _: (text, at, place) => !(isWord(text[at - 1] ?? place.before) && isWord(text[at + 1] ?? place.after)),
  '[': opensLink,
  ']': (_text, _at, place) => place.inLink === true,
  '<': (text, at) => /[a-z/!?]/i.test(text[at + 1] ?? 'a'),
  '&': (text, at) => /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(at, at + 34)),
  // A tilde opens nothing as long as none closes, and one after a space cannot close.
  '~': (text, at, place) => !isSpace(text[at - 1] ?? place.before),
  '!': (text, at, place) => at === text.length - 1 && place.after === '[',
  ':': opensAddress,
};

function escapePiece(text: string, start: number, end: number, place: Surroundings): string {
  let escaped = '';
  let from = start;
  for (let i = start; i < end; i++) {
    if (CHECKS[text[i]!]?.(text, i, place) !== true) continue;
    escaped += `${text.slice(from, i)}\\`;
    from = i;
  }
  return escaped + text.slice(from, end);
}

const PUNCTUATION = /[!-/:-@[-`{-~\n]/;

/** How far to look for the bracket that closes one; Markdown itself looks no further in a label. */
const MAX_LABEL = 999;

/** Brackets as in `[1]` are text; they are syntax before `(`, `[` and `:`, around `^`, or when they close elsewhere. */
function opensLink(text: string, at: number, place: Surroundings): boolean {
  if (place.inLink === true) return true;
  const length = text.slice(at + 1, at + 1 + MAX_LABEL).indexOf(']');
  const close = at + 1 + length;
  const inner = text.slice(at + 1, close);
  if (length < 0 || inner.includes('[') || inner.startsWith('^') || /^[ xX]$/.test(inner)) return true;
  return /[([:]/.test(text[close + 1] ?? '');
}

/**
 * LaTeX that is read as no other syntax where an engine knows no formulas: a space, which LaTeX does not see, parts what
 * would open a tag or make a link. A tag needs its end or a quote before the formula's own end, or the start of a line.
 */
export function safeLatex(latex: string): string {
  const mayEnd = /[>"']/.test(latex);
  return latex
    .replace(/<(?=[a-z/!?])/gi, (sign, at: number) => {
      const line = latex.slice(latex.lastIndexOf('\n', at) + 1, at);
      return mayEnd || line.trim() === '' ? `${sign} ` : sign;
    })
    .replace(/\](?=[([:])/g, '] ');
}

/** What stands for a delimiter with nothing directly behind it: no letter, no space, no delimiter. */
export const LAST_EDGE = '.';

/** Longer words with an address in them are looked at no further. */
const MAX_ADDRESS = 2000;

/**
 * Engines that make links of bare addresses read on to the next `<` or space, and take an escape or a delimiter on the
 * way for part of the address: what it was to hold back would be markup. Such an address must not look like one.
 */
function opensAddress(text: string, at: number, place: Surroundings): boolean {
  if (place.inLink === true || !text.startsWith('//', at + 1)) return false;
  for (let i = at + 3; i < text.length; i++) {
    const character = text[i]!;
    if (character === '<' || character === '`' || i > at + MAX_ADDRESS) return true;
    if (isSpace(character)) return false;
  }
  return !isSpace(place.after) && place.after !== LAST_EDGE;
}

/** Longer runs between dollar signs are money and prose. */
const MAX_FORMULA = 300;

/** LaTeX that the page leaves in its text between dollar signs: it is kept as it stands. */
function formulas(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = text.indexOf('$');
  while (start >= 0) {
    const fence = text[start + 1] === '$' ? '$$' : '$';
    const close = text.indexOf(fence, start + fence.length);
    if (close < 0) break;
    const inner = text.slice(start + fence.length, close);
    const isFormula =
      inner.length <= MAX_FORMULA && inner.trim() === inner && /[\\^_{]/.test(inner) && !inner.includes('`');
    if (isFormula) found.push({ start, end: close + fence.length });
    start = text.indexOf('$', isFormula ? close + fence.length : start + fence.length);
  }
  return found;
}

/** Escapes what would make a line of a paragraph another kind of block. */
export function escapeLineStart(line: string): string {
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(line);
  if (number !== null) return `${number[0]}\\${line.slice(number[0].length)}`;
  return BLOCK_START.test(line) ? `\\${line}` : line;
}

const BLOCK_START =
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|={1,200}\s{0,20}$|-{2,200}\s{0,20}$|(?:[-*_]\s?){3,200}$|~~~|[|:]{0,2}\s?-[-:|\s]{0,400}$)/;

/** The text of an image or a title in a line of its own: no brackets, quotes or breaks that would end it. */
export function escapeLabel(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]`*_<]/g, '\\$&');
}

/** A title between double quotes. */
export function escapeTitle(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\"]/g, '\\$&');
}

/** An address between parentheses. */
export function escapeAddress(address: string): string {
  return address
    .replace(/[\s<>\\]/g, character => encodeURIComponent(character))
    .replace(/[()]/g, '\\$&')
    .replace(/&(?=#?\w{1,32};)/g, '&amp;');
}

function isSpace(character: string): boolean {
  return character === '' || /\s/.test(character);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
