import type { Extractor } from '../extractor.js';
import { decodeAsDeclared } from './decode.js';
import { loadPackage, toExtraction } from './rival.js';

/** @extractus/article-extractor; a page it gives up on has no text. Nothing is fetched: it is handed the page. */
export async function loadArticleExtractor(): Promise<Extractor> {
  const { extractFromHtml } = await loadPackage(
    '@extractus/article-extractor',
    () => import('@extractus/article-extractor'),
  );
  return {
    name: 'article-extractor',
    async extract(page) {
      const article = await extractFromHtml(decodeAsDeclared(page.html), page.url ?? '');
      return toExtraction({
        html: article?.content,
        title: article?.title,
        author: article?.author,
        published: article?.published,
      });
    },
  };
}
