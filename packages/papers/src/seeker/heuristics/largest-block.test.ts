import { describe, expect, it } from 'vitest';
import { writeKept } from '../../write-text.js';
import type { SegmentedPage } from '../features.js';
import { nodeOf, segmented } from '../testing/pages.js';
import { LargestBlocks, type Reach } from './largest-block.js';

function kept(page: SegmentedPage, ids: readonly string[], reach: Reach, share = 1): string {
  const marks = new Uint8Array(page.tree.count);
  const nodes = ids.map(id => nodeOf(page, id));
  new LargestBlocks(page.tree, page.sums, reach).keepBlocks(nodes, share, marks);
  return writeKept(page.tree, marks);
}

describe('the largest block of string', () => {
  const page = segmented(
    '<div id=a><div class=ad><a href=/>An advertisement that is rather long</a></div>' +
      '<div id=b><p>first part</p><div><img></div><p>second</p>bare text</div><div id=c><p>short</p></div></div>',
  );

  it('consists of the children with text of one element: 10 + 6 + 9 characters', () => {
    const blocks = new LargestBlocks(page.tree, page.sums, 'child');
    expect(blocks.largestIn(nodeOf(page, 'a'))).toEqual({ holder: nodeOf(page, 'b'), length: 25 });
    expect(blocks.largestIn(nodeOf(page, 'c'))).toEqual({ holder: nodeOf(page, 'c'), length: 5 });
  });

  it('excludes siblings without text of their own, and links', () => {
    expect(kept(page, ['a'], 'child')).toBe('first part\nsecond\nbare text');
  });

  it('is found in the given segment, not in the page', () => {
    expect(kept(page, ['c'], 'child')).toBe('short');
  });

  it('keeps other blocks by the share of their longest string: 5 of 10 characters', () => {
    expect(kept(page, ['b', 'c'], 'child', 0.5)).toBe('first part\nsecond\nbare text\nshort');
    expect(kept(page, ['b', 'c'], 'child', 0.51)).toBe('first part\nsecond\nbare text');
  });
});

describe('the reach of a block', () => {
  const page = segmented(
    '<div id=a><p>plain paragraph</p><p><b>bold one</b></p><ul><li>item<li>two</ul>' +
      '<ul><li><a href=/1>linked item</a><li><a href=/2>another</a></ul><div><p>wrapped</p></div></div>',
  );
  const texts: Record<Reach, string> = {
    child: 'plain paragraph',
    inline: 'plain paragraph\nbold one',
    list: 'plain paragraph\nbold one\nitem\ntwo',
    wrapped: 'plain paragraph\nbold one\nitem\ntwo\nwrapped',
  };

  it.each(Object.entries(texts))('%s', (reach, expected) => {
    expect(kept(page, ['a'], reach as Reach)).toBe(expected);
  });

  it('ends at a paragraph that is mostly a link', () => {
    const linked = segmented(
      '<div id=a><p>some text here</p><p>See <a href=/>this other story of ours</a></p></div>',
    );
    expect(kept(linked, ['a'], 'inline')).toBe('some text here');
  });
});

describe('unusual pages', () => {
  it('have no block without text', () => {
    const empty = segmented('<div id=a></div>');
    expect(kept(empty, ['a'], 'wrapped', 0.1)).toBe('');
    expect(kept(empty, [], 'wrapped', 0.1)).toBe('');
  });

  it('may be nested to any depth', () => {
    const depth = 5_000;
    const deep = segmented(
      `<div id=a>${'<div>'.repeat(depth)}<p>at the bottom</p>${'</div>'.repeat(depth)}</div>`,
    );
    expect(kept(deep, ['a'], 'wrapped', 0.1)).toBe('at the bottom');
  });
});
