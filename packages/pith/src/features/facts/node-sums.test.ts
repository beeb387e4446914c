import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { TAG } from '../../tree/names.js';
import type { PageTree } from '../../tree/tree.js';
import { isProse, nodeSums } from './node-sums.js';

const blocksOf = (html: string) => blocksFromTree(treeFromHtml(html));
const nodeOf = (tree: PageTree, tag: number) => tree.tag.indexOf(tag);

describe('isProse', () => {
  it('holds for ten words of which less than half are in links', () => {
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

  it('add up what each element holds', () => {
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
