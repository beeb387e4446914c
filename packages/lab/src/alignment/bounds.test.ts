import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, commonRuns } from './align.js';
import { allRuns } from './testing/all-runs.js';

/** Words with a realistic distribution: a few frequent, many rare. */
const word = fc.integer({ min: 0, max: 999 }).map(n => `w${Math.floor((n * n * n) / 1_000_000)}`);
const text = (most: number) => fc.array(word, { maxLength: most });

/** A page and its gold text, parts of which the page moves, omits or repeats. */
const pageAndGold = fc
  .record({
    gold: text(400),
    before: text(150),
    behind: text(150),
    menu: text(12),
    cuts: fc.array(fc.nat(399), { maxLength: 6 }),
  })
  .map(({ gold, before, behind, menu, cuts }) => {
    const [a = 0, b = 0, c = 0, d = 0] = cuts.toSorted((x, y) => x - y);
    const page = [
      ...menu,
      ...before,
      ...gold.slice(0, c),
      ...menu,
      ...gold.slice(a, b),
      ...behind,
      ...gold.slice(d),
      ...menu,
    ];
    return { page, gold };
  });

describe('common runs of ordinary texts', () => {
  it('are complete', () => {
    fc.assert(
      fc.property(pageAndGold, ({ page, gold }) => {
        expect(commonRuns(page, gold)).toEqual(allRuns(page, gold));
      }),
      { numRuns: 300 },
    );
  });

  it('are complete if a phrase repeats in every list entry', () => {
    const entry = fc
      .tuple(word, word, word, word, word)
      .map(own => [...own, 'add', 'it', 'to', 'the', 'list']);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), text(30), (entries, before) => {
        const gold = entries.flat();
        const page = [...before, ...gold];
        expect(commonRuns(page, gold)).toEqual(allRuns(page, gold));
      }),
      { numRuns: 50 },
    );
  });
});

/** Repetitive texts, in which a word matches many positions. */
const REPEATED: Readonly<Record<string, (length: number) => string[]>> = {
  'one word': length => Array<string>(length).fill('word'),
  'two words': length => Array.from({ length }, (_, i) => `w${i % 2}`),
  'a phrase': length => Array.from({ length }, (_, i) => `w${i % 7}`),
  'a paragraph': length => Array.from({ length }, (_, i) => `w${i % 60}`),
  'one word, with another now and then': length =>
    Array.from({ length }, (_, i) => (i % 97 === 0 ? `w${i}` : 'word')),
};

describe.each(Object.entries(REPEATED))('an alignment of %s', (_name, repeated) => {
  const [short, long] = [10_000, 80_000];

  it('examines fewer than quadratically many words', () => {
    const looked = (length: number) =>
      commonRuns([...repeated(length), 'end'], repeated(length)).reduce((sum, run) => sum + run.length, 0);
    // Eight times as long; quadratic growth would be 64 times.
    expect(looked(long)).toBeLessThan(10 * looked(short));
    expect(looked(long)).toBeLessThan(100 * long);
  });

  it('takes less than quadratic time', () => {
    const cost = (length: number) => {
      const [page, gold] = [[...repeated(length), 'end'], repeated(length)];
      const before = process.cpuUsage();
      const { coverage } = align(page, gold);
      expect(coverage).toBe(1);
      return process.cpuUsage(before).user / 1000;
    };
    cost(short);
    const least = Math.min(...Array.from({ length: 5 }, () => cost(long)));
    expect(least).toBeLessThan(30 * cost(short) + 100);
  });
});
