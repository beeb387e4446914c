import { seededRandom } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { analyse } from 'webpith/stages';
import { madeUpBlog } from './blogs.js';
import { content, unlabelled, unmarked } from './markup.js';
import { Words } from './words.js';

const PARAGRAPHS = [
  '<p>The ferry left the pier at noon, and nobody on it expected the fog.</p>',
  '<p>Four hours later the wind turned, and the lights of the harbour came into view.</p>',
];
const NO_PARTS = { box: () => undefined, comments: () => undefined };
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 1);

const make = (seed: number) => madeUpBlog(new Words(seededRandom(seed)), PARAGRAPHS, NO_PARTS);

/** Texts of the blocks with a label. */
function textsWith(label: number, marked: string): string[] {
  const { html, shareAt } = unmarked(marked);
  const { blocks } = analyse(html, {});
  return Array.from(blocks.texts).filter((_, b) => shareAt(blocks.tree.start[blocks.first[b]!]!) === label);
}

describe('madeUpBlog', () => {
  it('labels exactly the paragraphs of the real page as content', () => {
    const expected = PARAGRAPHS.map(html => html.replace(/<\/?p>/g, ''));
    for (const seed of SEEDS) expect(textsWith(1, make(seed))).toEqual(expected);
  });

  it('leaves its title unlabelled and labels other text as noise', () => {
    for (const seed of SEEDS) {
      expect(textsWith(-1, make(seed)).length).toBeGreaterThanOrEqual(1);
      expect(textsWith(0, make(seed)).length).toBeGreaterThan(5);
    }
  });

  it('depends on the seed only', () => {
    expect(make(3)).toBe(make(3));
    expect(new Set(SEEDS.map(make)).size).toBe(SEEDS.length);
  });
});

describe('unmarked', () => {
  it('removes marks and returns the label at an offset of the result', () => {
    const { html, shareAt } = unmarked(`a${unlabelled('b')}c${content('d')}e`);
    expect(html).toBe('abcde');
    expect([0, 1, 2, 3, 4].map(shareAt)).toEqual([0, -1, 0, 1, 0]);
  });

  it('ignores marks in the HTML of a page', () => {
    const { html, shareAt } = unmarked(content('a\uE002b'));
    expect([html, shareAt(2)]).toEqual(['a b', 1]);
  });
});
