import { describe, expect, it } from 'vitest';
import { crunch, pointsTo } from './crunch.js';
import { extractHtml } from './testing/extract-html.js';

const link = (text: string) => `<a href="/${text}">${text}</a>`;

describe('Crunch', () => {
  it('drops a cell with more than one link for four unlinked words, and keeps one at the threshold', () => {
    const row = (cell: string) => `<table><tr><td>${cell}</td><td>end</td></tr></table>`;
    expect(extractHtml(crunch, row(`${link('x')} one two three four`))).toBe('x one two three four\nend');
    expect(extractHtml(crunch, row(`${link('x')} one two three`))).toBe('end');
  });

  it('treats boxes as cells if they are among its cells', () => {
    const page = `<div>${link('home')}${link('news')}</div><div>text</div>`;
    expect(extractHtml(crunch, page)).toBe('homenews\ntext');
    expect(extractHtml(crunch, page, ['div'])).toBe('text');
  });

  it('drops elements that point to an ad server', () => {
    const page =
      '<p>text</p><a href="https://ad.doubleclick.net/x">buy</a><a href="/doubleclick.net">stay</a>';
    expect(extractHtml(crunch, page)).toBe('text\nstay');
  });

  it('drops empty tables', () => {
    const page = '<table><tr><td>|</td></tr></table><p>text</p>';
    expect(extractHtml(crunch, page)).toBe('text');
  });
});

describe('pointsTo', () => {
  it.each([
    ['http://ads.example.com/x', true],
    ['//example.com?x', true],
    ['https://EXAMPLE.com:80/', true],
    ['https://notexample.com/', false],
    ['/example.com/', false],
    ['https://other.org/?to=//example.com', false],
  ])('%s → %s', (address, expected) => {
    expect(pointsTo(address, new Set(['example.com']))).toBe(expected);
  });
});
