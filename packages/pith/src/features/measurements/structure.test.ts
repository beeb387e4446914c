import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { TAG } from '../../tree/names.js';
import type { PageTree } from '../../tree/tree.js';
import { nodeNames } from '../name-groups.js';
import { groupPaths, isProse, landmarks, nodeSums } from './structure.js';

const blocksOf = (html: string) => blocksFromTree(treeFromHtml(html));
const nodeOf = (tree: PageTree, tag: number) => tree.tag.indexOf(tag);

describe('isProse', () => {
  it('is true for ten words of which less than half are in links', () => {
    const ten = 'one two three four five six seven eight nine ten';
    const prose = (html: string) => isProse(blocksOf(html), 0);
    expect(prose(`<p>${ten}</p>`)).toBe(true);
    expect(prose('<p>one two three four five six seven eight nine</p>')).toBe(false);
    expect(prose(`<p><a href=x>one two three four</a> five six seven eight nine ten</p>`)).toBe(true);
    expect(prose(`<p><a href=x>one two three four five</a> six seven eight nine ten</p>`)).toBe(false);
  });
});

describe('nodeSums', () => {
  const html = `<main><article><h1>A title</h1><p>One two three <a href=x>four five</a> six seven eight nine ten
    eleven.</p><picture><img src=a></picture><img src=b></article><nav><a href=y>Two words</a><form><input><button>Go</button>
    <select><option>z</select></form></nav></main>`;
  const blocks = blocksOf(html);
  const sums = nodeSums(blocks);
  const at = (tag: number) => {
    const n = nodeOf(blocks.tree, tag);
    const { words, linkWords, blocks: count, proseWords, proseBlocks, headings, images, controls } = sums;
    return [words, linkWords, count, proseWords, proseBlocks, headings, images, controls].map(of => of[n]);
  };

  it('add up the contents of each element', () => {
    expect(at(TAG.article)).toEqual([13, 2, 2, 11, 1, 1, 2, 0]);
    expect(at(TAG.nav)).toEqual([3, 2, 2, 0, 0, 0, 0, 3]);
    expect(at(TAG.main)).toEqual([16, 4, 4, 11, 1, 1, 2, 3]);
    expect(at(TAG.p)).toEqual([11, 2, 1, 11, 1, 0, 0, 0]);
  });

  it('count depth from the document', () => {
    const { tree } = blocks;
    expect(sums.depth[0]).toBe(0);
    expect(sums.depth[nodeOf(tree, TAG.p)]! - sums.depth[nodeOf(tree, TAG.main)]!).toBe(2);
  });

  it('of every node are those of its own blocks and of its children', () => {
    const piece = fc.constantFrom(
      '<div>',
      '</div>',
      '<p>',
      'word ',
      '<b>x</b> ',
      '<h2>',
      '<a href=x>link</a> ',
      '<img>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        const any = blocksOf(pieces.join(''));
        const { words, blocks: counts, headings } = nodeSums(any);
        for (let node = 0; node < any.tree.count; node++) {
          const inside = Array.from(any.node.keys()).filter(b => any.tree.contains(node, any.node[b]!));
          expect(counts[node]).toBe(inside.length);
          expect(words[node]).toBe(inside.reduce((sum, b) => sum + any.words[b]!, 0));
          expect(headings[node]).toBe(inside.filter(b => any.level[b]! > 0).length);
        }
      }),
    );
  });
});

function pathsOf(html: string) {
  const blocks = blocksFromTree(treeFromHtml(html));
  return groupPaths(blocks, nodeNames(blocks.tree));
}

describe('path groups', () => {
  it('join blocks with the same tags and classes up to the root', () => {
    const { own } = pathsOf(
      '<div class=post-1><p>one two</p></div><div class=post-2><p><a href=x>three</a></p></div>',
    );
    expect([...own.group]).toEqual([0, 0]);
    expect([...own.before]).toEqual([0, 1]);
    expect([own.blocks[0], own.words[0], own.linkWords[0]]).toEqual([2, 3, 1]);
  });

  it('separate blocks with another tag, class or ancestor', () => {
    const { own } = pathsOf(
      '<div class=a><p>1</p><p class=b>2</p><h2>3</h2></div><div class=c><p>4</p></div><section class=a><p>5</p></section>',
    );
    expect([...own.group]).toEqual([0, 1, 2, 3, 4]);
    expect([...own.before]).toEqual([0, 0, 0, 0, 0]);
  });

  it('of parents join all children, whatever their tag', () => {
    const { own, parents } = pathsOf('<div class=a><p>1</p><h2>2 3</h2></div><div class=b><p>4</p></div>');
    expect([...own.group]).toEqual([0, 1, 2]);
    expect([...parents.group]).toEqual([0, 0, 1]);
    expect([parents.blocks[0], parents.words[0], parents.linkWords[0]]).toEqual([2, 3, 0]);
  });

  it('join the halves of an element split by line breaks', () => {
    const { own } = pathsOf('<div>one<br><br>two</div>');
    expect([...own.group]).toEqual([0, 0]);
  });
});

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

  it('is the document without prose', () => {
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

  it('is a paragraph that contains all prose', () => {
    expect(marks(`<body><div>${PROSE}</div></body>`).trunk).toMatch(/p:1$/);
  });

  it('is the document without prose', () => {
    expect(marks('<p>Short.</p>').trunk).toBe('');
  });
});

describe('the core and the lead', () => {
  const comments = `<div class="comment-list">${PROSE.repeat(9)}</div>`;
  const page = `<body class="has-comments"><h1>Ferry</h1><div class="story">${PROSE}${PROSE}</div>${comments}</body>`;

  it('are in the article, whatever the size of the asides', () => {
    const found = marks(page, 'Ferry');
    expect(found.trunk).toBe('body:1 > div:3');
    expect(found.core).toBe('body:1 > div:2');
    expect(found.lead).toContain('body:1 > div:2');
    expect(found.asideShare).toBeCloseTo(9 / 11, 5);
  });

  it('ignore the name of an ancestor of the title', () => {
    const inside = marks(`<div class="sidebar-right"><h1>Ferry</h1>${PROSE}</div>`, 'Ferry');
    expect(inside.asideShare).toBe(0);
  });

  it('are missing if all prose is in asides', () => {
    const found = marks(`<h1>Ferry</h1><aside>${PROSE}</aside>`, 'Ferry');
    expect([found.lead, found.asideShare]).toEqual([undefined, 1]);
  });
});
