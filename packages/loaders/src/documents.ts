import { type FetchOptions, fetchPage } from '@webpith/fetch';
import { type Article, type ChunkOptions, chunks, extract, render } from 'webpith';

/** A URL, or a page that was already fetched. */
export type Source = string | { readonly html: string | Uint8Array; readonly url?: string };

export interface LoadOptions
  extends Omit<ChunkOptions, 'size' | 'format' | 'facts'>,
    Pick<FetchOptions, 'allowPrivate' | 'timeout' | 'maxSize' | 'signal' | 'headers' | 'userAgent'> {
  /** Maximum tokens per document. Default: one document per page. */
  readonly chunkSize?: number;
  /** Skips pages that fail to load. Default: false. */
  readonly skipErrors?: boolean;
}

/** Markdown of a page or a chunk. Metadata is flat, since vector stores accept no other. */
export interface PlainDocument {
  readonly text: string;
  readonly metadata: Readonly<Record<string, string | number>>;
}

export async function documentsOf(
  sources: readonly Source[],
  options: LoadOptions,
): Promise<PlainDocument[]> {
  const documents: PlainDocument[] = [];
  for (const source of sources) {
    try {
      documents.push(...documentsOfArticle(await articleOf(source, options), options));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (options.skipErrors !== true) throw error;
    }
  }
  return documents;
}

async function articleOf(source: Source, options: LoadOptions): Promise<Article> {
  if (typeof source !== 'string') {
    return extract(source.html, source.url === undefined ? {} : { url: source.url });
  }
  const { bytes, url, charset } = await fetchPage(source, options);
  return extract(bytes, { url, charset });
}

function documentsOfArticle(article: Article, options: LoadOptions): PlainDocument[] {
  const { chunkSize, title, byline, comments, overlap, countTokens } = options;
  if (chunkSize === undefined) {
    const text = render(article, 'markdown', { title, byline, comments });
    return text === '' ? [] : [{ text, metadata: plain({ source: article.url, ...metadataOf(article) }) }];
  }
  const parts = { title, byline, comments, overlap, countTokens, format: 'markdown', facts: true } as const;
  return chunks(article, { ...parts, size: chunkSize }).map(({ text, url, path, index, tokens, post }) => ({
    text,
    metadata: plain({
      source: post?.url ?? url,
      ...metadataOf(article),
      headings: path.join(' › '),
      chunk: index,
      tokens,
      postAuthor: post?.author,
      postPublished: post?.published,
    }),
  }));
}

function metadataOf({ title, authors, published, siteName, language, type }: Article) {
  return { title, authors: authors.join(', '), published, siteName, language, type };
}

function plain(values: Readonly<Record<string, string | number | undefined>>): PlainDocument['metadata'] {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(defined) as PlainDocument['metadata'];
}
