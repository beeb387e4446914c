import type { PageTree } from 'webpith/internals';
import type {
  Article,
  ChunkOptions,
  Decision,
  ExtractOptions,
  Format,
  Include,
  Library,
} from '../library.js';

/** A call the fake library was asked to make. */
export interface ExtractCall {
  readonly html: string;
  readonly options: ExtractOptions;
}

/** A library that says what it was asked; a page that holds "fail" fails. */
export function fakeLibrary(decisions: readonly Decision[] = []): Library & { calls: ExtractCall[] } {
  const calls: ExtractCall[] = [];
  return {
    calls,
    extract(input: Uint8Array | PageTree, options: ExtractOptions): Article {
      const html = input instanceof Uint8Array ? Buffer.from(input).toString() : input.source;
      calls.push({ html, options });
      if (html.includes('fail')) throw new Error('this page\nfails');
      return {
        type: 'article',
        confidence: 0.9,
        title: html,
        authors: ['A. Writer'],
        published: '2024-05-01',
        language: 'en',
        comments: [],
        posts: [],
        explain: () => decisions,
      };
    },
    render(article: Article, format: Format, include: Include): string {
      return `${format}(${article.title}) ${JSON.stringify(include)}`;
    },
    chunks: (article: Article, options: ChunkOptions) => [
      { text: article.title, options },
      { text: 'the rest' },
    ],
  };
}
