import { describe, expect, it } from 'vitest';
import { wordStarts } from './words.js';

describe('wordStarts', () => {
  it('cuts at white space, and around each character of a script without spaces', () => {
    expect(wordStarts(' one two,\u00a0three')).toEqual([1, 5, 10]);
    expect(wordStarts('中文abc字')).toEqual([0, 1, 2, 5]);
    expect(wordStarts(' \n')).toEqual([]);
  });
});
