import type { ArticleLike } from './article-like.js';

/** What static sites and note takers read at the top of a Markdown file, in the order in which it stands there. */
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

/** An article as far as front matter reads it. */
type Known = Pick<ArticleLike, (typeof FIELDS)[number]>;

/** The facts about an article as YAML front matter, of which JSON is a part: what is not known is left out. */
export function frontMatter(article: Known, url: string | undefined = article.url): string {
  const lines = FIELDS.flatMap(field => {
    const value = field === 'url' ? url : article[field];
    const isNothing = value === undefined || value.length === 0;
    return isNothing ? [] : [`${field}: ${JSON.stringify(value).replace(NOT_YAML, escaped)}`];
  });
  return lines.length === 0 ? '' : ['---', ...lines, '---', '', ''].join('\n');
}

/**
 * What JSON lets stand and YAML does not print, or some readers take for the end of a line: a title must not end the front
 * matter, for what is behind it is Markdown.
 */
const NOT_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
