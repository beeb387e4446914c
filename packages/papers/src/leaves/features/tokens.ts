/** Maximum number of tokens per value; some pages put whole scripts into attributes. */
const MAX_TOKENS = 24;

/**
 * Lower-case tokens of an attribute value, split at punctuation and inner capitals (`post-meta`, `postMeta`), without
 * very short, very long and numeric ones.
 */
export function valueTokens(value: string, most = MAX_TOKENS): string[] {
  const cut = value.length > 400 ? value.slice(0, 400) : value;
  // Nearly all values are ASCII and can be split without Unicode tables.
  if (!/[^\0-\x7f]/.test(cut)) return asciiTokens(cut, most);
  const joined = cut.replace(/([a-z])([A-Z])/g, '$1-$2');
  return joined
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(isToken)
    .slice(0, most);
}

const isToken = (part: string) => part.length >= 2 && part.length <= 24 && !hasNumber(part);

function asciiTokens(value: string, most: number): string[] {
  const tokens: string[] = [];
  let start = -1;
  let before = OTHER;
  for (let at = 0; at <= value.length && tokens.length < most; at++) {
    const kind = at < value.length ? kindOf(value.charCodeAt(at)) : OTHER;
    if (start >= 0 && (kind === OTHER || (kind === CAPITAL && before === SMALL))) {
      const part = value.slice(start, at).toLowerCase();
      if (isToken(part)) tokens.push(part);
      start = -1;
    }
    if (start < 0 && kind !== OTHER) start = at;
    before = kind;
  }
  return tokens;
}

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return SMALL;
  if (code >= 48 && code <= 57) return DIGIT;
  return code >= 65 && code <= 90 ? CAPITAL : OTHER;
}

/** True if a token is all digits or has three digits in a row: numbers of posts and files do not generalise. */
function hasNumber(part: string): boolean {
  let run = 0;
  let digits = 0;
  for (let i = 0; i < part.length; i++) {
    const code = part.charCodeAt(i);
    if (code < 48 || code > 57) run = 0;
    else {
      digits++;
      if (++run === 3) return true;
    }
  }
  return digits === part.length;
}

/** The first words and separators of a leaf in lower case; numbers become their length, at most 6 (`#4`). */
export function textTokens(text: string, most = 40): string[] {
  const tokens: string[] = [];
  const lower = (text.length > 1500 ? text.slice(0, 1500) : text).toLowerCase();
  const words = /[^\0-\x7f]/.test(lower) ? /[\p{L}\p{M}\p{N}]+|[©@|»›→•:]/gu : /[a-z0-9]+|[@|:]/g;
  for (let match = words.exec(lower); match !== null; match = words.exec(lower)) {
    const part = match[0];
    const first = part.charCodeAt(0);
    const isNumber = first >= 48 && first <= 57 && /^\d+$/.test(part);
    tokens.push(isNumber ? `#${Math.min(part.length, 6)}` : part.length > 24 ? part.slice(0, 24) : part);
    if (tokens.length === most) break;
  }
  return tokens;
}

/** Step on a doubling scale: 0, 1, 2, 3–4, 5–8, … */
export function step(value: number): number {
  return value <= 0 ? 0 : value <= 1 ? 1 : 33 - Math.clz32(Math.ceil(value) - 1);
}

/** A share in fifths, 0 to 5. */
export function fifths(part: number, whole: number): number {
  return Math.min(5, Math.floor((5 * part) / Math.max(1, whole)));
}
