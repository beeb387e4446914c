import { nameHashStep, TAG } from './names.js';

/** Receives the tokens of a page in order. All numbers are offsets in the source; `stop` is exclusive. */
export interface TokenListener {
  text(start: number, stop: number): void;
  /** The name of a start tag and its hash; returns its number. Its attributes follow, then `opened` or `selfClosed`. */
  open(start: number, stop: number, hash: number): number;
  attribute(
    nameStart: number,
    nameStop: number,
    valueStart: number,
    valueStop: number,
    nameHash: number,
  ): void;
  opened(at: number): void;
  selfClosed(at: number): void;
  close(start: number, stop: number): void;
  comment(start: number, stop: number): void;
  cdata(start: number, stop: number): void;
  doctype(start: number, stop: number): void;
  /** True inside svg or math, where no element contains raw text. */
  isInForeign(): boolean;
}

const RAW_TEXT: ReadonlyMap<number, string> = new Map(
  (['iframe', 'noembed', 'noframes', 'script', 'style', 'textarea', 'title', 'xmp'] as const).map(name => [
    TAG[name],
    name,
  ]),
);

/**
 * Elements whose text ends at the next tag if the page has no end tag for them, so that the rest of the page is not
 * lost.
 */
const RECOVERABLE: ReadonlySet<string> = new Set(['title', 'textarea', 'iframe']);

const EXCLAMATION = 33;
const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const DASH = 45;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const BRACKET = 91;

/** Traits of characters below 128 inside a tag. */
const BLANK = 1;
/** White space, `/`, `>`. */
const ENDS_NAME = 2;
/** White space, `/`, `>`, `=`. */
const ENDS_ATTRIBUTE = 4;
/** White space, `>`. */
const ENDS_VALUE = 8;
const LETTER = 16;
const TRAITS = new Uint8Array(128);
for (const c of [9, 10, 12, 13, 32]) TRAITS[c] = BLANK | ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE;
TRAITS[SLASH] = ENDS_NAME | ENDS_ATTRIBUTE;
TRAITS[GREATER] = ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE;
TRAITS[EQUALS] = ENDS_ATTRIBUTE;
for (let c = 97; c <= 122; c++) TRAITS[c] = TRAITS[c - 32] = LETTER;

function has(code: number, trait: number): boolean {
  return code < 128 && (TRAITS[code]! & trait) !== 0;
}

/**
 * Follows the standard, except for `RECOVERABLE` elements and in the cases of `maskTokenizerGaps`. Does not decode
 * character references.
 */
export class Tokenizer {
  private readonly length: number;
  /** Elements without an end tag in the rest of the page, so that it is searched only once. */
  private readonly unclosed = new Set<string>();
  private hash = 0;

  constructor(
    private readonly source: string,
    private readonly listener: TokenListener,
  ) {
    this.length = source.length;
  }

  run(): void {
    const { source, listener, length } = this;
    // Most tags follow another directly, and testing one character is cheaper than a search.
    for (let at = 0; at < length; ) {
      const less = source.charCodeAt(at) === LESS ? at : this.find('<', at);
      if (less > at) listener.text(at, less);
      if (less === length) return;
      at = this.markup(less);
      if (at > less) continue;
      at = this.find('<', less + 1);
      listener.text(less, at);
    }
  }

  private markup(less: number): number {
    const code = this.source.charCodeAt(less + 1);
    if (has(code, LETTER)) return this.startTag(less + 1);
    if (code === SLASH) return this.endTag(less);
    if (code === EXCLAMATION) return this.declaration(less + 2);
    return code === QUESTION ? this.bogusComment(less + 1) : less;
  }

  private startTag(start: number): number {
    const { listener } = this;
    const mayBeRaw = !listener.isInForeign();
    const stop = this.endOfName(ENDS_NAME, start);
    if (stop === this.length) return stop;
    const tag = listener.open(start, stop, this.hash);
    const end = this.attributes(stop);
    if (end === this.length || !mayBeRaw) return end;
    if (tag === TAG.plaintext) {
      listener.text(end, this.length);
      return this.length;
    }
    const name = RAW_TEXT.get(tag);
    if (name === undefined) return end;
    const after = this.unclosed.has(name) ? -1 : this.rawText(name, end);
    if (after >= 0) return after;
    const less = this.nextMarkup(end);
    if (end < less) listener.text(end, less);
    listener.close(start, stop);
    return less;
  }

