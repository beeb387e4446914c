import { type Extractor, wordsOf } from '@webpith/lab';
import { blockReader, keptText } from '../page-blocks.js';
import { countStopWords } from '../stop-words.js';
import type { PlusModel } from './model.js';
import { keepByVotes, seenPage } from './particles.js';

/** Keeps the blocks selected by enough particles, and detects the language of their text. */
export function plusExtractor(model: PlusModel): Extractor {
  const read = blockReader(model.elements);
  return {
    name: 'swarm-plus',
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByVotes(seenPage(own.facts, model.features), model, keep);
      const text = keptText(own, keep);
      const { language } = countStopWords(wordsOf(text));
      return language === undefined ? { text } : { text, language };
    },
  };
}
