import { expect, it } from 'vitest';
import { analyse } from '../../extract.js';
import { oncePerNode } from './page-measurements.js';

it('oncePerNode memoises per page', () => {
  const end = oncePerNode(({ blocks }, node) => blocks.tree.end[node]!);
  const [short, long] = ['<p>One</p>', '<p>One</p><p>Two</p>'].map(
    html => analyse(html, {}).features.measurements,
  );
  expect([end(short!)(0), end(long!)(0), end(short!)(0)]).toEqual([
    short!.blocks.tree.count,
    long!.blocks.tree.count,
    short!.blocks.tree.count,
  ]);
});
