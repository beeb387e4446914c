import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bagOfWords, f1Of, fromOverlap, sameWords, shingles } from './overlap.js';
import { scaledCosine } from './paper-metrics.js';
import { characterLcs } from './sequences.js';
import { wordsAsWritten, wordsOf } from './words.js';

describe('words', () => {
  it.each([
    ['Hello, World!', ['hello', 'world']],
    ["don't stop", ['don', 't', 'stop']],
    ['snake_case 3.14', ['snake_case', '3', '14']],
    ['中文字 and 日本', ['中', '文', '字', 'and', '日', '本']],
    ['カード払い', ['カ', 'ー', 'ド', '払', 'い']],
    ['한국어 문장', ['한국어', '문장']],
    ['naïve cafe\u0301', ['naïve', 'cafe\u0301']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['𠀀𠀁x', ['𠀀', '𠀁', 'x']],
    ['𝒜𝒷 😀 lone \ud800 surrogate', ['𝒜𝒷', 'lone', 'surrogate']],
    ['「引用」、…—', ['引', '用']],
    ['', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('keep their case as written', () => {
    expect(wordsAsWritten('The END')).toEqual(['The', 'END']);
  });

  it('are the runs between separators, in order, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aЖ中カー한𝒜𠀀_7 .—😀\u0301', '\ud800') }), text => {
        let at = 0;
        let between = '';
        for (const word of wordsAsWritten(text)) {
          between += text.slice(at, text.indexOf(word, at));
          at = text.indexOf(word, at) + word.length;
        }
        expect(between + text.slice(at)).not.toMatch(/[\p{L}\p{N}_]/u);
      }),
    );
  });
});

describe('scores from an overlap', () => {
  it('are P = 3/6, R = 3/4, F1 = 0.6 for three of four gold items among six', () => {
    expect(fromOverlap(3, 4, 6)).toEqual({ precision: 0.5, recall: 0.75, f1: 0.6 });
  });

  it('are 1 where both sides are empty and 0 where one is', () => {
    expect(fromOverlap(0, 0, 0)).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(fromOverlap(0, 5, 0)).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(fromOverlap(0, 0, 5)).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(f1Of(0, 0)).toBe(0);
  });
});

describe('bagOfWords', () => {
  it('counts a word as often as both sides have it', () => {
    // gold: the×2 cat sat on mat (6 words); extracted: the×3 cat (4); shared: the×2 cat.
    const { precision, recall } = bagOfWords('The cat sat on the mat.', 'the THE the cat');
    expect([precision, recall]).toEqual([3 / 4, 3 / 6]);
  });

  it('ignores order, unlike sameWords', () => {
    expect(bagOfWords('a b c', 'c b a').f1).toBe(1);
    expect(sameWords('a b c', 'c b a')).toBe(false);
    expect(sameWords('A, b: c', 'a b C')).toBe(true);
    expect(sameWords('a b', 'a b c')).toBe(false);
  });
});

describe('shingles', () => {
  it('takes overlapping runs of four words', () => {
    // gold: abcd bcde; extracted: abcd bcdx cdxe.
    expect(shingles('a b c d e', 'a b c d x e')).toMatchObject({ precision: 1 / 3, recall: 1 / 2 });
  });

  it('counts repeated shingles as a multiset', () => {
    expect(shingles('a a a a a', 'a a a a a a a')).toMatchObject({ precision: 2 / 4, recall: 1 });
  });

  it('takes a text of fewer than four words as one shingle and keeps case', () => {
    expect(shingles('a b', 'a b').f1).toBe(1);
    expect(shingles('a b', 'a b c').f1).toBe(0);
    expect(shingles('a b c d', 'A b c d').f1).toBe(0);
  });
});

describe('characterLcs', () => {
  it('is r = |c| / |g|, p = |c| / |e| of paper 003, eq. 5.2', () => {
    // The longest common subsequence of AGGTAB and GXTXAYB is GTAB.
    expect(characterLcs('AGGTAB', 'GXTXAYB')).toMatchObject({ recall: 4 / 6, precision: 4 / 7 });
  });

  it('depends on order, case and punctuation but not on kinds of white space', () => {
    expect(characterLcs('ab', 'ba').f1).toBe(0.5);
    expect(characterLcs('A.', 'a.').f1).toBe(0.5);
    expect(characterLcs('one\n\n two ', ' one two').f1).toBe(1);
  });

  it('counts a character outside the basic plane once', () => {
    expect(characterLcs('😀😁', '😀').recall).toBe(0.5);
  });
});

describe('scaledCosine', () => {
  it('halves the similarity of a doubled text (paper 000, eq. 3)', () => {
    expect(scaledCosine('alpha beta', 'alpha beta alpha beta')).toBeCloseTo(0.5, 12);
  });

  it('is δ · cosine: v = (2, 1, 0), w = (1, 0, 1)', () => {
    const cosine = 2 / (Math.sqrt(5) * Math.sqrt(2));
    expect(scaledCosine('aa aa bb', 'aa cc')).toBeCloseTo((2 / 3) * cosine, 12);
  });

  it('drops terms of one character, but not characters that are words', () => {
    expect(scaledCosine('a I x word', 'word')).toBeCloseTo(1, 12);
    expect(scaledCosine('中文', '中国')).toBeCloseTo(0.5, 12);
  });

  it('is 1 for two texts without terms and 0 where one has none', () => {
    expect(scaledCosine('', '. a')).toBe(1);
    expect(scaledCosine('word', '')).toBe(0);
  });
});

describe('every metric of two texts', () => {
  const measures = {
    bag: (a: string, b: string) => bagOfWords(a, b).f1,
    shingles: (a: string, b: string) => shingles(a, b).f1,
    lcs: (a: string, b: string) => characterLcs(a, b).f1,
    cosine: scaledCosine,
  };
  const text = fc
    .array(fc.constantFrom('aa', 'bb', 'cc', 'dd', '中', '!', '\n'), { maxLength: 40 })
    .map(l => l.join(' '));

  it.each(Object.entries(measures))(
    '%s lies in [0, 1], is symmetric, and 1 for a text and itself',
    (_, measure) => {
      fc.assert(
        fc.property(text, text, (a, b) => {
          const value = measure(a, b);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          expect(measure(b, a)).toBeCloseTo(value, 12);
          expect(measure(a, a)).toBeCloseTo(1, 12);
        }),
      );
    },
  );
});
