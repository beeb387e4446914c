import { expect, it } from 'vitest';
import { analyse } from '../analyse.js';
import { remembered, rememberedByNode } from './remembered.js';

it('reads what is asked for, once, zeros too', () => {
  const read: number[] = [];
  const half = remembered(4, index => {
    read.push(index);
    return index / 2;
  });
  expect([3, 0, 3, 0].map(half)).toEqual([1.5, 0, 1.5, 0]);
  expect(read).toEqual([3, 0]);
});

it('knows the nodes of each page apart', () => {
  const end = rememberedByNode(({ blocks }, node) => blocks.tree.end[node]!);
  const [short, long] = ['<p>One</p>', '<p>One</p><p>Two</p>'].map(html => analyse(html, {}).features.facts);
  expect([end(short!)(0), end(long!)(0), end(short!)(0)]).toEqual([
    short!.blocks.tree.count,
    long!.blocks.tree.count,
    short!.blocks.tree.count,
  ]);
});
