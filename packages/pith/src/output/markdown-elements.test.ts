import { describe, expect, it } from 'vitest';
import { contentOf } from '../content/testing/shapes.js';
import { OUTPUTS } from './from-article.js';

describe('semantic elements', () => {
  const html =
    '<p>Press <kbd>Ctrl+S</kbd>, it prints <samp>saved</samp>, says the <abbr title="World Health Organization">WHO</abbr>, ' +
    'in <ruby>東<rp>(</rp><rt>tō</rt><rp>)</rp></ruby>.</p>';
  const content = contentOf(html);

  it('survive in HTML', () => {
    expect(OUTPUTS.html({ content })).toBe(html);
  });

  it('are plain text, code or tags in Markdown', () => {
    expect(OUTPUTS.markdown({ content })).toBe(
      'Press <kbd>Ctrl+S</kbd>, it prints `saved`, says the WHO, in <ruby>東<rp>(</rp><rt>tō</rt><rp>)</rp></ruby>.',
    );
  });

  it('are plain text without markup', () => {
    expect(OUTPUTS.text({ content })).toBe('Press Ctrl+S, it prints saved, says the WHO, in 東(tō).');
  });
});

describe('the header row of a Markdown table', () => {
  const write = (html: string) => OUTPUTS.markdown({ content: contentOf(html) });

  it('is the first row if there are no header cells', () => {
    expect(write('<table><tr><td>1<td>2<tr><td>3<td>4</table>')).toBe('| 1 | 2 |\n| --- | --- |\n| 3 | 4 |');
  });

  it('is empty if only other cells are header cells', () => {
    expect(write('<table><tr><th>1<td>2</table>')).toBe('|  |  |\n| --- | --- |\n| 1 | 2 |');
  });
});
