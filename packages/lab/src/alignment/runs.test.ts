import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonRuns, heaviestChain, type Run, SHORTEST_RUN } from './align.js';

const split = (text: string) => text.split(' ');

describe('commonRuns', () => {
  it('finds the longest runs, each once', () => {
    const page = split('menu a b c d e f footer');
    const gold = split('a b c d e f');
    expect(commonRuns(page, gold)).toEqual([{ page: 1, gold: 0, length: 6 }]);
  });

  it('finds all places of a run that stands twice', () => {
    expect(commonRuns(split('a b c d'), split('a b c d x a b c d'))).toEqual([
      { page: 0, gold: 0, length: 4 },
      { page: 0, gold: 5, length: 4 },
    ]);
    expect(commonRuns(split('a b c d x a b c d'), split('a b c d'))).toEqual([
      { page: 0, gold: 0, length: 4 },
      { page: 5, gold: 0, length: 4 },
    ]);
  });

  it('finds no run shorter than chance', () => {
    expect(commonRuns(split('in the of'), split('in the of'))).toEqual([]);
    expect(commonRuns(split('a b c x d e f'), split('a b c y d e f'))).toEqual([]);
    expect(commonRuns([], split('a b c d'))).toEqual([]);
  });

  it('gives runs that hold the same words and cannot be longer', () => {
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

  it('takes the heaviest runs in which both positions rise', () => {
    const [a, b, c, d] = [run(0, 50, 30), run(40, 0, 20), run(60, 20, 20), run(90, 90, 5)];
    expect(heaviestChain([a, b, c, d], 100)).toEqual([b, c, d]);
  });

  it('takes one heavy run rather than two light ones', () => {
    const [a, b, c] = [run(0, 50, 30), run(40, 0, 10), run(60, 20, 10)];
    expect(heaviestChain([a, b, c], 100)).toEqual([a]);
  });

  it('is empty without runs', () => {
    expect(heaviestChain([], 10)).toEqual([]);
  });

  it('weighs as much as the best of all chains', () => {
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
