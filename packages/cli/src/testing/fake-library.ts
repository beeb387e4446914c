import type { PageTree } from 'webpith/stages';
import type { Article, Decision, ExtractOptions, Library } from '../dependencies.js';

/** A recorded call of the fake library. */
export interface ExtractCall {
  readonly html: string;
  readonly options: ExtractOptions;
}

/** A library whose outputs show its input; a page that contains "fail" fails. */
export function fakeLibrary(
  decisions: readonly Partial<Decision>[] = [],
): Library & { calls: ExtractCall[] } {
  const calls: ExtractCall[] = [];
  return {
    calls,
    extract(input, options = {}) {
      const html = input instanceof Uint8Array ? Buffer.from(input).toString() : (input as PageTree).source;
      calls.push({ html, options });
      if (html.includes('fail')) throw new Error('this page\nfails');
      const article: Partial<Omit<Article, 'explain'>> = {
        type: 'article',
        confidence: 0.9,
        title: html,
        authors: ['A. Writer'],
        published: '2024-05-01',
        language: 'en',
        comments: [],
        posts: [],
      };
      return { ...article, explain: () => decisions } as unknown as Article;
    },
    render: (article, format, include) => `${format}(${article.title}) ${JSON.stringify(include)}`,
    chunks: (article, options) =>
      [{ text: article.title, options }, { text: 'the rest' }] as unknown as ReturnType<Library['chunks']>,
  };
}
