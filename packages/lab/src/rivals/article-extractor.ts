import type { Page } from '../corpora/corpus.js';
import type { Extractor } from '../extractor.js';
import { htmlOf, loadPackage, toExtraction } from './rival.js';

/** It gives up on a page without address, and the corpora do not know all. */
const UNKNOWN_ADDRESS = 'https://page.invalid/';

/** @extractus/article-extractor; a page it gives up on has no text. Nothing is fetched: it is handed the page. */
export async function loadArticleExtractor(): Promise<Extractor> {
  const { extractFromHtml } = await loadPackage(
    '@extractus/article-extractor',
    () => import('@extractus/article-extractor'),
  );
  return {
    name: 'article-extractor',
    async extract(page) {
      const article = await extractFromHtml(htmlOf(page), addressOf(page));
      return toExtraction({
        html: article?.content,
        title: article?.title,
        author: article?.author,
        published: article?.published,
      });
    },
  };
}

function addressOf({ url }: Page): string {
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? url : UNKNOWN_ADDRESS;
}
