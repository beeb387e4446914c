import type { Article } from './library.js';

/** What static sites and note takers read at the top of a Markdown file; JSON is YAML. */
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
] as const;

/** The article's facts as YAML front matter: what the page does not say is left out. */
export function frontMatter(article: Article, url: string | undefined): string {
  const facts = { url, ...article } as Readonly<Record<string, unknown>>;
  const lines = FIELDS.flatMap(field => {
    const value = facts[field];
    const isNothing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    return isNothing ? [] : [`${field}: ${JSON.stringify(value).replace(NOT_YAML, escaped)}`];
  });
  return ['---', ...lines, '---', '', ''].join('\n');
}

/**
 * What JSON lets stand and YAML does not print, or some readers take for the end of a line: a title must not end the front
 * matter, for what is behind it is Markdown.
 */
const NOT_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
