import { describe, expect, it } from 'vitest';
import { dateFromUrl } from './url-date.js';

describe('dateFromUrl', () => {
  it.each([
    ['https://example.org/2023/12/05/title', '2023-12-05'],
    ['https://example.org/news/2023/dec/5/title', '2023-12-05'],
    ['https://example.org/blog/2023-12-05-title.html', '2023-12-05'],
    ['https://example.org/20231205-title', '2023-12-05'],
    ['/2023/12/05', '2023-12-05'],
  ])('reads %s', (address, day) => {
    expect(dateFromUrl(address)).toBe(day);
  });

  it.each([
    'https://example.org/2023/12/',
    'https://example.org/2023/13/05/',
    'https://example.org/t/2024-4-4-release/1',
    'https://example.org/item/120231205',
    'https://example.org/?date=2023-12-05',
  ])('finds none in %s', address => {
    expect(dateFromUrl(address)).toBeUndefined();
  });
});
