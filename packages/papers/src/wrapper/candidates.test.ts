import { describe, expect, it } from 'vitest';
import { bodyCandidates, titleCandidates } from './candidates.js';
import { type Boxes, drawnPage } from './testing/drawn-page.js';
import { rectOf, viewPage } from './view.js';

const view = (html: string, boxes: Boxes) => {
  const page = drawnPage(html, boxes);
  return { page, view: viewPage(page, page.layout!) };
};

describe('candidates for the body', () => {
  it('start in the first screen', () => {
    const { page, view: seen } = view(
      '<div id=top>words</div><div id=below>words<div id=inner>more</div></div>',
      {
        top: [0, 1000, 800, 2000],
        below: [0, 1024, 800, 900],
        inner: [0, 500, 800, 900],
      },
    );
    // Subtrees that start below the screen are skipped.
    expect(bodyCandidates(seen)).toEqual([page.node('top')]);
  });

  it('are big enough', () => {
    const { page, view: seen } = view('<div id=big>words</div><div id=small>words</div>', {
      big: [0, 0, 640, 80],
      small: [0, 100, 640, 79],
    });
    expect(bodyCandidates(seen)).toEqual([page.node('big')]);
  });

  it('contain text', () => {
    const { view: seen } = view('<div id=empty></div>', { empty: [0, 0, 1000, 1000] });
    expect(bodyCandidates(seen)).toEqual([]);
  });
});

describe('candidates for the title', () => {
  const HTML = `<div id=menu><a id=link href=/s>Sport</a></div><h2 id=category>SPORT</h2><h1 id=title>Harbour wins</h1>
    <h1 id=linked><a id=anchor href=/x>Elsewhere</a> today</h1><div id=wide>Too wide</div><div id=low>Too low</div>
    <div id=body>Body</div><a id=later href=/h>Harbour wins</a>`;
  const { page, view: seen } = view(HTML, {
    menu: [0, 0, 400, 20],
    link: [0, 0, 50, 20],
    category: [0, 40, 400, 20],
    title: [0, 80, 400, 40],
    linked: [0, 120, 400, 40],
    anchor: [0, 120, 200, 40],
    wide: [1000, 160, 400, 20],
    low: [0, 1000, 400, 40],
    body: [0, 200, 800, 500],
    later: [0, 700, 100, 20],
  });
  const candidates = titleCandidates(seen, rectOf(seen, page.node('body'))!);

  it('are entirely in the first screen', () => {
    expect(candidates).toContain(page.node('title'));
    expect(candidates).not.toContain(page.node('wide'));
    expect(candidates).not.toContain(page.node('low'));
  });

  it('contain no anchor text', () => {
    expect(candidates).not.toContain(page.node('linked'));
    expect(candidates).not.toContain(page.node('link'));
  });

  it('exclude category names repeated by a link above the body, not by one below it', () => {
    expect(candidates).not.toContain(page.node('category'));
    expect(candidates).toEqual([page.node('title'), page.node('body')]);
  });
});