  private attributes(from: number): number {
    const { source, listener, length } = this;
    for (let at = from; at < length; ) {
      const code = source.charCodeAt(at);
      if (has(code, BLANK)) at++;
      else if (code === GREATER) {
        listener.opened(at);
        return at + 1;
      } else if (code !== SLASH) at = this.attribute(at);
      else {
        at = this.nonBlank(at + 1);
        if (source.charCodeAt(at) !== GREATER) continue;
        listener.selfClosed(at);
        return at + 1;
      }
    }
    return length;
  }

  /** Reads one attribute, whose first character always belongs to its name; returns the offset after it. */
  private attribute(start: number): number {
    const { source, listener, length } = this;
    const stop = this.endOfName(ENDS_ATTRIBUTE, start);
    const { hash } = this;
    const sign = this.nonBlank(stop);
    if (source.charCodeAt(sign) !== EQUALS) {
      if (sign < length) listener.attribute(start, stop, stop, stop, hash);
      return sign;
    }
    const value = this.nonBlank(sign + 1);
    const quote = source.charCodeAt(value);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) {
      const end = this.endOf(ENDS_VALUE, value);
      if (end < length) listener.attribute(start, stop, value, end, hash);
      return end;
    }
    const end = this.find(quote === DOUBLE_QUOTE ? '"' : "'", value + 1);
    if (end < length) listener.attribute(start, stop, value + 1, end, hash);
    return end + 1;
  }

  private endTag(less: number): number {
    const { source, length } = this;
    const start = less + 2;
    if (start === length) return less;
    const code = source.charCodeAt(start);
    if (code === GREATER) return start + 1;
    return has(code, LETTER) ? this.namedEndTag(start) : this.bogusComment(start);
  }

  private namedEndTag(start: number): number {
    const stop = this.endOf(ENDS_NAME, start + 1);
    if (stop === this.length) return stop;
    this.listener.close(start, stop);
    return (this.source.charCodeAt(stop) === GREATER ? stop : this.find('>', stop)) + 1;
  }

  /** Reads text up to its end tag. Returns −1 if a RECOVERABLE element has none; its content is then read as markup. */
  private rawText(name: string, start: number): number {
    const { source, listener, length } = this;
    for (let at = start; ; ) {
      const less = source.indexOf('</', at);
      const stop = less + 2 + name.length;
      if (less < 0 || stop >= length) {
        if (RECOVERABLE.has(name)) {
          this.unclosed.add(name);
          return -1;
        }
        if (start < length) listener.text(start, length);
        return length;
      }
      at = less + 2;
      const isEnd = this.isEndOf(name, at);
      // An iframe also ends with the noscript element around it, which browsers that run scripts do not parse.
      if (!isEnd && !(name === 'iframe' && this.isEndOf('noscript', at))) continue;
      if (start < less) listener.text(start, less);
      return this.namedEndTag(at);
    }
  }

  private isEndOf(name: string, at: number): boolean {
    return has(this.source.charCodeAt(at + name.length), ENDS_NAME) && this.isName(name, at);
  }

  private nextMarkup(from: number): number {
    const { source, length } = this;
    let less = this.find('<', from);
    for (; less < length; less = this.find('<', less + 1)) {
      const code = source.charCodeAt(less + 1);
      if (has(code, LETTER) || code === SLASH || code === EXCLAMATION) break;
    }
    return less;
  }

  private isName(name: string, at: number): boolean {
    for (let i = 0; i < name.length; i++)
      if ((this.source.charCodeAt(at + i) | 32) !== name.charCodeAt(i)) return false;
    return true;
  }

  private declaration(start: number): number {
    const { source, listener, length } = this;
    const code = source.charCodeAt(start);
    if (code === DASH && source.charCodeAt(start + 1) === DASH) return this.comment(start + 2);
    if (code === BRACKET && source.startsWith(CDATA, start)) return this.cdata(start + CDATA.length);
    if (!this.isName('doctype', start)) return this.bogusComment(start);
    const stop = this.find('>', start + 'doctype'.length);
    if (stop < length) listener.doctype(start, stop);
    return stop + 1;
  }

  /** A comment ends with `-->` or `--!>`, immediately with `>` or `->`, or with the page. */
  private comment(start: number): number {
    const { source, listener, length } = this;
    const early = source.charCodeAt(start) === DASH ? start + 1 : start;
    if (source.charCodeAt(early) === GREATER) {
      listener.comment(start, start);
      return early + 1;
    }
    for (let at = source.indexOf('--', start); at >= 0; at = source.indexOf('--', at + 1)) {
      const mark = source.charCodeAt(at + 2) === EXCLAMATION ? at + 3 : at + 2;
      if (source.charCodeAt(mark) !== GREATER) continue;
      listener.comment(start, at);
      return mark + 1;
    }
    const open = /-{0,2}$|--!$/.exec(source.slice(Math.max(start, length - 3)))![0];
    listener.comment(start, length - open.length);
    return length;
  }

  private cdata(start: number): number {
    const stop = this.source.indexOf(']]>', start);
    if (stop < 0) {
      this.listener.comment(start - CDATA.length, this.length);
      return this.length;
    }
    this.listener.cdata(start, stop);
    return stop + 3;
  }

  private bogusComment(start: number): number {
    const stop = this.find('>', start);
    this.listener.comment(start, stop);
    return stop + 1;
  }

  private find(character: string, from: number): number {
    const at = this.source.indexOf(character, from);
    return at < 0 ? this.length : at;
  }

  private endOfName(trait: number, start: number): number {
    const { source, length } = this;
    let code = source.charCodeAt(start);
    let hash = 0;
    let at = start;
    do {
      hash = nameHashStep(hash, code);
      code = source.charCodeAt(++at);
    } while (at < length && !has(code, trait));
    this.hash = hash;
    return at;
  }

  private endOf(trait: number, from: number): number {
    const { source, length } = this;
    let at = from;
    while (at < length && !has(source.charCodeAt(at), trait)) at++;
    return at;
  }

  private nonBlank(from: number): number {
    const { source, length } = this;
    let at = from;
    while (at < length && has(source.charCodeAt(at), BLANK)) at++;
    return at;
  }
}

