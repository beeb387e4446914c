import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterClass, LETTER } from '../../blocks/characters.js';
import { KEYWORD_GROUPS, STOP_WORD_LANGUAGES } from '../word-lists.js';
import { DOT_ABOVE, DOTTED_I, LowerCase, WordReader } from './word-reader.js';

function lower(text: string): string {
  const codes = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const reader = new LowerCase();
  reader.begin(codes, 0, codes.length);
  return Array.from(codes, (code, i) =>
    String.fromCharCode(reader.letter(i), ...(code === DOTTED_I ? [DOT_ABOVE] : [])),
  ).join('');
}

/** The word reader does not treat surrogates as letters. */
const isLetter = (text: string) => characterClass(text.charCodeAt(0)) >= LETTER;

describe('LowerCase', () => {
  it('agrees with toLowerCase on every code unit', () => {
    const differ = Array.from({ length: 65_536 }, (_, code) => String.fromCharCode(code)).filter(
      text => lower(text) !== text.toLowerCase(),
    );
    expect(differ.filter(isLetter)).toEqual([]);
  });

  it('agrees with it on letters among others', () => {
    const letters = fc.stringMatching(/^[a-zA-ZÀ-ÿΑ-Ωα-ωςА-я İı'·.-]{0,30}$/u);
    fc.assert(
      fc.property(letters, text => {
        expect(lower(text)).toBe(text.toLowerCase());
      }),
    );
  });
});

const codesOf = (text: string) => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const read = (reader: WordReader, text: string) => reader.read(codesOf(`x${text}x`), 1, 1 + text.length);

const keywordsOf = (text: string) => {
  const reader = new WordReader();
  read(reader, text);
  return KEYWORD_GROUPS.filter((_, group) => reader.keywords & (1 << group));
};

describe('keywords', () => {
  it('match in any case, next to any mark, in several languages', () => {
    expect(keywordsOf('RELATED: articles')).toEqual(['related']);
    expect(keywordsOf('3 Kommentare')).toEqual(['comments']);
    expect(keywordsOf('Teilen')).toEqual(['share']);
    expect(keywordsOf('©2020, all rights reserved')).toEqual(['legal', 'more']);
    expect(keywordsOf('Комментарии (4)')).toEqual(['comments']);
    expect(keywordsOf('Publicité')).toEqual(['ad']);
    expect(keywordsOf('相关 阅读')).toEqual(['related']);
  });

  it('are whole words', () => {
    expect(keywordsOf('unrelated sharepoint bypass adder')).toEqual([]);
  });

  it('count in short texts only', () => {
    expect(keywordsOf(`share ${'x'.repeat(154)}`)).toEqual(['share']);
    expect(keywordsOf(`share ${'x'.repeat(155)}`)).toEqual([]);
  });

  it('fit in the bits of a number', () => {
    expect(KEYWORD_GROUPS.length).toBeLessThanOrEqual(32);
  });
});

describe('WordReader', () => {
  const english = STOP_WORD_LANGUAGES.indexOf('en');

  it('resets its fields for every text', () => {
    const reader = new WordReader('one two', 'three', 'a b c d');
    read(reader, 'the one of share: a b c d');
    expect([reader.keywords > 0, reader.inTitle > 0, reader.inBody > 0]).toEqual([true, true, true]);
    read(reader, 'x');
    expect([reader.keywords, reader.inTitle, reader.inBody]).toEqual([0, 0, 0]);
  });

  it('counts the words of all texts, and the stop words among them', () => {
    const reader = new WordReader();
    for (const text of ['the pier', 'and the boat', '']) read(reader, text);
    expect([reader.words, reader.stopWords()[english]]).toEqual([5, 3]);
  });

  it('reads the last word like the others', () => {
    const reader = new WordReader('end');
    read(reader, 'the end');
    expect([reader.stopWords()[english], reader.inTitle]).toEqual([1, 0.5]);
  });

  it('compares the beginning of a long text', () => {
    const reader = new WordReader('told');
    read(reader, `${'told '.repeat(80)}${'untold '.repeat(80)}`);
    expect(reader.inTitle).toBe(1);
  });

  it('handles letters whose lower case depends on their neighbours or has two code units', () => {
    const words = 'ΟΔΟΣ ΣΑΣ İSTANBUL ΑΣİΣ Å K Ω';
    const reader = new WordReader(words.toLowerCase(), words);
    read(reader, words);
    expect([reader.inTitle, reader.inDescription]).toEqual([1, 1]);
  });

  it('returns shares from 0 to 1 for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (title, description, body, text) => {
        const reader = new WordReader(title, description, body);
        read(reader, text);
        for (const share of [reader.inTitle, reader.inDescription, reader.inBody]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('finds all of a text in itself', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zéж]{1,9}$/), { minLength: 3, maxLength: 60 }), words => {
        const reader = new WordReader(words.join(' '), words.join(', '), words.join('-'));
        read(reader, words.join(' '));
        expect([reader.inTitle, reader.inDescription, reader.inBody]).toEqual([1, 1, 1]);
      }),
    );
  });
});
