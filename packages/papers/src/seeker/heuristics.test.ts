import { describe, expect, it } from 'vitest';
import { writeKept } from '../write-text.js';
import type { SegmentedPage } from './features.js';
import { LargestBlocks, type Reach, repetitionPattern, Signatures, tablePattern } from './heuristics.js';
import { nodeOf, type segmented as Segmented, segmented, words } from './testing/pages.js';

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

type Page = ReturnType<typeof Segmented>;

const textOf = ({ tree }: Page, nodes: readonly number[]) => nodes.map(node => tree.textContent(node).trim());

describe('signatures', () => {
  const page = segmented(
    '<table id=post17 class="post odd" width=90%><tr><td>a</table><table id=post18 class="post even" width=90%><tr><td>b</table>' +
      '<table id=menu class=post width=90%><tr><td>c</table>',
  );

  it('ignore numbers in ids and row stripes, and differ by any other property', () => {
    const signatures = new Signatures(page.tree);
    expect(signatures.of(nodeOf(page, 'post17'))).toBe(signatures.of(nodeOf(page, 'post18')));
    expect(signatures.of(nodeOf(page, 'post17'))).not.toBe(signatures.of(nodeOf(page, 'menu')));
  });
});

describe('the table pattern', () => {
  const post = (i: number, text: string) =>
    `<table class=post border=0 id=p${i}><tr><td class=user>member ${i}</td><td class=body id=b${i}>${text}</td></tr></table>`;
  const page = segmented(
    `<table class=menu><tr><td class=body id=nav>menu</td></tr></table>${post(1, 'first post')}${post(2, 'second')}${post(3, 'third')}`,
  );

  it('extends a classified cell to the equal cells of equal tables', () => {
    expect(textOf(page, tablePattern(page.tree, page.sums, [nodeOf(page, 'b1')]))).toEqual([
      'first post',
      'second',
      'third',
    ]);
  });

  it('finds nothing for a table with a unique signature, nor outside tables', () => {
    expect(tablePattern(page.tree, page.sums, [nodeOf(page, 'nav')])).toEqual([]);
    const plain = segmented('<div id=a>text</div><div>text</div>');
    expect(tablePattern(plain.tree, plain.sums, [nodeOf(plain, 'a')])).toEqual([]);
  });

  it('takes the signature with most of the segments', () => {
    const both = [nodeOf(page, 'nav'), nodeOf(page, 'b1')];
    expect(textOf(page, tablePattern(page.tree, page.sums, both))).toHaveLength(3);
  });
});

describe('the repetition pattern', () => {
  const post = (i: number, length: number) =>
    `<div class="post n${i}" id="post-${i}"><span>member</span><p>${words(length, i)}</p></div>`;
  const page = segmented(
    `<div id=menu><div class=entry>a</div><div class=entry>b</div></div><div id=thread><h1>Title</h1>${[20, 5, 30].map((length, i) => post(i, length)).join('')}</div>`,
  );

  it('finds the posts inside a segment that contains all of them', () => {
    const records = repetitionPattern(page.tree, page.sums, [nodeOf(page, 'thread')], 0.2);
    expect(records).toEqual([0, 1, 2].map(i => nodeOf(page, `post-${i}`)));
  });

  it('finds the posts that the classifier missed', () => {
    const records = repetitionPattern(page.tree, page.sums, [nodeOf(page, 'post-0')], 0.2);
    expect(records).toHaveLength(3);
  });

  it('requires the elements of a signature to cover their share', () => {
    expect(repetitionPattern(page.tree, page.sums, [nodeOf(page, 'thread')], 1)).toEqual([]);
  });

  it('treats a reply inside a post as a part of it', () => {
    const nested = segmented(
      `<div id=t><div class=c id=c1><p>${words(9)}</p><div class=c id=c3><p>${words(9, 1)}</p></div></div><div class=c id=c2><p>${words(9, 2)}</p></div></div>`,
    );
    const records = repetitionPattern(nested.tree, nested.sums, [nodeOf(nested, 't')], 0.2);
    expect(records).toEqual([nodeOf(nested, 'c1'), nodeOf(nested, 'c2')]);
  });

  it('finds nothing without repetitions', () => {
    const alone = segmented(`<main id=m><p>${words(30)}</p></main>`);
    expect(repetitionPattern(alone.tree, alone.sums, [nodeOf(alone, 'm')], 0.2)).toEqual([]);
  });
});
