import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { nodeNames } from '../name-groups.js';
import { landmarks } from './landmarks.js';
import { nodeSums } from './node-sums.js';

function marks(html: string, title = '') {
  const blocks = blocksFromTree(treeFromHtml(html));
  const found = landmarks(blocks, nodeSums(blocks), nodeNames(blocks.tree), blocks.texts.indexOf(title));
  return {
    top: blocks.tree.path(found.top),
    trunk: blocks.tree.path(found.trunk),
    core: blocks.tree.path(found.core),
    lead: found.lead < 0 ? undefined : blocks.tree.path(found.lead),
    asideShare: found.asideShare,
  };
}

const PROSE = '<p>This is a paragraph of more than ten words that reads like running text.</p>';

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
