import type { ExtractedArticle } from '../../client/extract.js';

/** What an export says of an article, in the order in which it says it. */
function factsOf(article: ExtractedArticle): [name: string, value: string | readonly string[]][] {
  const { title, authors, published, canonicalUrl, url, siteName, language } = article;
  const facts: [string, string | readonly string[] | undefined][] = [
    ['title', title],
    ['authors', authors.length === 0 ? undefined : authors],
    ['date', published],
    ['url', canonicalUrl ?? url],
    ['site', siteName],
    ['language', language],
  ];
  return facts.filter((fact): fact is [string, string | readonly string[]] => Boolean(fact[1]));
}

/** Title, authors, date and address as YAML in front of Markdown. JSON strings are YAML strings. */
export function frontMatter(article: ExtractedArticle): string {
  const lines = factsOf(article).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

/** The same as lines on top of plain text. */
export function textHead(article: ExtractedArticle): string {
  const { title, authors, published, canonicalUrl, url } = article;
  const byline = [authors.join(', '), published ?? ''].filter(Boolean).join(', ');
  const lines = [title, byline, canonicalUrl ?? url].filter(Boolean);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** The article as a page of its own, which says what it is. */
export function htmlPage(article: ExtractedArticle, body: string): string {
  const { title = 'Article', authors, published, canonicalUrl, url, language = '' } = article;
  const address = canonicalUrl ?? url;
  const byline = [authors.join(', '), published ?? ''].filter(Boolean).join(' · ');
  const head = [
    '<meta charset="utf-8">',
    `<title>${escaped(title)}</title>`,
    ...authors.map(name => `<meta name="author" content="${escaped(name)}">`),
    ...(published === undefined ? [] : [`<meta name="date" content="${escaped(published)}">`]),
    ...(address === undefined ? [] : [`<link rel="canonical" href="${escaped(address)}">`]),
  ];
  const top = [
    `<h1>${escaped(title)}</h1>`,
    byline === '' ? '' : `<p>${escaped(byline)}</p>`,
    address === undefined ? '' : `<p><a href="${escaped(address)}">${escaped(address)}</a></p>`,
  ];
  return `<!doctype html>\n<html lang="${escaped(language)}">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${top
    .filter(Boolean)
    .join('\n')}\n${body}\n</body>\n</html>\n`;
}
