import type { Extractor } from '../extractor.js';
import { loadArticleExtractor } from './article-extractor.js';
import { loadDefuddle } from './defuddle.js';
import { loadReadability } from './readability.js';

/** Name → loader. Rivals are development dependencies, so each is imported only when it is asked for. */
export const rivals = {
  readability: loadReadability,
  defuddle: loadDefuddle,
  'article-extractor': loadArticleExtractor,
} as const satisfies Record<string, () => Promise<Extractor>>;

/** Names of the rivals. */
export type RivalName = keyof typeof rivals;
