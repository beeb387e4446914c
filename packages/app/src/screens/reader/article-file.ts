import { escapeText, frontMatter } from 'webpith/stages';
import type { ExtractedArticle } from '../../client/extract.js';

/** The address that is given with an article: its own, or that which it came from. */
const addressOf = ({ canonicalUrl, url }: ExtractedArticle) => canonicalUrl ?? url;

/** Title, authors, date and address as YAML in front of Markdown. */
export function markdownHead(article: ExtractedArticle): string {
  return frontMatter(article, addressOf(article));
}

/** The same as lines on top of plain text. */
export function textHead(article: ExtractedArticle): string {
  const { title, authors, published } = article;
  const byline = [authors.join(', '), published ?? ''].filter(Boolean).join(', ');
  const lines = [title, byline, addressOf(article)].filter(Boolean);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

/** The article as a page of its own, which says what it is. */
export function htmlPage(article: ExtractedArticle, body: string): string {
  const { title = 'Article', authors, published, language = '' } = article;
  const address = addressOf(article);
  const byline = [authors.join(', '), published ?? ''].filter(Boolean).join(' · ');
  const head = [
    '<meta charset="utf-8">',
    `<title>${escapeText(title)}</title>`,
    ...authors.map(name => `<meta name="author" content="${escapeText(name)}">`),
    ...(published === undefined ? [] : [`<meta name="date" content="${escapeText(published)}">`]),
    ...(address === undefined ? [] : [`<link rel="canonical" href="${escapeText(address)}">`]),
  ];
  const top = [
    `<h1>${escapeText(title)}</h1>`,
    byline === '' ? '' : `<p>${escapeText(byline)}</p>`,
    address === undefined ? '' : `<p><a href="${escapeText(address)}">${escapeText(address)}</a></p>`,
  ];
  return `<!doctype html>\n<html lang="${escapeText(language)}">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${top
    .filter(Boolean)
    .join('\n')}\n${body}\n</body>\n</html>\n`;
}
