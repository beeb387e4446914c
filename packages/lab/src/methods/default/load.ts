import type { ExtractedPost, Extraction, Extractor } from '../../extractor.js';

/** As much of the library as evaluation needs. */
interface Library {
  extract(input: Uint8Array, options: { readonly url?: string }): Article;
}

interface Article {
  readonly text: string;
  readonly title?: string | undefined;
  readonly authors: readonly string[];
  readonly published?: string | undefined;
  readonly type: string;
  readonly confidence: number;
  readonly language?: string | undefined;
  readonly comments: readonly { readonly text: string }[];
  readonly posts: readonly ExtractedPost[];
}

/** The library itself, as anybody who installs it has it: no option but the page's address. */
export async function loadDefault(): Promise<Extractor> {
  const { extract } = (await import('webpith')) as unknown as Library;
  return {
    name: 'default',
    extract: ({ html, url }) => toExtraction(extract(html, url === undefined ? {} : { url })),
  };
}

/** An article as the lab speaks of it. */
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
