/** Most tokens that one value gives: pages put whole programs into attributes. */
const MOST_TOKENS = 24;

/** The parts of an attribute value: split where names are joined (`post-meta`, `postMeta`), lower case, no bare numbers. */
export function valueTokens(value: string): string[] {
  const cut = value.length > 400 ? value.slice(0, 400) : value;
  const joined = /[a-z][A-Z]/.test(cut) ? cut.replace(/([a-z])([A-Z])/g, '$1-$2') : cut;
  const tokens: string[] = [];
  // ASCII values, which are nearly all, are split without the tables of Unicode.
  const separator = /[^\0-\x7f]/.test(joined) ? /[^\p{L}\p{N}]+/u : /[^a-z0-9]+/;
  for (const part of joined.toLowerCase().split(separator)) {
    if (part.length < 2 || part.length > 24 || hasNumber(part)) continue;
    tokens.push(part);
    if (tokens.length === MOST_TOKENS) break;
  }
  return tokens;
}

/** Whether a part is all digits, or holds three in a row: numbers of posts and files say nothing elsewhere. */
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

/** The words of a leaf: lower case; numbers by their shape (`#4` for four digits), at most `most`. */
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

/** The step of a scale that doubles: 0, 1, 2, 3–4, 5–8, … */
export function step(value: number): number {
  return value <= 0 ? 0 : value <= 1 ? 1 : 33 - Math.clz32(Math.ceil(value) - 1);
}

/** A share in fifths, 0 to 5. */
export function fifths(part: number, whole: number): number {
  return Math.min(5, Math.floor((5 * part) / Math.max(1, whole)));
}
