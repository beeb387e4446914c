import { type FetchOptions, fetchPage } from '@webpith/fetch';
import { type Article, type ChunkOptions, chunks, extract, render } from 'webpith';

/** What is loaded: an address, or a page that is there already. */
export type Source = string | { readonly html: string | Uint8Array; readonly url?: string };

/** How pages are loaded; what is left out takes the default. */
export interface LoadOptions
  extends Omit<ChunkOptions, 'size' | 'format' | 'facts'>,
    Pick<FetchOptions, 'allowPrivate' | 'timeout' | 'maxSize' | 'signal' | 'headers' | 'userAgent'> {
  /** Most tokens of a document. Default: each page is one. */
  readonly chunkSize?: number;
  /** Whether pages that cannot be had are left out. Default: they are errors. */
  readonly skipErrors?: boolean;
}

/** Markdown of a page or of a part of it, and what is known of it. Values are plain: stores of vectors take no others. */
export interface PlainDocument {
  readonly text: string;
  readonly metadata: Readonly<Record<string, string | number>>;
}

/** The documents of some pages, in order. */
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
  return extract(bytes, { url, ...(charset === undefined ? {} : { charset }) });
}

function documentsOfArticle(article: Article, options: LoadOptions): PlainDocument[] {
  const { chunkSize, title, byline, comments, overlap, countTokens } = options;
  if (chunkSize === undefined) {
    const text = render(article, 'markdown', { title, byline, comments });
    return text === '' ? [] : [{ text, metadata: plain({ source: article.url, ...facts(article) }) }];
  }
  const wanted = { title, byline, comments, overlap, countTokens, format: 'markdown', facts: true } as const;
  const cut = chunks(article, { ...wanted, size: chunkSize });
  return cut.map(({ text, url, path, index, tokens, post }) => ({
    text,
    metadata: plain({
      source: post?.url ?? url,
      ...facts(article),
      headings: path.join(' › '),
      chunk: index,
      tokens,
      postAuthor: post?.author,
      postPublished: post?.published,
    }),
  }));
}

function facts({ title, authors, published, siteName, language, type }: Article) {
  return { title, authors: authors.join(', '), published, siteName, language, type };
}

function plain(values: Readonly<Record<string, string | number | undefined>>): PlainDocument['metadata'] {
  const known = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(known) as PlainDocument['metadata'];
}
