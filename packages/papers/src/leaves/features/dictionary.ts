import { memoised } from 'webpith/stages';

/**
 * Feature numbers of one value by place; -1 if unknown, `UNRESOLVED` if a growing dictionary has not numbered it yet.
 */
export interface NamedValue {
  readonly numbers: Int32Array;
  readonly resolve: (place: number) => number;
}

export type Prefixes = readonly (string | undefined)[];

const UNRESOLVED = -2;

/** Maps feature names to numbers. A growing dictionary adds names; a fixed one returns -1 for unknown names. */
export interface Dictionary {
  number(name: string): number;
  scope(prefix: string): (rest: string) => number;
  steps(prefix: string): (value: number) => number;
  /** Returns a lookup of values at several places; undefined if a value is unknown at all of them. */
  values(prefixes: Prefixes): (value: string) => NamedValue | undefined;
}

export function numberAt(value: NamedValue, place: number): number {
  const number = value.numbers[place]!;
  return number === UNRESOLVED ? value.resolve(place) : number;
}

/**
 * Values that occur together, such as the tokens of an attribute, with their feature numbers by place. The numbers are
 * computed on first use.
 */
export interface ValueGroup {
  readonly values: readonly NamedValue[];
  readonly numbers: (readonly number[] | undefined)[];
}

export function numbersAt(group: ValueGroup, place: number): readonly number[] {
  group.numbers[place] ??= group.values.map(value => numberAt(value, place)).filter(number => number >= 0);
  return group.numbers[place];
}

export function growingDictionary(): Dictionary & { readonly names: readonly string[] } {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const number = (name: string) => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    names.push(name);
    return names.length - 1;
  };
  return {
    names,
    number,
    scope: prefix => rest => number(prefix + rest),
    steps: stepsOf(number),
    values: memoised(prefixes => memoised(value => growingValue(prefixes, value, number))),
  };
}

function growingValue(prefixes: Prefixes, value: string, number: (name: string) => number): NamedValue {
  const numbers = Int32Array.from(prefixes, prefix => (prefix === undefined ? -1 : UNRESOLVED));
  return {
    numbers,
    resolve: place => {
      numbers[place] = number(prefixes[place] + value);
      return numbers[place];
    },
  };
}

export function fixedDictionary(names: readonly string[]): Dictionary {
  const numbers = new Map(names.map((name, i) => [name, i]));
  const number = (name: string) => numbers.get(name) ?? -1;
  return {
    number,
    scope: memoised(prefix => {
      const rests = restsOf(names, prefix);
      return rest => rests.get(rest) ?? -1;
    }),
    steps: stepsOf(number),
    values: memoised(prefixes => {
      const values = fixedValues(names, prefixes);
      return value => values.get(value);
    }),
  };
}

function fixedValues(names: readonly string[], prefixes: Prefixes): Map<string, NamedValue> {
  const values = new Map<string, NamedValue>();
  prefixes.forEach((prefix, place) => {
    if (prefix === undefined) return;
    for (const [rest, number] of restsOf(names, prefix)) {
      const known = values.get(rest);
      const value = known ?? { numbers: new Int32Array(prefixes.length).fill(-1), resolve: () => -1 };
      if (!known) values.set(rest, value);
      value.numbers[place] = number;
    }
  });
  return values;
}

function restsOf(names: readonly string[], prefix: string): Map<string, number> {
  const rests = new Map<string, number>();
  names.forEach((name, i) => {
    if (name.startsWith(prefix)) rests.set(name.slice(prefix.length), i);
  });
  return rests;
}

function stepsOf(number: (name: string) => number): Dictionary['steps'] {
  return memoised(prefix => {
    const numbers: number[] = [];
    return value => {
      numbers[value] ??= number(`${prefix}${value}`);
      return numbers[value];
    };
  });
}

/** Maximum number of tokens per value; some pages put whole scripts into attributes. */
const MAX_TOKENS = 24;

/** Lower-case tokens of an attribute value, split at punctuation and inner capitals (`post-meta`, `postMeta`). */
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

export function fifths(part: number, whole: number): number {
  return Math.min(5, Math.floor((5 * part) / Math.max(1, whole)));
}
