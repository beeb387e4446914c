import { scaledCosine } from '@webpith/lab';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoredPage, scoreOf, scratchFor } from './fitness.js';

const text = fc.array(fc.constantFrom('sea', 'pier', 'tide', 'boat', 'a', '海', '—'), { maxLength: 12 });

describe('scoreOf', () => {
  it('is the scaled cosine of any selection of blocks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 8 }), text, (chosen, gold) => {
        const blocks = chosen.map(([words]) => words.join(' '));
        const keep = chosen.map(([, isKept]) => (isKept ? 1 : 0));
        const joined = blocks.filter((_, i) => keep[i] === 1).join('\n');
        const page = scoredPage(blocks, gold.join(' '));
        const scratch = scratchFor([page]);
        const expected = scaledCosine(gold.join(' '), joined);
        expect(scoreOf(page, keep, scratch)).toBeCloseTo(expected, 12);
        // The scratch is left clean for the next page.
        expect(scoreOf(page, keep, scratch)).toBeCloseTo(expected, 12);
      }),
    );
  });

  it('is the same on pages with too many blocks for pairs', () => {
    const blocks = Array.from({ length: 300 }, (_, i) => `sea tide w${i % 7} w${i % 11}`);
    const page = scoredPage(blocks, blocks.slice(0, 90).join(' '));
    expect(page.pairs).toBeUndefined();
    const keep = blocks.map((_, i) => (i % 3 === 0 ? 1 : 0));
    const joined = blocks.filter((_, i) => keep[i] === 1).join('\n');
    const expected = scaledCosine(blocks.slice(0, 90).join(' '), joined);
    const scratch = scratchFor([page]);
    for (const _ of [1, 2]) expect(scoreOf(page, keep, scratch)).toBeCloseTo(expected, 12);
  });
});
