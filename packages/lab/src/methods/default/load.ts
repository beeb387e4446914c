import type { Article } from 'webpith';
import { addressOf } from '../../corpora/page-tree.js';
import type { Extraction, Extractor } from '../../extractor.js';

/** The library with default options. */
export async function loadDefault(): Promise<Extractor> {
  const { extract } = await import('webpith');
  return { name: 'default', extract: page => toExtraction(extract(page.html, addressOf(page))) };
}

export function toExtraction(article: Article): Extraction {
  const { text, title, authors, published, type, confidence, language, comments, posts } = article;
  return {
    text,
    authors,
    type,
    confidence,
    comments: comments.map(comment => comment.text),
    posts,
    ...(title === undefined ? {} : { title }),
    ...(published === undefined ? {} : { published }),
    ...(language === undefined ? {} : { language }),
  };
}
