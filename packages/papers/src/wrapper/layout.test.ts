import { describe, expect, it } from 'vitest';
import { squeezeLayout } from './layout.js';
import { drawnPage } from './testing/drawn-page.js';

const SENTENCE = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';

describe('squeezing', () => {
  it('keeps running text and a share of everything else', () => {
    const page = drawnPage(
      `<div id=menu><a id=link href=/>Menu</a></div><h1 id=title>A long title</h1><p id=text>${SENTENCE}</p>`,
      {
        menu: [0, 0, 100, 1000],
        link: [0, 0, 100, 1000],
        title: [0, 1000, 500, 40],
        text: [0, 1100, 500, 200],
      },
    );
    const squeezed = squeezeLayout(page, page.layout!, 0.1);
    expect(squeezed.box(page.node('menu'))).toEqual({ x: 0, y: 0, width: 100, height: 100 });
    expect(squeezed.box(page.node('title'))).toEqual({ x: 0, y: 100, width: 500, height: 40 });
    // The gap of 60 between title and text is squeezed too.
    expect(squeezed.box(page.node('text'))).toEqual({ x: 0, y: 146, width: 500, height: 200 });
  });

  it('ignores nodes that are not drawn', () => {
    const page = drawnPage(`<p id=text>${SENTENCE}</p><p id=gone>x</p>`, { text: [0, 0, 10, 10] });
    expect(squeezeLayout(page, page.layout!).box(page.node('gone'))).toBeUndefined();
  });
});
