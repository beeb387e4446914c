import type { Gold } from './corpus.js';

type FieldKind = 'string' | 'strings' | 'string or strings' | 'posts';

/** The fields a line may hold and what each must be; others are passed on as they are. */
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

/** Whether a value is a post: its fields are strings, and any of them may be unknown. */
function isPost(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const post = value as Readonly<Record<string, unknown>>;
  return POST_FIELDS.every(name => post[name] === undefined || post[name] === null || isString(post[name]));
}

/** The gold of one line of JSON, or a sentence that says why there is none. `null` stands for an absent field. */
export function parseGold(line: string): Gold | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  return checkGold(value);
}

/** The value as gold, or a sentence that says what is wrong with it. */
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
