import type { Gold } from './corpus.js';

type FieldKind = 'string' | 'strings' | 'string or strings' | 'posts';

/** Type of each field; other fields are passed through. */
export const GOLD_FIELDS: Readonly<Record<keyof Gold, FieldKind>> = {
  id: 'string',
  url: 'string',
  type: 'string',
  text: 'string',
  title: 'string',
  author: 'string or strings',
  date: 'string',
  with: 'strings',
  without: 'strings',
  comments: 'strings',
  tags: 'strings',
  categories: 'strings',
  description: 'string',
  sitename: 'string',
  license: 'string',
  posts: 'posts',
};

const isString = (value: unknown): boolean => typeof value === 'string';
const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

const CHECKS: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  string: isString,
  strings: isStrings,
  'string or strings': value => isString(value) || isStrings(value),
  posts: value => Array.isArray(value) && value.every(isPost),
};

const POST_FIELDS = ['text', 'user', 'date', 'link'];

function isPost(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const post = value as Readonly<Record<string, unknown>>;
  return POST_FIELDS.every(name => post[name] === undefined || post[name] === null || isString(post[name]));
}

/** Parses one line of JSON; returns a description of the problem if it fails. `null` counts as absent. */
export function parseGold(line: string): Gold | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  return checkGold(value);
}

/** Checks the fields of a value; returns a description of the problem if one is invalid. */
export function checkGold(value: unknown): Gold | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `expected an object with an id, got ${Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value}`;
  }
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  for (const [name, field] of fields) {
    const kind = Object.hasOwn(GOLD_FIELDS, name) ? GOLD_FIELDS[name as keyof Gold] : undefined;
    if (kind && !CHECKS[kind](field)) return `“${name}” must be ${kindInWords(kind)}, got ${typeof field}`;
  }
  return Object.fromEntries(fields) as unknown as Gold;
}

function kindInWords(kind: FieldKind): string {
  return {
    string: 'a string',
    strings: 'a list of strings',
    'string or strings': 'a string or a list of them',
    posts: 'a list of posts with text, user, date and link',
  }[kind];
}
