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
