import type { ArticleLike } from './article-like.js';

const FIELDS = [
  'title',
  'authors',
  'published',
  'modified',
  'url',
  'siteName',
  'description',
  'language',
  'section',
  'tags',
  'image',
  'license',
] as const satisfies readonly (keyof ArticleLike)[];

type Known = Pick<ArticleLike, (typeof FIELDS)[number]>;

/** Metadata as YAML front matter, with values as JSON, a subset of YAML. Missing fields are omitted. */
export function frontMatter(article: Known, url: string | undefined = article.url): string {
  const lines = FIELDS.flatMap(field => {
    const value = field === 'url' ? url : article[field];
    const isNothing = value === undefined || value.length === 0;
    return isNothing ? [] : [`${field}: ${yaml(value)}`];
  });
  return lines.length === 0 ? '' : ['---', ...lines, '---', '', ''].join('\n');
}

function yaml(value: string | readonly string[]): string {
  return JSON.stringify(value, withoutHalves).replace(NOT_YAML, escaped);
}

/** Replaces halves of surrogate pairs, which YAML does not allow even as escapes. */
function withoutHalves(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value;
}

/** Characters of JSON that YAML does not print, or that some parsers treat as the end of a line. */
const NOT_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
