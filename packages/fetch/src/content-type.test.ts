import { describe, expect, it } from 'vitest';
import { pageContentType, parseContentType } from './content-type.js';
import { FetchError } from './errors.js';

const url = new URL('https://example.org/');

describe('parseContentType', () => {
  it.each([
    ['text/html; charset=utf-8', { mediaType: 'text/html', charset: 'utf-8' }],
    ['Text/HTML;CHARSET="ISO-8859-2"', { mediaType: 'text/html', charset: 'ISO-8859-2' }],
    ["text/html; boundary=x; charset='koi8-r' ", { mediaType: 'text/html', charset: 'koi8-r' }],
    ['text/html; charset=', { mediaType: 'text/html' }],
    ['text/html; charset', { mediaType: 'text/html' }],
    ['', { mediaType: '' }],
  ])('parses %j', (header, expected) => {
    expect(parseContentType(header)).toEqual(expected);
  });
});

describe('pageContentType', () => {
  it.each(['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml', 'TEXT/PLAIN'])(
    'accepts %s',
    type => {
      expect(pageContentType(type, url)?.mediaType).toBe(type.toLowerCase());
    },
  );

  it('returns undefined without a header, so that the bytes decide', () => {
    expect(pageContentType(undefined, url)).toBeUndefined();
    expect(pageContentType(' ', url)).toBeUndefined();
  });

  it.each([
    'application/pdf',
    'image/png',
    'application/json',
    'application/octet-stream',
    'video/mp4',
    'nonsense',
  ])('rejects %s by name', type => {
    const attempt = () => pageContentType(type, url);
    expect(attempt).toThrow(FetchError);
    expect(attempt).toThrow(type);
  });
});
