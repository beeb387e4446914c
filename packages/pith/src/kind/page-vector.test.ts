import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Discussion } from '../discussion/from-groups.js';
import { analyse } from '../extract.js';
import { PAGE_NUMBER_NAMES } from '../features/families/page.js';
import { Groups } from '../groups/from-page.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { PAGE_VECTOR_NAMES, pageVector } from './page-vector.js';

/** The page vector by names, for given probabilities of the blocks. */
function vectorOf(html: string, probability: (block: number) => number = () => 0.9) {
  const page = analyse(html, { url: 'https://example.org/a' });
  const scores = Float32Array.from({ length: page.blocks.count }, (_, b) => probability(b));
  const { evidence } = new Discussion(new Groups(page));
  const vector = pageVector(page, regionsFromScores(page, scores), evidence);
  return {
    vector,
    at: (...names: string[]) =>
      names.map(name => {
        if (!PAGE_VECTOR_NAMES.includes(name)) throw new Error(`no number is called “${name}”`);
        return Math.round(vector[PAGE_VECTOR_NAMES.indexOf(name)]! * 1e4) / 1e4;
      }),
  };
}

const HTML = `<nav><p>Menu $5</p></nav><main><h1><a href=x>A title</a></h1>
  <p>Do you know the 12 ferries that left the pier at noon in fog?</p><ul><li>One of our items</li></ul></main>
  <p>Was this helpful</p>`;
const SCORES = [0.01, 0.9, 0.9, 0.9, 0.02];

describe('pageVector', () => {
  const { at } = vectorOf(HTML, b => SCORES[b]!);

  it('has distinct names', () => {
    expect(new Set(PAGE_VECTOR_NAMES).size).toBe(PAGE_VECTOR_NAMES.length);
    expect(vectorOf(HTML).vector.length).toBe(PAGE_VECTOR_NAMES.length);
  });

  it('begins with the numbers of the whole page', () => {
    expect(PAGE_VECTOR_NAMES.slice(0, PAGE_NUMBER_NAMES.length)).toEqual(PAGE_NUMBER_NAMES);
    expect(at('page: words', 'page: blocks', 'page: headings', 'page: has main')).toEqual([25, 5, 1, 1]);
  });

  it('measures the kept part', () => {
    expect(at('cut', 'kept words', 'kept share', 'kept blocks')).toEqual([0.9, 20, 0.8, 3]);
    expect(at('mean probability kept', 'mean probability dropped')).toEqual([0.9, 0.016]);
    expect(at('kept link density', 'kept words a block', 'kept prose share')).toEqual([0.1, 6.6667, 0.7]);
    expect(at('kept runs', 'largest kept run', 'kept questions', 'kept digits')).toEqual([1, 1, 1, 0.1]);
    expect(at('kept headings', 'kept headings that are links', 'words of address')).toEqual([1, 1, 0.1]);
  });

  it('measures doubt, prices and keywords over all blocks', () => {
    // 0.01 · 0.99 · 2 words, 0.9 · 0.1 · 20 words, 0.02 · 0.98 · 3 words, of 25.
    expect(at('doubt', 'prices')).toEqual([0.0751, 0.2]);
    expect(at('blocks with keyword: navigation', 'blocks with keyword: help')).toEqual([0.2, 0.2]);
  });

  it('counts blocks by kind', () => {
    expect(at('kept share: heading', 'kept share: text', 'kept share: item', 'kept share: code')).toEqual([
      0.1, 0.7, 0.2, 0,
    ]);
    expect(PAGE_VECTOR_NAMES.at(-1)).toBe('posts: score');
  });

  it('is zero for a page without text', () => {
    expect(vectorOf('').vector.every(value => value === 0)).toBe(true);
  });

  it('is finite for any page', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '<h1>',
        '<ul><li>',
        '<table><td>',
        '<a href=x>',
        '</a>',
        '<pre>',
        '–',
        '漢',
        'word ',
      ),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.float({ min: 0, max: 1, noNaN: true })),
        (html, p) => {
          const { vector } = vectorOf(html.join(''), b => p[b] ?? 0);
          expect(vector.every(Number.isFinite)).toBe(true);
        },
      ),
    );
  });
});
