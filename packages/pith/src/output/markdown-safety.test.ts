import { describe, expect, it } from 'vitest';
import { OUTPUTS } from './from-article.js';
import { contentOfAll } from './testing/content-of-all.js';
import { renderedFaults } from './testing/rendered-faults.js';
import { RENDERER_NAMES, RENDERERS } from './testing/renderers.js';
import { WAYS_IN } from './testing/ways-in.js';

/** What the renderers make of the Markdown of a page, and the HTML output never would. */
function faultsOf(page: string, options = {}): string[] {
  const markdown = OUTPUTS.markdown({ content: contentOfAll(page, options) });
  return RENDERER_NAMES.flatMap(name =>
    renderedFaults(RENDERERS[name](markdown), name).map(fault => `${name}: ${fault} in ${markdown}`),
  );
}

describe('Markdown lets nothing through', () => {
  it.each(Object.entries(WAYS_IN))('by %s', (_, page) => {
    expect(faultsOf(page)).toEqual([]);
    expect(faultsOf(page, { baseUrl: 'https://example.org/a/' })).toEqual([]);
  });
});

describe('Markdown says the same', () => {
  it.each([
    ['a<b> \u00a0* b</b>c', 'a \u00a0**\\* b**c'],
    ['a<b>b *\u00a0</b>c', 'a**b \\***\u00a0c'],
    ['a<b>\u00a0*\u00a0</b>c', 'a\u00a0**\\***\u00a0c'],
  ])('of an asterisk whose blanks go outside the delimiter: %s', (html, markdown) => {
    expect(OUTPUTS.markdown({ content: contentOfAll(`<p>${html}</p>`) })).toBe(markdown);
  });
});
