import { describe, expect, it } from 'vitest';
import { dayFirst, direction, directionOf, languageTag } from './language.js';

describe('languageTag', () => {
  it.each([
    ['en', 'en'],
    ['EN_us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['pt-BR, pt', 'pt-BR'],
    ['de_DE.UTF-8', 'de-DE'],
    ['Deutsch', 'de'],
    ['es-419', 'es-419'],
  ])('%s', (value, tag) => {
    expect(languageTag(value)).toBe(tag);
  });
  it.each(['', 'x', 'klingonese', '12', 'und'])('rejects %s', value => {
    expect(languageTag(value)).toBeUndefined();
  });
});

describe('direction', () => {
  it('follows the root element, then the language and its script', () => {
    expect(direction('RTL', { value: 'en', source: 'html-lang' })).toEqual({
      value: 'rtl',
      source: 'html-dir',
    });
    expect(direction('auto', { value: 'fa-IR', source: 'html-lang' })).toEqual({
      value: 'rtl',
      source: 'language',
    });
    expect(direction(undefined, undefined)).toBeUndefined();
    expect(directionOf('az-Arab')).toBe('rtl');
    expect(directionOf('ar-Latn')).toBe('ltr');
  });
});

describe('dayFirst', () => {
  it('is false only for American English', () => {
    expect(dayFirst('en', 'example.com')).toBe(false);
    expect(dayFirst('en', 'example.co.uk')).toBe(true);
    expect(dayFirst('en-AU', 'example.com')).toBe(true);
    expect(dayFirst('de', 'example.com')).toBe(true);
    expect(dayFirst(undefined, 'example.com')).toBe(false);
  });
});
