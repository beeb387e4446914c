import type { Extractor } from '../extractor.js';
import { loadArticleExtractor } from './article-extractor.js';
import { loadDefuddle } from './defuddle.js';
import { loadReadability } from './readability.js';

/** Name → loader. Peers are development dependencies, imported on first use. */
export const rivals = {
  readability: loadReadability,
  defuddle: loadDefuddle,
  'article-extractor': loadArticleExtractor,
} as const satisfies Record<string, () => Promise<Extractor>>;

export type RivalName = keyof typeof rivals;
