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
    return isNothing ? [] : [`${field}: ${JSON.stringify(value)}`];
  });
  return ['---', ...lines, '---', '', ''].join('\n');
}
