import { describe, expect, it } from 'vitest';
import {
  bodyCandidates,
  bodyFeatures,
  formattingSums,
  largestFontSize,
  titleCandidates,
  titleFeatures,
} from './candidates.js';
import { type Boxes, drawnPage } from './testing/drawn-page.js';
import { rectOf, viewPage } from './view.js';

// Screen 1280 × 1024, so two screens are 2048 high.
const PAGE = drawnPage(
  `<body id=page><div id=logo>Gazette</div><h1 id=title>Boats return to the harbour.</h1>
   <div id=body><p id=one>Ten letter</p><p id=two>Twenty letters here.</p><div id=box><i id=note>Five!</i></div></div>
   <div id=aside>Elsewhere</div></body>`,
  {
    page: [0, 0, 1280, 4000],
    logo: [0, 0, 320, 64, 40],
    title: [64, 128, 640, 64, 32],
    body: [64, 256, 960, 3000],
    one: [64, 256, 960, 200],
    two: [64, 456, 960, 200],
    box: [64, 656, 960, 100],
    note: [64, 656, 100, 20],
    aside: [1152, 1024, 256, 512, 64],
  },
);
const VIEW = viewPage(PAGE, PAGE.layout!);

describe('features of bodies', () => {
  const sums = formattingSums(VIEW);
  const featuresOf = (id: string) => bodyFeatures(VIEW, sums, PAGE.node(id));

  it('count formatting elements among the children, as a share of all', () => {
    expect(sums.allCounts).toBe(3);
    expect(featuresOf('body')[0]).toBeCloseTo(2 / 3);
    expect(featuresOf('box')[0]).toBeCloseTo(1 / 3);
    expect(featuresOf('logo')[0]).toBe(0);
  });

  it('measure the text inside those children, as a share of all formatted text', () => {
    expect(sums.allCharacters).toBe(10 + 20 + 5);
    expect(featuresOf('body')[1]).toBeCloseTo(30 / 35);
    expect(featuresOf('box')[1]).toBeCloseTo(5 / 35);
  });

  it('are relative to the screen’s width and two screens’ height, cut off there', () => {
    expect(featuresOf('body').slice(2)).toEqual([64 / 1280, 256 / 2048, 960 / 1280, (2048 - 256) / 2048]);
    expect(featuresOf('one').slice(2)).toEqual([64 / 1280, 256 / 2048, 960 / 1280, 200 / 2048]);
    expect(featuresOf('aside').slice(2)).toEqual([
      1152 / 1280,
      1024 / 2048,
      (1280 - 1152) / 1280,
      512 / 2048,
    ]);
  });

  it('have zero content features on a page without formatting elements', () => {
    const bare = drawnPage('<div id=a>words</div>', { a: [0, 0, 100, 100] });
    const view = viewPage(bare, bare.layout!);
    expect(bodyFeatures(view, formattingSums(view), bare.node('a')).slice(0, 2)).toEqual([0, 0]);
  });
});

describe('features of titles', () => {
  const body = rectOf(VIEW, PAGE.node('body'))!;
  const featuresOf = (id: string) => titleFeatures(VIEW, body, largestFontSize(VIEW), PAGE.node(id));

  it('use the largest font of the first screen only', () => {
    expect(largestFontSize(VIEW)).toBe(40);
  });

  it('are relative to the screen', () => {
    expect(featuresOf('title').slice(0, 4)).toEqual([64 / 1280, 128 / 1024, 640 / 1280, 64 / 1024]);
  });

  it('include overlap relative to the body’s width and distance relative to the screen', () => {
    const [, , , , overlap, distance] = featuresOf('title');
    expect(overlap).toBeCloseTo(640 / 960);
    expect(distance).toBeCloseTo((256 - 192) / 1024);
    expect(featuresOf('logo')[4]).toBeCloseTo((320 - 64) / 960);
    expect(featuresOf('two')[5]).toBeCloseTo((256 - 656) / 1024);
    expect(featuresOf('aside')[4]).toBe(0);
  });

  it('include flatness, the shorter edge divided by the longer', () => {
    expect(featuresOf('title')[6]).toBeCloseTo(64 / 640);
    expect(featuresOf('aside')[6]).toBeCloseTo(256 / 512);
  });

  it('include font size, full stop, and words divided by 60', () => {
    expect(featuresOf('title').slice(7)).toEqual([32 / 40, 1, 5 / 60]);
    expect(featuresOf('logo').slice(7)).toEqual([1, 0, 1 / 60]);
  });
});

describe('bounding rectangles', () => {
  it('are the union of the children if the box has no area', () => {
    const page = drawnPage(
      '<div id=row><div id=left>a</div><div id=right>b</div></div><div id=gone>c</div>',
      {
        row: [0, 10, 500, 0],
        left: [0, 10, 100, 50],
        right: [200, 30, 100, 70],
      },
    );
    const view = viewPage(page, page.layout!);
    expect(rectOf(view, page.node('row'))).toEqual({ left: 0, top: 10, width: 300, height: 90 });
    expect(rectOf(view, page.node('gone'))).toBeUndefined();
  });
});

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
