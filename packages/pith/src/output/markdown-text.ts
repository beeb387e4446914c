import { BESIDE_CODE, BESIDE_DOLLARS, IN_CELL, IN_LINK, type LineContext } from './markdown-lines.js';

/**
 * Escapes only characters that would be parsed as markup, so that prose stays readable. Most get a backslash. `<` and
 * `&` become character references, as do backticks, brackets, backslashes and pipes where adjacent text or a link would
 * defeat a backslash. `before` is the end of the preceding text, `after` the next character; both are empty at the ends
 * of a line.
 */
export function escapeInline(raw: string, before: string, after: string, context: LineContext): string {
  const text = isUnusual(raw) ? raw.replace(INVISIBLE, '').replace(NO_BREAK, ' ') : raw;
  const isPlain = !isSuspect(text) && !(context.is(IN_CELL) && text.includes('|'));
  if (isPlain && joinAt(text, before) < 0) return text;
  return new TextEscape(text.replace(LINE_ENDS, ' '), before, after, context).escaped();
}

/** Soft hyphens and zero-width spaces, which break searches; zero-width joiners change the writing. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]+/g;
const NO_BREAK = /[\u00a0\u202f]/g;

/** In two steps, since the first is fast and false for most texts in English. */
function isUnusual(text: string): boolean {
  return /[\u00a0-\uffff]/.test(text) && /[\u00a0\u00ad\u200b\u202f\u2060\ufeff]/.test(text);
}

// U+2028 and U+2029 are line ends in JavaScript regular expressions, which some engines use.
const LINE_ENDS = /[\n\r\u2028\u2029]+/g;
const SUSPECT = /[\\`*_[\]<&~!$\n\r\u2028\u2029]|:\/\//;

function isSuspect(text: string): boolean {
  return SUSPECT.test(text) || followsTwice(text, '.', LOWER_W) || followsTwice(text, ':', LOWER_P);
}

const LOWER_W = 119;
const LOWER_P = 112;

/** True if a character follows a doubled letter, as at the end of `www.` and `xmpp:`. Faster than a regex. */
function followsTwice(text: string, sign: string, letter: number): boolean {
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1))
    if ((text.charCodeAt(at - 1) | 32) === letter && (text.charCodeAt(at - 2) | 32) === letter) return true;
  return false;
}

/** Characters that would form a link or a definition with a closing bracket before them. */
const AFTER_BRACKET = /[([:]/;

/** The start of a URL that engines turn into a link. Escaping its last character prevents that. */
const BEGUN_ADDRESS = /(?:https?|ftp):\/\/|www\.|xmpp:/i;
const MAX_BEGINNING = 'https://'.length - 1;

/** Index of the character that would form markup together with `before`, or -1. */
function joinAt(text: string, before: string): number {
  if (before === '') return -1;
  const end = before[before.length - 1]!;
  if (end === ']') return AFTER_BRACKET.test(text[0] ?? '') ? 0 : -1;
  if (!/[a-z:/]/i.test(end)) return -1;
  const tail = before.slice(-MAX_BEGINNING);
  const begun = BEGUN_ADDRESS.exec(tail + text.slice(0, MAX_BEGINNING));
  if (begun === null || begun.index >= tail.length) return -1;
  return begun.index + begun[0].length - 1 - tail.length;
}

type Rule = (text: TextEscape, at: number) => string | undefined;

const RULES: Readonly<Record<string, Rule>> = {
  '\\': (text, at) => (PUNCTUATION.test(text.next(at)) ? text.backslash() : undefined),
  '`': text => (text.context.is(BESIDE_CODE | IN_LINK) ? '&#96;' : '\\`'),
  '*': (text, at) => (isSpace(text.previous(at)) && text.isBeforeSpace(at) ? undefined : '\\*'),
  _: (text, at) => (isWord(text.previous(at)) && isWord(text.next(at)) ? undefined : '\\_'),
  '[': (text, at) => (text.opensLink(at) ? text.bracket('[') : undefined),
  ']': (text, at) =>
    text.context.is(IN_LINK) || AFTER_BRACKET.test(text.next(at)) ? text.bracket(']') : undefined,
  '<': (text, at) => (text.opensTag(at) ? '&lt;' : undefined),
  '&': (text, at) => (text.opensReference(at) ? '&amp;' : undefined),
  // A tilde has no effect without a closing one, and one after a space cannot close. Code may contain one that does.
  '~': (text, at) =>
    isSpace(text.previous(at)) && text.next(at) !== '~' && !text.context.is(BESIDE_CODE) ? undefined : '\\~',
  '!': (text, at) => (text.next(at) === '[' && text.isLast(at) ? '\\!' : undefined),
  ':': (text, at) => (text.opensAddress(at) ? '\\:' : undefined),
  '.': (text, at) => (text.isBareWord(at) ? undefined : '\\.'),
  $: text => (text.context.is(BESIDE_DOLLARS) ? '\\$' : undefined),
  '|': (text, at) => (text.context.is(IN_CELL) ? (text.previous(at) === '\\' ? '&#124;' : '\\|') : undefined),
};

