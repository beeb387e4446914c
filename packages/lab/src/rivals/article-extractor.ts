import type { Page } from '../corpora/corpus.js';
import type { Extractor } from '../extractor.js';
import { htmlOf, loadPackage, toExtraction } from './rival.js';

/** Placeholder for pages without URL, which the package rejects. */
const UNKNOWN_ADDRESS = 'https://page.invalid/';

/** @extractus/article-extractor on the given HTML, without network; rejected pages have no text. */
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
