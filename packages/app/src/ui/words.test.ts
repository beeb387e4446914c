// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, extractOptionsFrom, includes } from '../screens/reader/Options.js';
import { describeConfidence, formatDate } from './words.js';

describe('the reader describes', () => {
  it.each([
    [0.97, 'Very likely right', 'good'],
    [0.8, 'Probably right', 'good'],
    [0.5, 'May have missing or extra parts', 'fair'],
    [0.1, 'Uncertain: compare it with the page', 'poor'],
  ])('a confidence of %d', (confidence, words, kind) => {
    expect(describeConfidence(confidence)).toEqual({ words, kind });
  });

  it.each([
    ['2025-10-18T06:30:00+01:00', '18 October 2025 at 06:30'],
    ['2025-10-18', '18 October 2025'],
    ['last Tuesday', 'last Tuesday'],
    ['2025-19-48', '2025-19-48'],
    [undefined, ''],
  ])('the date %s', (date, words) => {
    expect(formatDate(date)).toBe(words);
  });
});

describe('extractOptions', () => {
  it('contain only values that are not the default', () => {
    expect(extractOptionsFrom(DEFAULT_OPTIONS)).toEqual({
      outputs: ['text', 'markdown', 'html', 'tei'],
      explain: 'brief',
    });
    const options = { ...DEFAULT_OPTIONS, lean: 0.5, include: { links: false } };
    expect(extractOptionsFrom(options)).toMatchObject({ lean: 0.5, include: { links: false } });
  });

  it('include the default parts', () => {
    expect(includes(DEFAULT_OPTIONS, 'tables')).toBe(true);
    expect(includes(DEFAULT_OPTIONS, 'title')).toBe(false);
    expect(includes({ ...DEFAULT_OPTIONS, include: { tables: false } }, 'tables')).toBe(false);
  });
});
