import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, commonRuns, heaviestChain, type Run, SHORTEST_RUN } from './align.js';

const split = (text: string) => text.split(' ').filter(Boolean);

/** Page words matched in the gold text. */
function found(page: string, gold: string): string {
  const words = split(page);
  const { page: marks } = align(words, split(gold));
  return words.filter((_, i) => marks[i] === 1).join(' ');
}

describe('align', () => {
  it('finds the gold text between other text', () => {
    const gold = 'the ferry left the pier at noon in the fog';
    expect(found(`home news sport ${gold} related ships share this`, gold)).toBe(gold);
  });

  it('finds text that moved', () => {
    const page = 'the caption of the picture stands here now comes the text of the article itself';
    const gold = 'now comes the text of the article itself the caption of the picture stands here';
    expect(found(page, gold)).toBe(page);
    expect(align(split(page), split(gold)).coverage).toBe(1);
  });

  it('finds single words in the gaps between runs', () => {
    const page = 'one two three four colour five six seven eight';
    const gold = 'one two three four color extra five six seven eight';
    expect(found(page, gold)).toBe('one two three four five six seven eight');
    expect(found(page.replace('colour', 'a color b'), gold)).toBe(
      'one two three four color five six seven eight',
    );
  });

  it('finds short text before the first and after the last run', () => {
    const text = 'one two three four five six';
    expect(found(`Title menu ${text} end share`, `Title ${text} end`)).toBe(`Title ${text} end`);
  });

  it('does not match a page that shares only common words', () => {
    expect(found('in the of a to', 'the a of to in and so on it goes with other words')).not.toBe(
      'in the of a to',
    );
  });

  it('matches only one of two consecutive copies to one gold text', () => {
    const text = 'one two three four five six';
    expect(found(`${text} between ${text}`, text).split(' ')).toHaveLength(6);
  });

  it('reports the share of gold words found as coverage', () => {
    const { coverage, gold } = align(split('a b c d e x y'), split('a b c d e f g h i j'));
    expect(coverage).toBe(0.5);
    expect([...gold]).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(align(split('a b'), []).coverage).toBe(0);
    expect(align([], split('a b')).coverage).toBe(0);
  });

  it('skips gaps too wide to compare', () => {
    const filler = (word: string) => Array.from({ length: 400 }, (_, i) => `${word}${i}`).join(' ');
    expect(found(`lone ${filler('p')}`, `lone ${filler('g')}`)).toBe('');
  });
});

describe('any alignment', () => {
  const words = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 60 });

  it('marks only words of both sides', () => {
    fc.assert(
      fc.property(words, words, (page, gold) => {
        const marks = align(page, gold);
        const goldWords = new Set(gold);
        const pageWords = new Set(page);
        page.forEach((word, i) => {
          if (marks.page[i] === 1) expect(goldWords.has(word)).toBe(true);
        });
        gold.forEach((word, i) => {
          if (marks.gold[i] === 1) expect(pageWords.has(word)).toBe(true);
        });
        expect(marks.coverage >= 0 && marks.coverage <= 1).toBe(true);
      }),
    );
  });

  it('matches a text with itself completely', () => {
    fc.assert(
      fc.property(words, text => {
        const { page, coverage } = align(text, text);
        expect(page.every(mark => mark === 1)).toBe(true);
        expect(coverage).toBe(text.length > 0 ? 1 : 0);
      }),
    );
  });

  it('matches a text completely between other words', () => {
    const other = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 20 });
    const long = fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 4, maxLength: 60 });
    fc.assert(
      fc.property(other, long, other, (before, text, behind) => {
        const { page, coverage } = align([...before, ...text, ...behind], text);
        expect(coverage).toBe(1);
        expect(page.reduce((sum, mark) => sum + mark, 0)).toBe(text.length);
      }),
    );
  });
});

