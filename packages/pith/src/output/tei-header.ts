import type { ArticleLike } from './article-like.js';
import { pointer } from './tei-pointer.js';
import { escapeXml, xml } from './xml.js';

export function teiHeader(article: ArticleLike): string {
  const description = xml('fileDesc', {}, titleStatement(article) + publication(article) + source(article));
  return xml('teiHeader', {}, description + profile(article));
}

function titleStatement(article: ArticleLike): string {
  return xml(
    'titleStmt',
    {},
    `<title type="main">${escapeXml(article.title ?? '')}</title>${authors(article)}`,
  );
}

/** The schema requires a publisher before the date. */
function publication(article: ArticleLike): string {
  const publisher = optional('publisher', article.siteName) || '<publisher>unknown</publisher>';
  const licence = optional('licence', article.license);
  const availability = licence === '' ? '' : xml('availability', {}, xml('p', {}, licence));
  return xml('publicationStmt', {}, publisher + availability + date(article.published, 'published'));
}

function source(article: ArticleLike): string {
  const address = pointer(article.canonicalUrl, 'link') ?? pointer(article.url, 'link');
  const parts = [
    `<title>${escapeXml(article.title ?? '')}</title>`,
    authors(article),
    optional('publisher', article.siteName),
    date(article.published, 'published'),
    date(article.modified, 'modified'),
    address === undefined ? '' : xml('ptr', { target: address }),
  ];
  return xml('sourceDesc', {}, xml('bibl', {}, parts.join('')));
}

function profile(article: ArticleLike): string {
  const abstract = article.description ? xml('abstract', {}, optional('p', article.description)) : '';
  const language = article.language ? xml('langUsage', {}, xml('language', { ident: article.language })) : '';
  const terms = [...(article.section ? [article.section] : []), ...(article.tags ?? [])];
  const keywords = terms.map(term => optional('term', term)).join('');
  const classes = keywords === '' ? '' : xml('textClass', {}, xml('keywords', {}, keywords));
  const inner = abstract + language + classes;
  return inner === '' ? '' : xml('profileDesc', {}, inner);
}

function authors(article: ArticleLike): string {
  return (article.authors ?? []).map(author => optional('author', author)).join('');
}

function date(value: string | undefined, type: string): string {
  return value ? xml('date', { type, when: value }, escapeXml(value)) : '';
}

function optional(name: string, text: string | undefined): string {
  return text ? xml(name, {}, escapeXml(text)) : '';
}
