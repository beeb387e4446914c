import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedF1Cut } from './expected-f1.js';

const cutOf = (probability: readonly number[], words: readonly number[], lean?: number) =>
  expectedF1Cut(Float32Array.from(probability), Uint32Array.from(words), lean);

/** Expected F_β of keeping all blocks above a threshold, by definition. */
function value(probability: Float32Array, words: Uint32Array, cut: number, lean: number): number {
  const beta2 = 4 ** lean;
  let hits = 0;
  let kept = 0;
  let content = 0;
  probability.forEach((p, b) => {
    const weight = Math.max(0.5, words[b]!);
    content += p * weight;
    if (p < cut) return;
    hits += p * weight;
    kept += weight;
  });
  return kept === 0 ? 0 : ((1 + beta2) * hits) / (kept + beta2 * content);
}

const page = fc
  .array(fc.tuple(fc.float({ min: 0, max: 1, noNaN: true }), fc.nat(300)), { minLength: 1, maxLength: 25 })
  .map(blocks => ({
    probability: Float32Array.from(blocks, ([p]) => p),
    words: Uint32Array.from(blocks, ([, w]) => w),
  }));
const lean = fc.double({ min: -1, max: 1, noNaN: true });

describe('expectedF1Cut', () => {
  it('agrees with a calculation by hand', () => {
    // Keeping the first: 2·9 / (10 + 15) = 0.72; both: 2·13 / (30 + 15) = 0.578; all: 2·15 / (50 + 15) = 0.46.
    const { cut, expected } = cutOf([0.2, 0.9, 0.1], [20, 10, 20]);
    expect(cut).toBeCloseTo(0.9, 6);
    expect(expected).toBeCloseTo(0.72, 6);
  });

  it.each([12, 40, 41, 3_000])(
    'adds up from the likeliest down, ties in document order, for %i blocks',
    length => {
      const many = Array.from({ length }, (_, b) => ((b * 7_919) % Math.min(211, length / 4)) / 211);
      const words = many.map((_, b) => (b * 31) % 97);
      const probability = Float32Array.from(many);
      const order = Array.from(probability.keys()).sort((a, b) => probability[b]! - probability[a]! || a - b);
      const sorted = cutOf(
        order.map(b => many[b]!),
        order.map(b => words[b]!),
      );
      expect(cutOf(many, words)).toEqual(sorted);
    },
  );

  it('keeps doubtful blocks if there are no better ones', () => {
    expect(cutOf([0.3, 0.3, 0.3], [10, 10, 10]).cut).toBeCloseTo(0.3, 6);
  });

  it('keeps nothing if nothing is likely', () => {
    expect(cutOf([0, 0], [10, 10])).toEqual({ cut: 1, expected: 0 });
    expect(cutOf([], [])).toEqual({ cut: 1, expected: 0 });
  });

  it('gives a small weight to blocks without words', () => {
    expect(cutOf([0.9, 0.8], [0, 0]).expected).toBeGreaterThan(0);
  });

  it('is the best of all cuts', () => {
    fc.assert(
      fc.property(page, lean, ({ probability, words }, by) => {
        const { cut, expected } = expectedF1Cut(probability, words, by);
        const best = Math.max(0, ...Array.from(probability, p => value(probability, words, p, by)));
        expect(expected).toBeCloseTo(best, 6);
        expect(value(probability, words, cut, by)).toBeCloseTo(best, 6);
      }),
    );
  });

  it('falls as `lean` rises', () => {
    fc.assert(
      fc.property(page, lean, lean, ({ probability, words }, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const higher = expectedF1Cut(probability, words, less).cut;
        expect(expectedF1Cut(probability, words, more).cut).toBeLessThanOrEqual(higher);
      }),
    );
  });

  it('has an expected F1 from 0 to 1', () => {
    fc.assert(
      fc.property(page, lean, ({ probability, words }, by) => {
        const { expected } = expectedF1Cut(probability, words, by);
        expect(expected >= 0 && expected <= 1 + 1e-9).toBe(true);
      }),
    );
  });
});
