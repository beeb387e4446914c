import { describe, expect, it } from 'vitest';
import { letterHash as hashOf } from './copies.js';

const spoken = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const letterHash = (text: string) =>
  hashOf(
    Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
    0,
    text.length,
  );

describe('letterHash', () => {
  it('is equal for texts with the same letters and digits, for every character', () => {
    const differ: string[] = [];
    for (let code = 0; code < 0x11_0000; code++) {
      const text = `a${String.fromCodePoint(code)}b`;
      if (letterHash(text) !== letterHash(spoken(text))) differ.push(code.toString(16));
    }
    expect(differ).toEqual([]);
  });

  it('differs for other letters', () => {
    const texts = [
      'High tide at six',
      'High tide at seven',
      'Отлив в шесть',
      'Отлив в семь',
      '高潮六点',
      '高潮七点',
    ];
    expect(new Set(texts.map(letterHash)).size).toBe(texts.length);
  });

  it('ignores capitals, quotes and dashes', () => {
    expect(letterHash('“High tide”, at six')).toBe(letterHash('HIGH TIDE — at six'));
  });
});
