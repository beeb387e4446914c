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
