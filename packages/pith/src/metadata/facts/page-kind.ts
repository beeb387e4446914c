import { isRunningText } from '../vicinity.js';
import type { PageReading } from './page-reading.js';
import { slugWords } from './slug.js';

/** Features that distinguish articles from shops and front pages. */
export const KIND_COLUMNS: readonly string[] = [
  'said to be an article',
  'blocks of running text',
  'share of words in links',
  'words of the address',
];

const ARTICLE = /(?:Article|Posting|Report|Recipe|Review)$/;
/** Cap on the number of blocks of running text. Set by hand. */
const MOST_RUNNING = 60;

export function pageKind(page: PageReading): number[] {
  const { blocks, tags, linked } = page;
  const types = linked.mains.map(main => String(main['@type'] ?? ''));
  const isArticle =
    tags.get('og:type')?.toLowerCase() === 'article' || types.some(type => ARTICLE.test(type));
  let [running, words, linkWords] = [0, 0, 0];
  for (let block = 0; block < blocks.count; block++) {
    words += blocks.words[block]!;
    linkWords += blocks.linkWords[block]!;
    if (isRunningText(blocks, block)) running++;
  }
  return [
    isArticle ? 1 : 0,
    Math.min(MOST_RUNNING, running),
    words === 0 ? 0 : linkWords / words,
    slugWords(page.address ?? '').length,
  ];
}
