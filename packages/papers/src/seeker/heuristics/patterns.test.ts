import { describe, expect, it } from 'vitest';
import { nodeOf, type segmented as Segmented, segmented, words } from '../testing/pages.js';
import { repetitionPattern, Signatures, tablePattern } from './patterns.js';

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