describe('running time of an alignment', () => {
  it('is not quadratic', () => {
    const text = (length: number) => Array.from({ length }, (_, i) => `w${(i * 7919) % 5003}`);
    const cost = (length: number) => {
      const [page, gold] = [[...text(length), ...text(100)], text(length)];
      const before = process.cpuUsage();
      align(page, gold);
      return process.cpuUsage(before).user / 1000;
    };
    cost(5_000);
    // Eight times as long; quadratic cost would be 64 times. The minimum of several runs excludes garbage
    // collection.
    const long = Math.min(...Array.from({ length: 5 }, () => cost(40_000)));
    expect(long).toBeLessThan(24 * cost(5_000) + 60);
  });
});

describe('commonRuns', () => {
  it('finds the longest runs, each once', () => {
    const page = split('menu a b c d e f footer');
    const gold = split('a b c d e f');
    expect(commonRuns(page, gold)).toEqual([{ page: 1, gold: 0, length: 6 }]);
  });

  it('finds all positions of a repeated run', () => {
    expect(commonRuns(split('a b c d'), split('a b c d x a b c d'))).toEqual([
      { page: 0, gold: 0, length: 4 },
      { page: 0, gold: 5, length: 4 },
    ]);
    expect(commonRuns(split('a b c d x a b c d'), split('a b c d'))).toEqual([
      { page: 0, gold: 0, length: 4 },
      { page: 5, gold: 0, length: 4 },
    ]);
  });

  it('ignores runs below the minimum length', () => {
    expect(commonRuns(split('in the of'), split('in the of'))).toEqual([]);
    expect(commonRuns(split('a b c x d e f'), split('a b c y d e f'))).toEqual([]);
    expect(commonRuns([], split('a b c d'))).toEqual([]);
  });

  it('returns maximal runs of equal words', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
    fc.assert(
      fc.property(words, words, (page, gold) => {
        for (const run of commonRuns(page, gold)) {
          expect(run.length).toBeGreaterThanOrEqual(SHORTEST_RUN);
          for (let i = 0; i < run.length; i++) expect(page[run.page + i]).toBe(gold[run.gold + i]);
          const next = [page[run.page + run.length], gold[run.gold + run.length]];
          expect(next[0] === undefined || next[0] !== next[1]).toBe(true);
        }
      }),
    );
  });
});

describe('heaviestChain', () => {
  const run = (page: number, gold: number, length: number): Run => ({ page, gold, length });

  it('picks the heaviest runs with increasing positions', () => {
    const [a, b, c, d] = [run(0, 50, 30), run(40, 0, 20), run(60, 20, 20), run(90, 90, 5)];
    expect(heaviestChain([a, b, c, d], 100)).toEqual([b, c, d]);
  });

  it('prefers one heavy run to two light ones', () => {
    const [a, b, c] = [run(0, 50, 30), run(40, 0, 10), run(60, 20, 10)];
    expect(heaviestChain([a, b, c], 100)).toEqual([a]);
  });

  it('is empty without runs', () => {
    expect(heaviestChain([], 10)).toEqual([]);
  });

  it('has the weight of the best chain', () => {
    const anyRun = fc.record({ page: fc.nat(30), gold: fc.nat(30), length: fc.integer({ min: 4, max: 9 }) });
    fc.assert(
      fc.property(fc.uniqueArray(anyRun, { maxLength: 9, selector: own => own.page }), unsorted => {
        const runs = unsorted.toSorted((a, b) => a.page - b.page);
        const weigh = (chain: readonly Run[]) => chain.reduce((sum, own) => sum + own.length, 0);
        const rises = (chain: readonly Run[]) =>
          chain.every((own, i) => i === 0 || own.gold > chain[i - 1]!.gold);
        let best = 0;
        for (let bits = 0; bits < 2 ** runs.length; bits++) {
          const chain = runs.filter((_, r) => bits & (1 << r));
          if (rises(chain)) best = Math.max(best, weigh(chain));
        }
        const chain = heaviestChain(runs, 40);
        expect(rises(chain)).toBe(true);
        expect(weigh(chain)).toBe(best);
      }),
    );
  });
});
