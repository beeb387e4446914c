import { type Extractor, wordsOf } from '@webpith/lab';
import { FEATURES, featureRows } from './features.js';
import { type SwarmModel, thresholdsOf } from './model.js';
import { blockReader, keptText } from './page-blocks.js';
import { countStopWords } from './stop-words.js';
import { keepByThresholds } from './thresholds.js';

/** Keeps the blocks that satisfy all thresholds, and detects the language of their text. */
export function swarmExtractor(model: SwarmModel): Extractor {
  const read = blockReader(model.elements);
  const thresholds = thresholdsOf(model);
  return {
    name: 'swarm',
    extract(page) {
      const own = read(page);
      const keep = new Uint8Array(own.blocks.length);
      keepByThresholds(featureRows(own.facts, FEATURES), FEATURES, thresholds, keep);
      const text = keptText(own, keep);
      const { language } = countStopWords(wordsOf(text));
      return language === undefined ? { text } : { text, language };
    },
  };
}
