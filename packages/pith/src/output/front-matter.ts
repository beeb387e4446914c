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
    return isNothing ? [] : [`${field}: ${JSON.stringify(value).replace(NOT_YAML, escaped)}`];
  });
  return lines.length === 0 ? '' : ['---', ...lines, '---', '', ''].join('\n');
}

/**
 * Characters allowed in JSON that YAML does not print, or that some parsers treat as line ends: a title must not end
 * the front matter, as Markdown follows.
 */
const NOT_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