const PUNCTUATION = /[!-/:-@[-`{-~\n]/;
/** The second alternative covers names with too many letters, whose prefix may need no semicolon. */
const REFERENCE = /^&(?:(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,32});|\w{33})/i;
const BEGUN_REFERENCE = /^&[#\w]{0,32}$/;
const MAX_REFERENCE = 34;
/** Markdown's own limit for a label. */
const MAX_LABEL = 999;

const SIGN = /[\\`*_[\]<&~!|$]|:(?=\/\/)|(?<=[xX][mM][pP][pP]):|(?<=[wW]{3})\./g;

function nextSign(text: string): number {
  return SIGN.exec(text)?.index ?? text.length;
}

/** Escapes one text. Caches lookaheads, so that escaping is linear. */
class TextEscape {
  /** Next position of a character, valid from `from` on; the length of the text if there is none. */
  private readonly nextOf = new Map<string, { readonly from: number; readonly at: number }>();
  private spaceAt = -1;
  private wordEnd = -1;
  private wordIsWhole = false;

  constructor(
    private readonly text: string,
    private readonly before: string,
    private readonly after: string,
    readonly context: LineContext,
  ) {}

  escaped(): string {
    const { text } = this;
    let escaped = '';
    let from = 0;
    const join = joinAt(text, this.before);
    if (join >= 0) {
      const sign = text[join]!;
      escaped = text.slice(0, join) + (sign === '[' ? this.bracket('[') : `\\${sign}`);
      from = join + 1;
    }
    return escaped + this.slice(from, text.length);
  }

  private slice(start: number, end: number): string {
    const { text } = this;
    let escaped = '';
    let from = start;
    SIGN.lastIndex = start;
    for (let at = nextSign(text); at < end; at = nextSign(text)) {
      const written = RULES[text[at]!]!(this, at);
      if (written === undefined) continue;
      escaped += text.slice(from, at) + written;
      from = at + 1;
    }
    return escaped + text.slice(from, end);
  }

  previous(at: number): string {
    return this.text[at - 1] ?? this.before.at(-1) ?? '';
  }

  next(at: number): string {
    return this.text[at + 1] ?? this.after;
  }

  isLast(at: number): boolean {
    return at === this.text.length - 1;
  }

  /** A hard break starts with a backslash, so a line end is not a space here. */
  isBeforeSpace(at: number): boolean {
    const next = this.next(at);
    return isSpace(next) && next !== '\n';
  }

  opensReference(at: number): boolean {
    const text = this.text.slice(at, at + MAX_REFERENCE);
    return REFERENCE.test(text) || (!isSpace(this.after) && BEGUN_REFERENCE.test(text));
  }

  backslash(): string {
    return this.context.is(IN_LINK) ? '&#92;' : '\\\\';
  }

  /** In a link text, `marked` removes backslashes before brackets and parses again, so references are used. */
  bracket(sign: '[' | ']'): string {
    if (!this.context.is(IN_LINK)) return `\\${sign}`;
    return sign === '[' ? '&#91;' : '&#93;';
  }

  /** Brackets as in `[1]` are text; they are markup before `(`, `[` and `:`, around `^`, or if unbalanced. */
  opensLink(at: number): boolean {
    if (this.context.is(IN_LINK)) return true;
    // `[1]` would be a link to the first definition.
    if (this.context.options.definitions !== undefined) return true;
    const close = this.nextAt(']', at + 1);
    if (close === this.text.length || close - at > MAX_LABEL || this.nextAt('[', at + 1) < close) return true;
    const inner = this.text.slice(at + 1, Math.min(close, at + 20));
    if (/^\s*(?:\^|[xX]?$)/.test(inner)) return true;
    return AFTER_BRACKET.test(this.next(close));
  }

  /** A tag, a comment or an autolink; an email autolink may start with almost any character and has an `@`. */
  opensTag(at: number): boolean {
    const next = this.next(at);
    if (isSpace(next)) return false;
    if (this.isLast(at) || /[a-z/!?]/i.test(next)) return true;
    const end = this.endOfWord(at);
    return this.nextAt('@', at) < end || (end === this.text.length && !isSpace(this.after));
  }

  /** Engines that link bare URLs read escapes and delimiters as parts of them, so these URLs are broken up. */
  opensAddress(at: number): boolean {
    const scheme = this.schemeBefore(at);
    if (FOREIGN_SCHEMES.has(scheme ?? '')) return true;
    return scheme !== undefined && !this.isBareWord(at);
  }

  /** True if the rest of a word needs no escaping and ends within this text. */
  isBareWord(at: number): boolean {
    if (at < this.wordEnd) return this.wordIsWhole;
    const end = this.endOfWord(at);
    this.wordEnd = end;
    this.wordIsWhole = true;
    for (let i = at + 1; i < end && this.wordIsWhole; i++) this.wordIsWhole = !this.isEscaped(i);
    if (end === this.text.length && !this.endsAddress(at)) this.wordIsWhole = false;
    return this.wordIsWhole;
  }

  /**
   * True if a URL at the end of this text ends there in every engine. Before a tag or the end of a link, some engines
   * read on after an opening quote or bracket to find the closing one.
   */
  private endsAddress(at: number): boolean {
    const { after } = this;
    if (endsWord(after) || after === LAST_EDGE) return true;
    if (after !== '<' && !(this.context.is(IN_LINK) && after === ']')) return false;
    return !/["'([{]/.test(this.text.slice(at));
  }

  private schemeBefore(at: number): string | undefined {
    return WEB_SCHEME.exec(this.text.slice(Math.max(0, at - 5), at))?.[0].toLowerCase();
  }

  private isEscaped(at: number): boolean {
    const sign = this.text[at]!;
    if (sign === '.') return false;
    if (sign === ':') return FOREIGN_SCHEMES.has(this.schemeBefore(at) ?? '');
    return sign === '<' || RULES[sign]?.(this, at) !== undefined;
  }

  private endOfWord(at: number): number {
    if (this.spaceAt > at) return this.spaceAt;
    let end = at + 1;
    while (end < this.text.length && !endsWord(this.text[end]!)) end++;
    this.spaceAt = end;
    return end;
  }

  private nextAt(sign: string, at: number): number {
    const known = this.nextOf.get(sign);
    if (known !== undefined && known.from <= at && known.at >= at) return known.at;
    const found = this.text.indexOf(sign, at);
    const next = found < 0 ? this.text.length : found;
    this.nextOf.set(sign, { from: at, at: next });
    return next;
  }
}

const WEB_SCHEME = /(?:https?|ftp|xmpp)$/i;
/** URL schemes that engines turn into links although outputs do not allow them. */
const FOREIGN_SCHEMES: ReadonlySet<string> = new Set(['ftp', 'xmpp']);

/** Passed as `after` for text before a closing delimiter at the end of a word: no letter, space or delimiter. */
export const LAST_EDGE = '.';

/** The first character that is written of a text. */
export function firstVisible(text: string): string | undefined {
  return text.charCodeAt(0) < 0xad ? text[0] : text[text.search(VISIBLE)];
}

const VISIBLE = /[^\u00ad\u200b\u2060\ufeff]/;

/** True for characters that end a URL in every engine. Engines disagree on other white space. */
function endsWord(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '';
}

/** True for white space in every engine. Engines disagree on the byte order mark and some control characters. */
export function isSpace(character: string): boolean {
  return character === '' || /[\t\n\p{Zs}]/u.test(character);
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
