import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { readMetadata } from './from-blocks.js';

/** The text of the block that shows the title. */
function headingOf(html: string, title: string): string | undefined {
  const blocks = blocksFromTree(treeFromHtml(`<html><head>${title}</head><body>${html}</body></html>`));
  const { heading } = readMetadata(blocks);
  return heading === undefined ? undefined : blocks.texts[heading];
}

describe('the heading of the title', () => {
  it('is the one most similar to the titles in the head', () => {
    const html =
      '<h1>The Daily Paper</h1><h2>Ferry runs aground off the coast</h2><h2>More of the coast</h2>';
    expect(headingOf(html, '<title>Ferry runs aground off the coast | The Daily Paper</title>')).toBe(
      'Ferry runs aground off the coast',
    );
  });

  it('is an h1 unlike the titles only if it is the only one', () => {
    const title = '<title>Nothing of the kind here</title>';
    expect(headingOf('<h2>Part</h2><h1>First</h1>', title)).toBe('First');
    expect(headingOf('<h1>First</h1><h1>Second</h1>', title)).toBeUndefined();
  });

  it('is an h1 rather than another heading with the same words', () => {
    const html = '<h3>Ferry aground</h3><h1>Ferry Aground!</h1>';
    expect(headingOf(html, '<title>Ferry aground</title>')).toBe('Ferry Aground!');
  });

  it('may be a line that equals the title', () => {
    const html = '<p>Ferry aground off the coast</p><h2>Something else</h2>';
    expect(headingOf(html, '<title>Ferry aground off the coast</title>')).toBe('Ferry aground off the coast');
    expect(headingOf(html, '<title>Another matter</title>')).toBeUndefined();
  });

  it('is not the name of the site if the text has a heading', () => {
    const name = '<meta property="og:site_name" content="Coast News">';
    const html = '<h1>Coast News</h1><h2>Roofs lost in a storm</h2>';
    expect(headingOf(html, `<title>Coast News: Roofs lost in a storm at night</title>${name}`)).toBe(
      'Roofs lost in a storm',
    );
    expect(headingOf('<h1>Coast News</h1>', `<title>Coast News</title>${name}`)).toBe('Coast News');
  });
});
