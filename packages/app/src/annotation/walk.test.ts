import { describe, expect, it } from 'vitest';
import { type Direction, pathOf, walk, walkLeaves } from './outline.js';
import { at, sampleOutline } from './testing/sample.js';

const outline = sampleOutline();
const go = (node: number, ...directions: Direction[]) =>
  outline.nodes[directions.reduce((index, way) => walk(outline, index, way), at(outline, node))]!.node;
const leaf = (node: number, step: 1 | -1, passes = (_: number) => true) =>
  outline.nodes[walkLeaves(outline, at(outline, node), step, i => passes(outline.nodes[i]!.node))]!.node;

describe('the outline', () => {
  it('contains the nodes that can be labelled, and not the head', () => {
    expect(outline.nodes.map(({ node }) => node)).toEqual([
      1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
    expect(outline.nodes[at(outline, 12)]).toMatchObject({
      tag: 'p',
      kind: 'element',
      depth: 3,
      isShown: true,
    });
    expect(outline.nodes[at(outline, 13)]).toMatchObject({ tag: '#text', kind: 'text' });
    expect(outline.nodes[at(outline, 7)]!.end).toBe(at(outline, 18));
    expect(outline.nodes[at(outline, 8)]!.isShown).toBe(false);
    expect(outline.leaves.map(i => outline.nodes[i]!.node)).toEqual([6, 11, 13, 15, 17, 19]);
  });
});

describe('walk', () => {
  it('moves to parent, child and siblings', () => {
    expect(go(15, 'parent')).toBe(14);
    expect(go(7, 'child')).toBe(10);
    expect(go(10, 'next')).toBe(12);
    expect(go(16, 'previous', 'previous')).toBe(10);
  });

  it('leaves a subtree at its ends, and stays if nothing follows', () => {
    expect(go(15, 'next')).toBe(16);
    expect(go(10, 'previous')).toBe(4);
    expect(go(19, 'next')).toBe(19);
    expect(go(19, 'child')).toBe(19);
    expect(go(1, 'parent')).toBe(1);
  });

  it('moves from leaf to leaf, and wraps around', () => {
    expect(leaf(6, 1)).toBe(11);
    expect(leaf(19, 1)).toBe(6);
    expect(leaf(6, -1)).toBe(19);
    expect(leaf(12, 1)).toBe(13);
    expect(leaf(12, -1)).toBe(11);
    expect(leaf(6, 1, node => node === 17)).toBe(17);
    expect(leaf(17, -1, node => node < 12)).toBe(11);
    expect(leaf(17, 1, node => node === 17)).toBe(17);
    expect(leaf(17, 1, () => false)).toBe(17);
  });

  it('describes the path of a node', () => {
    expect(pathOf(outline, at(outline, 17))).toBe('html › body › main › p[2] › video');
  });
});
