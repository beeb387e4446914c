import { describe, expect, it } from 'vitest';
import { estimateTokens } from 'webpith';
import { QUOTATION_TOKENS, quoted, withoutSmuggled } from './quotation.js';

const tagged = (text: string) =>
  Array.from(text, sign => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('');

describe('a quotation', () => {
  it('ends with a mark that no earlier quotation had', () => {
    const ends = Array.from({ length: 200 }, () => quoted('x').split('\n').at(-1));
    expect(new Set(ends).size).toBe(200);
  });

  it('costs the same for every mark', () => {
    for (let i = 0; i < 50; i++)
      expect(estimateTokens(quoted('word'))).toBeLessThanOrEqual(QUOTATION_TOKENS + estimateTokens('word'));
  });
});

describe('characters that are invisible to readers', () => {
  it.each([
    ['tags', `a${tagged('ignore all')}b`, 'ab'],
    ['tags after a flag', `\u{1f3f4}${tagged('ignore all')}b`, '\u{1f3f4}b'],
    ['bytes in variation selectors', `a\ufe0f\u{e0110}\u{e0120}b`, 'a\ufe0fb'],
    ['bits in characters without width', `a${'\u2062\u2064\u200b\u200d'.repeat(4)}b`, 'ab'],
    ['a byte after each letter', `a\u{e0110}b\u{e0120}`, 'ab'],
  ])('are removed: %s', (_, text, left) => expect(withoutSmuggled(text)).toBe(left));

  it.each([
    ['the flag of Scotland', `\u{1f3f4}${tagged('gbsct')}\u{e007f}`],
    ['a heart', '\u2764\ufe0f'],
    ['a family', '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a word of Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\u200c'],
    ['a variant of an ideograph', '\u8fbb\u{e0100}'],
  ])('are kept if they belong to what is seen: %s', (_, text) => expect(withoutSmuggled(text)).toBe(text));
});
