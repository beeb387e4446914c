import { it } from 'vitest';
import { treeFromHtml } from './tree/from-html.js';
import { blocksFromTree } from './blocks/from-tree.js';
it('x', () => {
  for (const n of [5000, 20000, 80000]) {
    for (const unit of ['some words<br>', '<b>x</b> ', '<b> x </b>']) {
    const t = treeFromHtml('<p>' + unit.repeat(n)); const a = process.cpuUsage(); blocksFromTree(t); console.log(unit, n, process.cpuUsage(a).user/1000); }
  }
});
