import { describe, expect, it } from 'vitest';
import { spokenHash as hashOf } from './copies.js';

const spoken = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const spokenHash = (text: string) =>
  hashOf(
    Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
    0,
    text.length,
  );

describe('spokenHash', () => {
  it('is the same for a text and for what is spoken of it, whatever character it holds', () => {
    const differ: string[] = [];
    for (let code = 0; code < 0x11_0000; code++) {
      const text = `a${String.fromCodePoint(code)}b`;
      if (spokenHash(text) !== spokenHash(spoken(text))) differ.push(code.toString(16));
    }
    expect(differ).toEqual([]);
  });

  it('tells apart texts that are spoken otherwise', () => {
    const texts = [
      'High tide at six',
      'High tide at seven',
      'Отлив в шесть',
      'Отлив в семь',
      '高潮六点',
      '高潮七点',
    ];
    expect(new Set(texts.map(spokenHash)).size).toBe(texts.length);
  });

  it('reads over capitals, quotes and dashes', () => {
    expect(spokenHash('“High tide”, at six')).toBe(spokenHash('HIGH TIDE — at six'));
  });
});
