// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { sourceFromFile, sourceFromText } from './source.js';

describe('pasted text', () => {
  it.each([
    [' https://a.test/b?c=d \n', { url: 'https://a.test/b?c=d' }],
    ['HTTP://A.TEST', { url: 'HTTP://A.TEST' }],
    ['news.example/story/7', { url: 'https://news.example/story/7' }],
  ])('%j is a URL', (text, source) => {
    expect(sourceFromText(text)).toEqual(source);
  });

  it.each(['<p>a', 'Some words. And more', 'https://a.test and words', '<a href=x>a.test</a>', 'word'])(
    '%j is HTML, unchanged',
    text => {
      expect(sourceFromText(text)).toEqual({ html: text });
    },
  );
});

describe('a file', () => {
  it('is sent byte by byte', async () => {
    const bytes = new Uint8Array([0, 255, 60, 112, 62, 233]);
    const { bytes: sent } = await sourceFromFile(new Blob([bytes]));
    expect([...Buffer.from(sent!, 'base64')]).toEqual([...bytes]);
  });
});
