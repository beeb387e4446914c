import { describe, expect, it } from 'vitest';
import { analyse } from '../extract.js';
import { classOf, memoisedByClass } from './names.js';

const PAGE =
  '<div class="post odd"><p class=text>One</p></div><div class="post odd"><p>Two</p></div><p class=text class=lead>Three</p>';

function page() {
  const { measurements: facts } = analyse(PAGE, {}).features;
  const nodes = Array.from({ length: facts.blocks.tree.count }, (_, node) => node);
  return { facts, tree: facts.blocks.tree, nodes };
}

describe('the class of an element', () => {
  it('is given in small letters, camel case cut apart', () => {
    const { tree } = analyse('<p class="PostBody isFirst x2Y">Text</p>', {}).blocks;
    const names = Array.from({ length: tree.count }, (_, node) => classOf(tree, node)).filter(Boolean);
    expect(names).toEqual(['post-body is-first x2-y']);
  });

  it('is asked once for all elements that have it', () => {
    const { facts, tree, nodes } = page();
    const asked: string[] = [];
    const isPost = memoisedByClass((_, node) => {
      asked.push(classOf(tree, node));
      return classOf(tree, node).startsWith('post');
    });
    const posts = nodes.filter(node => isPost(facts)(node));
    expect(posts).toHaveLength(2);
    expect(nodes.filter(node => isPost(facts)(node))).toEqual(posts);
    expect(asked.sort()).toEqual(['', 'post odd', 'text']);
  });
});
