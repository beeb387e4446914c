import { describe, expect, it } from 'vitest';
import { dayIn, hostOf, pageKey, webAddress } from './addresses.js';

describe('webAddress', () => {
  const base = 'https://example.org/a/b';
  it('resolves relative URLs if the base is known', () => {
    expect(webAddress('../c.jpg', base)).toBe('https://example.org/c.jpg');
    expect(webAddress('//cdn.example/x.png', base)).toBe('https://cdn.example/x.png');
    expect(webAddress('c.jpg', undefined)).toBe('c.jpg');
  });
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '',
    'http://[',
    `/${'a'.repeat(5_000)}`,
  ])('rejects %s', value => {
    expect(webAddress(value, base)).toBeUndefined();
    expect(webAddress(value, undefined)).toBeUndefined();
  });
});

describe('pageKey', () => {
  it('is the same for two addresses of one page', () => {
    const key = pageKey('https://www.example.org/story/?utm=1#top', undefined);
    expect(pageKey('http://example.org/story', undefined)).toBe(key);
    expect(pageKey('/story/index.html', 'https://example.org/x')).toBe(key);
    expect(pageKey('https://example.org/other', undefined)).not.toBe(key);
  });
});

it('hostOf drops www, and returns nothing for malformed URLs', () => {
  expect(hostOf('https://www.example.org/x')).toBe('example.org');
  expect(hostOf('nonsense')).toBe('');
});

describe('dayIn', () => {
  it.each([
    ['https://example.org/2023/12/05/title', '2023-12-05'],
    ['https://example.org/news/2023/dec/5/title', '2023-12-05'],
    ['https://example.org/blog/2023-12-05-title.html', '2023-12-05'],
    ['https://example.org/20231205-title', '2023-12-05'],
    ['/2023/12/05', '2023-12-05'],
  ])('reads %s', (address, day) => {
    expect(dayIn(address)).toBe(day);
  });

  it.each([
    'https://example.org/2023/12/',
    'https://example.org/2023/13/05/',
    'https://example.org/t/2024-4-4-release/1',
    'https://example.org/item/120231205',
    'https://example.org/?date=2023-12-05',
  ])('finds none in %s', address => {
    expect(dayIn(address)).toBeUndefined();
  });
});
