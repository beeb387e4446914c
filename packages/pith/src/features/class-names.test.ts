import { describe, expect, it } from 'vitest';
import { treeFromHtml } from '../tree/from-html.js';
import { ByClass, classOf } from './name-groups.js';

const nodesOf = ({ count }: { readonly count: number }) => Array.from({ length: count }, (_, node) => node);

describe('classOf', () => {
  it('returns lower case, with camel case split', () => {
    const tree = treeFromHtml('<p class="PostBody isFirst x2Y">Text</p>');
    const names = nodesOf(tree).map(node => classOf(tree, node));
    expect(names.filter(Boolean)).toEqual(['post-body is-first x2-y']);
  });
});

describe('ByClass', () => {
  it('reads each class once', () => {
    const tree = treeFromHtml(
      '<div class="post odd"><p class=text>One</p></div><div class="post odd"><p>Two</p></div><p class=text class=lead>Three</p>',
    );
    const read: string[] = [];
    const isPost = new ByClass(tree, name => {
      read.push(name);
      return name.startsWith('post');
    });
    const posts = nodesOf(tree).filter(node => isPost.at(node));
    expect(posts).toHaveLength(2);
    expect(nodesOf(tree).filter(node => isPost.at(node))).toEqual(posts);
    expect(read.sort()).toEqual(['', 'post odd', 'text']);
  });
});
