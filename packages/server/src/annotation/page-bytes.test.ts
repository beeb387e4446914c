import { expect, it } from 'vitest';
import { decodeBytes } from 'webpith/stages';
import { normalisePage, pageName } from './page-bytes.js';

it('keeps the bytes of a page that declares its own encoding', () => {
  const bytes = Buffer.from('<title> A  b </title><p>é');
  expect(normalisePage(bytes)).toEqual({ bytes, title: 'A b' });
  expect(normalisePage(bytes, 'utf-8').bytes).toBe(bytes);
  expect(normalisePage(Buffer.from('<p>x'))).toEqual({ bytes: Buffer.from('<p>x') });
});

it('re-encodes a page whose encoding is known only from the transport', () => {
  const text = '<meta charset=windows-1251><p>Grüße, schöne Straße über Möhren';
  const bytes = Buffer.from(text, 'latin1');
  const kept = normalisePage(bytes, 'iso-8859-1');
  expect(decodeBytes(kept.bytes).text).toContain('Grüße, schöne Straße über Möhren');
});

it('derives page names that are safe as file names', () => {
  expect(pageName(undefined, 'https://a.org/b/c.html?d=1#e')).toBe('a.org-b-c');
  expect(pageName('../../etc/passwd')).toBe('etc-passwd');
  expect(pageName('', '...', 'C:\\x.htm')).toBe('C-x');
  expect(pageName('')).toBeUndefined();
  expect(pageName('x'.repeat(500))).toHaveLength(120);
});