const CDATA = '[CDATA[';

/** Masks two cases in which the tokenizer would lose or invent text. The copy has the same length. */
export function maskTokenizerGaps(html: string): string {
  return maskStrayCdata(maskEscapedScripts(html));
}

/** Outside svg and math, `<![CDATA[` starts a comment that ends at the next `>`. */
function maskStrayCdata(html: string): string {
  let foreign = false;
  return html.replace(/<!\[CDATA\[|<\/?(?:svg|math)(?=[\s/>])/gi, found => {
    if (found[1] !== '!') foreign = found[1] !== '/';
    return foreign || found[1] !== '!' ? found : '<!xCDATA[';
  });
}

/** The standard's script states that determine which `</script>` ends a script. */
type ScriptState = 'outside' | 'comment' | 'script' | 'escaped' | 'double escaped';

const STEPS: Readonly<Record<string, Partial<Record<ScriptState, ScriptState>>>> = {
  '<!--': { outside: 'comment', script: 'escaped' },
  '-->': { comment: 'outside', escaped: 'script', 'double escaped': 'script' },
  '<script': { outside: 'script', escaped: 'double escaped' },
  '</script': { script: 'outside', escaped: 'outside', 'double escaped': 'escaped' },
};

/** `<script><!-- <script> </script> --></script>`: the first end tag does not end the script. */
function maskEscapedScripts(html: string): string {
  let state: ScriptState = 'outside';
  return html.replace(/<!--|-->|<\/?script(?=[\s/>])/gi, found => {
    const before: ScriptState = state;
    const step = found.toLowerCase();
    state = STEPS[step]?.[state] ?? state;
    return before === 'double escaped' && step === '</script' ? '</masked' : found;
  });
}
