import { describe, expect, it } from 'vitest';
import { analyse } from '../extract.js';
import { Groups } from '../groups/from-page.js';
import { PAGE_TYPES } from '../options.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { scoresFromFeatures } from '../scores/from-features.js';
import { PageKind } from './from-regions.js';

function qualityOf(html: string) {
  const page = analyse(html, {});
  return new PageKind(new Groups(page), regionsFromScores(page, scoresFromFeatures(page.features)));
}

const PARAGRAPHS = [
  'The ferry left the pier at noon, and nobody on it knew that the fog would come before the evening.',
  'By two o’clock the captain could no longer see the bow of his own ship, and he ordered the engines to be stopped.',
  'Passengers who had been reading on deck came inside, where the crew handed out tea and what bread was left.',
  '“We were not afraid,” said one of them later, “but nobody spoke, and that was stranger than the fog itself.”',
  'It took four hours until the wind turned, and another two until the lights of the harbour came into view.',
  'The company has said that it will look into the matter, and that those who missed their trains will be paid.',
].map(text => `<p>${text}</p>`);
const ARTICLE = `<title>A ferry in the fog</title><article><h1>A ferry in the fog</h1>${PARAGRAPHS.join('')}</article>`;

describe('PageKind', () => {
  it('gives probabilities that sum to one', () => {
    const { types, confidence, notContent } = qualityOf(ARTICLE);
    const values = Object.values(types);
    expect(values.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
    expect(Object.keys(types).every(name => (PAGE_TYPES as readonly string[]).includes(name))).toBe(true);
    expect(confidence > 0 && confidence < 1).toBe(true);
    expect(notContent).toBeUndefined();
  });

  it('recognises an article, with confidence', () => {
    const { type, confidence } = qualityOf(ARTICLE);
    expect(type).toBe('article');
    expect(confidence).toBeGreaterThan(0.5);
  });

  it('prefers the Open Graph type `product`, but no other declared type, to the model', () => {
    const declared = (ogType: string) =>
      qualityOf(`<meta property="og:type" content="${ogType}">${ARTICLE}`).type;
    expect(['product', 'product.item', 'og:product'].map(declared)).toEqual([
      'product',
      'product',
      'product',
    ]);
    expect(['product.group', 'website'].map(declared)).toEqual(['article', 'article']);
  });

  it('has the reason for a page without content, and no confidence', () => {
    const { type, types, confidence, notContent } = qualityOf(
      '<title>404 Not Found</title><h1>Not found</h1>',
    );
    expect({ type, types, confidence, notContent }).toEqual({
      type: 'other',
      types: { other: 1 },
      confidence: 0.05,
      notContent: 'error page',
    });
    expect(qualityOf('').notContent).toBe('no text');
  });
});
