import { describe, expect, it } from 'vitest';
import { treeFromHtml } from './from-html.js';
import { Layout } from './layout.js';
import { PageTree, treeFromClone } from './tree.js';

describe('a tree cloned to another thread', () => {
  const tree = treeFromHtml('<main lang=en><odd-box data-odd=1>A &amp; B</odd-box></main>');
  const nodes = [...Array(tree.count).keys()];

  it('has the same nodes', () => {
    const again = treeFromClone(structuredClone(tree));
    const told = (of: PageTree) => nodes.map(node => [of.tagName(node), of.text(node), of.attributes(node)]);
    expect(told(again)).toEqual(told(tree));
    expect(told(again).flat()).toContain('odd-box');
    expect(again.layout).toBeUndefined();
  });

  it('keeps its boxes and styles', () => {
    const layout = new Layout({
      viewport: { width: 100, height: 100 },
      page: { width: 100, height: 200 },
      boxes: new Float32Array(4 * tree.count).fill(7),
      styleNames: ['color'],
      styles: new Int32Array(tree.count),
      styleValues: ['red'],
      inFrame: new Uint8Array(tree.count),
    });
    const drawn = new PageTree(tree.source, tree.encoded, tree.count, tree, [], [], layout);
    const again = treeFromClone(structuredClone(drawn));
    expect(again.layout?.box(1)).toEqual({ x: 7, y: 7, width: 7, height: 7 });
    expect(again.layout?.style(1, 'color')).toBe('red');
  });
});
