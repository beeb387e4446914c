import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import { nodeNames } from '../name-groups.js';
import { paths } from './paths.js';

function pathsOf(html: string) {
  const blocks = blocksFromTree(treeFromHtml(html));
  return paths(blocks, nodeNames(blocks.tree));
}

describe('path families', () => {
  it('join blocks whose tags and classes are alike all the way up', () => {
    const { own } = pathsOf(
      '<div class=post-1><p>one two</p></div><div class=post-2><p><a href=x>three</a></p></div>',
    );
    expect([...own.family]).toEqual([0, 0]);
    expect([...own.before]).toEqual([0, 1]);
    expect([own.blocks[0], own.words[0], own.linkWords[0]]).toEqual([2, 3, 1]);
  });

  it('part blocks where a tag, a class or the place above differs', () => {
    const { own } = pathsOf(
      '<div class=a><p>1</p><p class=b>2</p><h2>3</h2></div><div class=c><p>4</p></div><section class=a><p>5</p></section>',
    );
    expect([...own.family]).toEqual([0, 1, 2, 3, 4]);
    expect([...own.before]).toEqual([0, 0, 0, 0, 0]);
  });

  it('of parents join what the parent holds, whatever its tag', () => {
    const { own, parents } = pathsOf('<div class=a><p>1</p><h2>2 3</h2></div><div class=b><p>4</p></div>');
    expect([...own.family]).toEqual([0, 1, 2]);
    expect([...parents.family]).toEqual([0, 0, 1]);
    expect([parents.blocks[0], parents.words[0], parents.linkWords[0]]).toEqual([2, 3, 0]);
  });

  it('join the halves of an element that line breaks cut', () => {
    const { own } = pathsOf('<div>one<br><br>two</div>');
    expect([...own.family]).toEqual([0, 0]);
  });
});
