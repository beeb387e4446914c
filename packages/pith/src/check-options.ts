import { PithError, shown, unknownName } from './errors.js';
import { isModel } from './load-model.js';
import {
  type Corrections,
  type ExtractOptions,
  type Include,
  MARKDOWN_CHOICES,
  type PageOptions,
  type SiteRules,
} from './options.js';
import type { UrlObject } from './tree/from-dom.js';

type Check = (value: unknown) => string | undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const kind =
  (type: 'string' | 'boolean', expected: string): Check =>
  value =>
    typeof value === type ? undefined : expected;
const texts: Check = value =>
  Array.isArray(value) && value.every(each => typeof each === 'string') ? undefined : 'an array of selectors';

const INCLUDE = Object.fromEntries(
  (
    [
      'title',
      'byline',
      'captions',
      'comments',
      'hidden',
      'links',
      'images',
      'tables',
    ] satisfies (keyof Include)[]
  ).map(name => [name, kind('boolean', 'true or false')]),
) as Record<keyof Include, Check>;

const oneOf =
  (names: readonly string[]): Check =>
  value =>
    names.includes(value as string) ? undefined : `one of ${names.join(', ')}`;

const MARKDOWN = Object.fromEntries(
  Object.entries(MARKDOWN_CHOICES).map(([name, choices]) => [name, oneOf(choices)]),
);

const numbers: Check = value =>
  Array.isArray(value) && value.every(Number.isInteger) ? undefined : 'an array of ids of nodes';

const RULES: Record<keyof SiteRules, Check> = { keep: texts, drop: texts };
const CORRECTIONS: Record<keyof Corrections, Check> = { keep: numbers, drop: numbers };

/** Only the scheme of a URL is checked. URLs from crawls may be malformed otherwise; then only links are affected. */
const HAS_SCHEME = /^\s*[a-z][a-z\d+.-]*:/i;

const OPTIONS: Record<keyof ExtractOptions, Check> = {
  url: value =>
    isUrl(value) || (typeof value === 'string' && HAS_SCHEME.test(value))
      ? undefined
      : 'an absolute address such as https://example.org/story',
  charset: kind('string', 'the name of an encoding'),
  include: value => named('include', value, INCLUDE),
  markdown: value => named('markdown', value, MARKDOWN),
  lean: value =>
    typeof value === 'number' && value >= -1 && value <= 1 ? undefined : 'a number from -1 to 1',
  rules: value => named('rules', value, RULES),
  corrections: value => named('corrections', value, CORRECTIONS),
  model: value => (isModel(value) ? undefined : 'a model that loadModel made'),
  site: value => (isObject(value) && 'pagesFor' in value ? undefined : 'a SiteMemory'),
  maxLength: value => (typeof value === 'number' && value > 0 ? undefined : 'a positive number'),
};

const NAMES = Object.keys(OPTIONS) as (keyof ExtractOptions)[];

/**
 * Validates options and converts the URL to a string. Throws for unknown names and wrong types; only the options in
 * `known` are accepted.
 */
export function checkedOptions(
  options: ExtractOptions,
  known: readonly (keyof ExtractOptions)[] = NAMES,
): PageOptions {
  if (typeof options === 'string') {
    throw new PithError(
      'bad-option',
      'expected options as an object, got a string',
      'use { url } for an address',
    );
  }
  const checks = Object.fromEntries(known.map(name => [name, OPTIONS[name]]));
  const expected = named('an option', options, checks);
  if (expected !== undefined) {
    throw new PithError(
      'bad-option',
      `expected options as ${expected}, got ${shown(options)}`,
      'omit them or use { }',
    );
  }
  const { url, ...rest } = options;
  return url === undefined ? rest : { ...rest, url: typeof url === 'string' ? url : url.href };
}

/** Throws unless the options of an output are valid: the parts of the page to include, and `markdown`. */
export function checkOutputOptions(options: object): void {
  const expected = named('a part', options, { ...INCLUDE, markdown: OPTIONS.markdown });
  if (expected === undefined) return;
  throw new PithError(
    'bad-option',
    `expected parts as ${expected}, got ${shown(options)}`,
    'use { title: true }, for example',
  );
}

export function isUrl(value: unknown): value is UrlObject {
  return isObject(value) && 'href' in value && 'searchParams' in value && typeof value.href === 'string';
}

function named(what: string, value: unknown, checks: Readonly<Record<string, Check>>): string | undefined {
  if (!isObject(value) || Array.isArray(value)) return 'an object';
  for (const [name, each] of Object.entries(value)) {
    if (!Object.hasOwn(checks, name)) throw unknownName(what, name, Object.keys(checks));
    const expected = each === undefined ? undefined : checks[name]!(each);
    if (expected === undefined) continue;
    throw new PithError(
      'bad-option',
      `expected ${name} as ${expected}, got ${shown(each)}`,
      `change ${name} or leave it out`,
    );
  }
  return undefined;
}
