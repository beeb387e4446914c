import type { Extractor } from '../extractor.js';
import { documentOf, loadPackage, toExtraction } from './rival.js';

/** Mozilla Readability on a linkedom document; rejected pages have no text. */
export async function loadReadability(): Promise<Extractor> {
  const { Readability } = await loadPackage('@mozilla/readability', () => import('@mozilla/readability'));
  return {
    name: 'readability',
    extract(page) {
      const article = new Readability(documentOf(page)).parse();
      return toExtraction({
        html: article?.content,
        title: article?.title,
        author: article?.byline,
        published: article?.publishedTime,
        language: article?.lang,
      });
    },
  };
}
