import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterClass, LETTER } from '../../blocks/characters.js';
import { DOT_ABOVE, DOTTED_I, LowerCase } from './lower-case.js';

function lower(text: string): string {
  const codes = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const reader = new LowerCase();
  reader.begin(codes, 0, codes.length);
  return Array.from(codes, (code, i) =>
    String.fromCharCode(reader.letter(i), ...(code === DOTTED_I ? [DOT_ABOVE] : [])),
  ).join('');
}

/** Surrogates are no letters to the reader of words, so that their small letters are nothing to it. */
const isLetter = (text: string) => characterClass(text.charCodeAt(0)) >= LETTER;

describe('LowerCase', () => {
  it('agrees with toLowerCase on every code unit', () => {
    const differ = Array.from({ length: 65_536 }, (_, code) => String.fromCharCode(code)).filter(
      text => lower(text) !== text.toLowerCase(),
    );
    expect(differ.filter(isLetter)).toEqual([]);
  });

  it('agrees with it on letters amid others', () => {
    const letters = fc.stringMatching(/^[a-zA-ZÀ-ÿΑ-Ωα-ωςА-я İı'·.-]{0,30}$/u);
    fc.assert(
      fc.property(letters, text => {
        expect(lower(text)).toBe(text.toLowerCase());
      }),
    );
  });
});
