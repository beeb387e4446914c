import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { nodeNames } from '../name-groups.js';
import { landmarks } from './landmarks.js';
import { nodeSums } from './node-sums.js';

function marks(html: string, title?: string) {
  const blocks = blocksFromTree(treeFromHtml(html));
  const found = landmarks(blocks, nodeSums(blocks), nodeNames(blocks.tree), title);
  return {
    title: found.title < 0 ? undefined : blocks.texts[found.title],
    top: blocks.tree.path(found.top),
    trunk: blocks.tree.path(found.trunk),
    core: blocks.tree.path(found.core),
    lead: found.lead < 0 ? undefined : blocks.tree.path(found.lead),
    asideShare: found.asideShare,
  };
}

const PROSE = '<p>This is a paragraph of more than ten words that reads like running text.</p>';

describe('the title', () => {
  it('is the heading that shares most words with the declared title', () => {
    const html =
      '<h1>The Daily Paper</h1><h2>Ferry runs aground off the coast</h2><h2>More of the coast</h2>';
    expect(marks(html, 'Ferry runs aground off the coast | The Daily Paper').title).toBe(
      'Ferry runs aground off the coast',
    );
  });

  it('is the first h1 where no heading shares half of it', () => {
    expect(marks('<h2>Part</h2><h1>First</h1><h1>Second</h1>', 'Nothing of the kind here').title).toBe(
      'First',
    );
    expect(marks('<h2>Part</h2><h1>First</h1>').title).toBe('First');
  });

  it('prefers an h1 to another heading of the same words', () => {
    expect(marks('<h3>Ferry aground</h3><h1>Ferry Aground!</h1>', 'Ferry aground').title).toBe(
      'Ferry Aground!',
    );
  });

  it('is missing where no heading can be it', () => {
    expect(marks('<p>Ferry aground</p><h2>Something else</h2>', 'Ferry aground').title).toBeUndefined();
    expect(marks(`<h1>${'word '.repeat(61)}</h1>`, 'word').title).toBeUndefined();
  });
});

describe('the top element', () => {
  it('is the parent that most prose votes for', () => {
    const html = `<body><main><div>${PROSE.repeat(3)}</div></main><aside>${PROSE}</aside></body>`;
    expect(marks(html).top).toMatch(/main:1 > div:1$/);
  });

  it('loses votes to links', () => {
    const linked = `<p><a href=x>One two three four</a> five six seven eight nine ten eleven</p>`;
    const menu = '<p><a href=x>All of this is a link and there are more words in it</a></p>';
    const html = `<body><div>${linked.repeat(4)}${menu.repeat(9)}</div><section>${PROSE.repeat(3)}</section></body>`;
    expect(marks(html).top).toMatch(/section:2$/);
  });

  it('is the document where nothing is prose', () => {
    expect(marks('<p>Short.</p>').top).toBe('');
  });
});

describe('the trunk', () => {
  it('is the deepest element with two thirds of the prose', () => {
    const html = (rest: string) => `<body><main><div>${PROSE.repeat(2)}</div>${rest}</main></body>`;
    expect(marks(html('')).trunk).toMatch(/main:1 > div:1$/);
    expect(marks(html(PROSE)).trunk).toMatch(/main:1 > div:1$/);
    expect(marks(html(PROSE.repeat(2))).trunk).toMatch(/main:1$/);
  });

  it('is a paragraph that holds all', () => {
    expect(marks(`<body><div>${PROSE}</div></body>`).trunk).toMatch(/p:1$/);
  });

  it('is the document where nothing is prose', () => {
    expect(marks('<p>Short.</p>').trunk).toBe('');
  });
});

describe('the core and the lead', () => {
  const comments = `<div class="comment-list">${PROSE.repeat(9)}</div>`;
  const page = `<body class="has-comments"><h1>Ferry</h1><div class="story">${PROSE}${PROSE}</div>${comments}</body>`;

  it('are where the article is, however much stands aside', () => {
    const found = marks(page, 'Ferry');
    expect(found.trunk).toBe('body:1 > div:3');
    expect(found.core).toBe('body:1 > div:2');
    expect(found.lead).toContain('body:1 > div:2');
    expect(found.asideShare).toBeCloseTo(9 / 11, 5);
  });

  it('are not aside because something around the title is named so', () => {
    const inside = marks(`<div class="sidebar-right"><h1>Ferry</h1>${PROSE}</div>`, 'Ferry');
    expect(inside.asideShare).toBe(0);
  });

  it('are nothing where all prose stands aside', () => {
    const found = marks(`<h1>Ferry</h1><aside>${PROSE}</aside>`, 'Ferry');
    expect([found.lead, found.asideShare]).toEqual([undefined, 1]);
  });
});
