import type { Extractor } from '../extractor.js';
import { documentOf, loadPackage, toExtraction } from './rival.js';

/** defuddle on a linkedom document. `useAsync` is off because it would make requests. */
export async function loadDefuddle(): Promise<Extractor> {
  const { Defuddle } = await loadPackage('defuddle', () => import('defuddle/node'));
  return {
    name: 'defuddle',
    async extract(page) {
      const result = await Defuddle(documentOf(page), page.url, { useAsync: false });
      const { content, title, author, published, language } = result;
      return toExtraction({ html: content, title, author, published, language });
    },
  };
}
