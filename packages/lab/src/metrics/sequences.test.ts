import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, lcsLength, matchVectors, symbolPair } from './sequences.js';

/** Both distances by quadratic dynamic programming. */
function byTable(a: readonly number[], b: readonly number[]): { lcs: number; edits: number } {
  let lcs = new Array<number>(b.length + 1).fill(0);
  let edits = Array.from({ length: b.length + 1 }, (_, j) => j);
  a.forEach((item, i) => {
    const nextLcs = [0];
    const nextEdits = [i + 1];
    b.forEach((other, j) => {
      const same = item === other;
      nextLcs.push(same ? lcs[j]! + 1 : Math.max(lcs[j + 1]!, nextLcs[j]!));
      nextEdits.push(Math.min(edits[j]! + (same ? 0 : 1), edits[j + 1]! + 1, nextEdits[j]! + 1));
    });
    lcs = nextLcs;
    edits = nextEdits;
  });
  return { lcs: lcs[b.length]!, edits: edits[b.length]! };
}

const expectAsByTable = (a: readonly number[], b: readonly number[]) => {
  const pair = symbolPair(a, b);
  expect({ lcs: lcsLength(pair), edits: editDistance(pair) }).toEqual(byTable(a, b));
};

describe('lcsLength and editDistance', () => {
  it('equal the plain tables on unrelated sequences of any length and alphabet', () => {
    const sequence = (symbols: number) => fc.array(fc.nat(symbols - 1), { maxLength: 150, size: 'max' });
    const pairs = fc
      .integer({ min: 1, max: 60 })
      .chain(symbols => fc.tuple(sequence(symbols), sequence(symbols)));
    fc.assert(fc.property(pairs, ([a, b]) => expectAsByTable(a, b)));
  });

  it('equal the plain tables on long sequences with edits far from the diagonal', () => {
    const edit = fc.record({
      at: fc.nat(1199),
      remove: fc.nat(60),
      insert: fc.array(fc.nat(9), { maxLength: 60 }),
    });
    const base = fc.array(fc.nat(9), { minLength: 1200, maxLength: 1200 });
    fc.assert(
      fc.property(base, fc.array(edit, { maxLength: 25, size: 'max' }), (a, edits) => {
        const b = [...a];
        for (const { at, remove, insert } of edits) b.splice(Math.min(at, b.length), remove, ...insert);
        expectAsByTable(a, b);
      }),
      { numRuns: 15 },
    );
  });

  it('find a text at the end of a much longer one, outside the first band', () => {
    const noise = Array.from({ length: 2_000 }, (_, i) => 100 + (i % 7));
    const text = Array.from({ length: 700 }, (_, i) => i % 50);
    expectAsByTable([1_000, ...noise, ...text, 1_001], [1_002, ...text, 1_003]);
    expectAsByTable([1_000, ...text, ...noise, 1_001], [1_002, ...noise, ...text, 1_003]);
  });

  it('handle empty and equal sequences', () => {
    expectAsByTable([], []);
    expectAsByTable([1], []);
    expectAsByTable([1, 2, 3], [1, 2, 3]);
    expectAsByTable([1, 1, 1], [1, 1]);
  });

  // The quadratic tables would time out here; bit-parallel, both take about a second.
  it('take 50,000 by 50,000 unrelated characters', () => {
    let state = 1;
    const draw = () => {
      state = (Math.imul(state, 1103515245) + 12345) | 0;
      return (state >>> 16) % 64;
    };
    const pair = symbolPair(Array.from({ length: 50_000 }, draw), Array.from({ length: 50_000 }, draw));
    const length = lcsLength(pair);
    expect(length).toBeGreaterThan(5_000);
    expect(editDistance(pair)).toBeGreaterThanOrEqual(50_000 - length);
  });
});

describe('matchVectors', () => {
  it('have a bit for each position of a symbol, frequent or rare', () => {
    // 600 positions make 20 numbers: symbol 0 is cached, the others are computed at each call.
    const pattern = Int32Array.from({ length: 600 }, (_, i) => (i % 200 === 7 ? 1 + i / 200 : 0) | 0);
    const vectors = matchVectors(pattern, 6, 30);
    for (const symbol of [0, 1, 2, 1, 3, 0, 2]) {
      const vector = vectors(symbol)!;
      const places = [...pattern.keys()].filter(
        place => (vector[Math.floor(place / 30)]! >> (place % 30)) & 1,
      );
      expect(places).toEqual([...pattern.keys()].filter(place => pattern[place] === symbol));
    }
    expect(vectors(5)).toBeUndefined();
  });
});
