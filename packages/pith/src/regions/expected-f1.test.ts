import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CutOptions, expectedF1Cut } from './expected-f1.js';

const cutOf = (probability: readonly number[], words: readonly number[], options?: CutOptions) =>
  expectedF1Cut(Float32Array.from(probability), Uint32Array.from(words), options);

/** Words of the blocks with the given share of content, by block. */
function wordsOf(words: Uint32Array, shareOf: (block: number) => number): number {
  return Array.from(words.keys()).reduce((sum, b) => sum + shareOf(b) * Math.max(0.5, words[b]!), 0);
}

/** Expected F_β of keeping all blocks above a threshold, by definition. */
function value(
  probability: Float32Array,
  words: Uint32Array,
  cut: number,
  { lean = 0, areIndependent }: CutOptions,
): number {
  const beta2 = 4 ** lean;
  const isKept = (b: number) => (probability[b]! >= cut ? 1 : 0);
  const kept = wordsOf(words, isKept);
  if (kept === 0) return 0;
  const ofContent = (share: (b: number) => number) =>
    ((1 + beta2) * wordsOf(words, b => share(b) * isKept(b))) / (kept + beta2 * wordsOf(words, share));
  const independent = ofContent(b => probability[b]!);
  if (areIndependent) return independent;
  const levels = Array.from({ length: 32 }, (_, i) => (i + 0.5) / 32);
  const values = levels.map(u => ofContent(b => (probability[b]! > u ? 1 : 0)));
  const dependent = values.reduce((sum, own) => sum + own, 0) / levels.length;
  return 0.2 * independent + 0.8 * dependent;
}

const page = fc
  .array(fc.tuple(fc.float({ min: 0, max: 1, noNaN: true }), fc.nat(300)), { minLength: 1, maxLength: 25 })
  .map(blocks => ({
    probability: Float32Array.from(blocks, ([p]) => p),
    words: Uint32Array.from(blocks, ([, w]) => w),
  }));
const lean = fc.double({ min: -1, max: 1, noNaN: true });
const options = fc.record({ lean, areIndependent: fc.boolean() });

describe('expectedF1Cut', () => {
  it('agrees with a calculation by hand for independent blocks', () => {
    // Keeping the first: 2·9 / (10 + 15) = 0.72; both: 2·13 / (30 + 15) = 0.578; all: 2·15 / (50 + 15) = 0.46.
    const { cut, expected } = cutOf([0.2, 0.9, 0.1], [20, 10, 20], { areIndependent: true });
    expect(cut).toBeCloseTo(0.9, 6);
    expect(expected).toBeCloseTo(0.72, 6);
  });

  it('agrees with a calculation by hand for blocks of one text', () => {
    // The content is nothing (1/4), the first block (1/2) or both (1/4).
    // Keeping the first: 1/2 · 1 + 1/4 · 2·10 / (10 + 40) = 0.6; both: 1/2 · 2·10 / (40 + 10) + 1/4 · 1 = 0.45.
    // If they were independent, 2·7.5 / (10 + 15) = 0.6 and 2·15 / (40 + 15) = 0.545.
    const { cut, expected } = cutOf([0.25, 0.75], [30, 10]);
    expect(cut).toBeCloseTo(0.75, 6);
    expect(expected).toBeCloseTo(0.6, 6);
  });

  it('drops a long doubtful block of one text that it keeps among posts', () => {
    const [probability, words] = [
      [0.99, 0.4],
      [100, 400],
    ];
    expect(cutOf(probability, words).cut).toBeCloseTo(0.99, 6);
    expect(cutOf(probability, words, { areIndependent: true }).cut).toBeCloseTo(0.4, 6);
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
      fc.property(page, options, ({ probability, words }, by) => {
        const { cut, expected } = expectedF1Cut(probability, words, by);
        const best = Math.max(0, ...Array.from(probability, p => value(probability, words, p, by)));
        expect(expected).toBeCloseTo(best, 6);
        expect(value(probability, words, cut, by)).toBeCloseTo(best, 6);
      }),
    );
  });

  it('falls as `lean` rises', () => {
    fc.assert(
      fc.property(page, options, lean, ({ probability, words }, { lean: a, areIndependent }, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const higher = expectedF1Cut(probability, words, { lean: less, areIndependent }).cut;
        expect(expectedF1Cut(probability, words, { lean: more, areIndependent }).cut).toBeLessThanOrEqual(
          higher,
        );
      }),
    );
  });

  it('has an expected F1 from 0 to 1', () => {
    fc.assert(
      fc.property(page, options, ({ probability, words }, by) => {
        const { expected } = expectedF1Cut(probability, words, by);
        expect(expected >= 0 && expected <= 1 + 1e-9).toBe(true);
      }),
    );
  });
});
