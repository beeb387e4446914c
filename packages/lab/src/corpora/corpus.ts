import { analyse, type Page as LibraryPage, type PageTree, pageText, treeFromHtml } from 'webpith/stages';
import { asObject } from './files.js';

/** A line of `pages.jsonl`. All fields but `id` are optional. */
export interface Gold {
  readonly id: string;
  readonly url?: string | undefined;
  /** Page type in the corpus's own terms: `article`, `forum`, `product`, … */
  readonly type?: string;
  /** Test suite or other source of the page; groups pages that have no type. */
  readonly suite?: string;
  readonly text?: string | undefined;
  readonly title?: string | undefined;
  readonly author?: string | readonly string[];
  readonly date?: string;
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  readonly comments?: readonly string[] | undefined;
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly description?: string;
  readonly sitename?: string;
  readonly license?: string;
  readonly posts?: readonly GoldPost[];
}

export interface GoldPost {
  readonly text?: string | null;
  /** The author's name, or the URL of the author's page. */
  readonly user?: string | null;
  readonly date?: string | null;
  readonly link?: string | null;
  /** Index of the post it replies to, or null if it replies to none. Absent if not annotated. */
  readonly parent?: number | null;
  readonly depth?: number;
}

export interface Page extends Gold {
  readonly html: Uint8Array;
  readonly markdown?: string | undefined;
  /** Tree rendered by a browser, with boxes and styles. Without it the HTML is parsed. */
  readonly tree?: PageTree;
}

const CORPUS_PROBLEMS = {
  'broken-line': 'skipped', // not UTF-8, not JSON, not an object, or a field of the wrong kind
  'missing-id': 'skipped',
  'unsafe-id': 'skipped', // an id that would name a file outside the corpus
  'duplicate-id': 'skipped',
  'unknown-id': 'skipped', // a requested id that is not in the corpus
  'missing-html': 'skipped',
  'broken-html': 'skipped', // truncated, not gzip, or larger than any page
  'missing-gold': 'skipped', // an imported page that has no gold file
  'no-text': 'warning', // no gold text: metrics that compare texts exclude the page
} as const satisfies Record<string, 'skipped' | 'warning'>;

export type CorpusProblemKind = keyof typeof CORPUS_PROBLEMS;

export interface CorpusProblem {
  readonly kind: CorpusProblemKind;
  readonly severity: 'skipped' | 'warning';
  readonly file: string;
  readonly line?: number | undefined;
  readonly id?: string | undefined;
  readonly message: string;
}

export interface CorpusCounts {
  pages: number;
  skipped: number;
  problems: Partial<Record<CorpusProblemKind, number>>;
}

export type OnProblem = (problem: CorpusProblem) => void;

export interface ProblemPlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly id?: string | undefined;
}

export function corpusProblem(kind: CorpusProblemKind, place: ProblemPlace, what: string): CorpusProblem {
  const { file, line, id } = place;
  return {
    kind,
    severity: CORPUS_PROBLEMS[kind],
    file,
    line,
    id,
    message: `${file}${line === undefined ? '' : `:${line}`}: ${what}`,
  };
}

/** An id becomes a file name: `../x`, `/etc/x` and `C:x` would name files outside the corpus. */
export function isSafeId(id: string): boolean {
  return id.length <= 200 && /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*$/u.test(id);
}

export function idFault(
  id: string,
  lines: ReadonlyMap<string, number>,
): [kind: CorpusProblemKind, what: string] | undefined {
  if (!isSafeId(id)) return ['unsafe-id', `the id ${JSON.stringify(id)} cannot be a file name`];
  const first = lines.get(id);
  return first === undefined
    ? undefined
    : ['duplicate-id', `the id “${id}” is already used on line ${first}`];
}

type FieldKind = 'string' | 'strings' | 'string or strings' | 'posts';

export const GOLD_FIELDS: Readonly<Record<keyof Gold, FieldKind>> = {
  id: 'string',
  url: 'string',
  type: 'string',
  suite: 'string',
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

const FIELD_KINDS: Readonly<
  Record<FieldKind, readonly [check: (value: unknown) => boolean, inWords: string]>
> = {
  string: [isString, 'a string'],
  strings: [isStrings, 'a list of strings'],
  'string or strings': [value => isString(value) || isStrings(value), 'a string or a list of them'],
  posts: [
    value => Array.isArray(value) && value.every(isPost),
    'a list of posts with text, user, date and link',
  ],
};

const POST_FIELDS = ['text', 'user', 'date', 'link'];

function isPost(value: unknown): boolean {
  const post = asObject(value);
  return post !== undefined && POST_FIELDS.every(name => isString(post[name] ?? ''));
}

export function parseGold(line: string): Gold | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  return checkGold(value);
}

export function checkGold(value: unknown): Gold | string {
  const object = asObject(value);
  if (object === undefined) {
    const got = Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value;
    return `expected an object with an id, got ${got}`;
  }
  const fields = Object.entries(object).filter(([, field]) => field !== null && field !== undefined);
  for (const [name, field] of fields) {
    if (!Object.hasOwn(GOLD_FIELDS, name)) continue;
    const [check, inWords] = FIELD_KINDS[GOLD_FIELDS[name as keyof Gold]];
    if (!check(field)) return `“${name}” must be ${inWords}, got ${typeof field}`;
  }
  return Object.fromEntries(fields) as unknown as Gold;
}

/** Returns the rendered tree of a page; without one, parses its HTML on every call. */
export function pageTree(page: Pick<Page, 'html' | 'tree'>): PageTree {
  return page.tree ?? treeFromHtml(pageText(page.html).text);
}

export function analysePage(page: Pick<Page, 'html' | 'tree' | 'url'>): LibraryPage {
  return analyse(page.tree ?? page.html, { url: page.url });
}
