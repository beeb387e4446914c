import { describe, expect, it } from 'vitest';
import { publicAddress } from './addresses.js';
import { FetchError } from './errors.js';
import { checkedUrl, looksLikeUrl } from './url.js';

function refusal(address: string): FetchError {
  try {
    checkedUrl(address);
  } catch (error) {
    if (error instanceof FetchError) return error;
  }
  throw new Error(`${address} was let through`);
}

describe('checkedUrl', () => {
  it.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.0.0.1/',
  ])('normalises %s to the dotted form, which the address rule rejects', address => {
    const { hostname } = checkedUrl(address);
    expect(hostname).toBe('127.0.0.1');
    expect(publicAddress(hostname)).toBe('loopback');
  });

  it.each([
    ['file:///etc/passwd', /file/],
    ['ftp://example.org/', /ftp/],
    ['gopher://example.org/', /gopher/],
    ['javascript://example.org/%0aalert(1)', /javascript/],
    ['http://', /web address/],
    ['https://exa mple.org/', /web address/],
    ['http://256.256.256.256/', /web address/],
    ['https://example.org:25/', /port/],
    ['https://example.org:99999/', /web address/],
  ])('rejects %s', (address, why) => {
    const error = refusal(address);
    expect(error.code).toBe('bad-url');
    expect(error.message).toMatch(why);
  });

  it('rejects credentials without repeating them', () => {
    const error = refusal('https://alice:hunter2@example.org/');
    expect(error.code).toBe('bad-url');
    expect(error.message).not.toMatch(/alice|hunter2/);
  });

  it('resolves a URL against its page', () => {
    expect(checkedUrl('../b', new URL('https://example.org/x/y/a')).href).toBe('https://example.org/x/b');
    expect(checkedUrl('//other.example:8080/', new URL('https://example.org/')).href).toBe(
      'https://other.example:8080/',
    );
  });
});

describe('looksLikeUrl', () => {
  it('distinguishes URLs from files', () => {
    expect(['https://a.example', 'HTTP://a', 'file:///x', 'ws://x'].map(looksLikeUrl)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['page.html', '-', 'C:\\page.html', './https:/x', 'a.example/page'].map(looksLikeUrl)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
