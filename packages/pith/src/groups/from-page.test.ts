import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Comments } from '../discussion/comments.js';
import { Discussion } from '../discussion/from-groups.js';
import { Page } from '../features/page.js';
import { Listing } from '../listing/from-groups.js';
import { productFromGroups } from '../product/from-groups.js';
import { treeFromHtml } from '../tree/from-html.js';
import { Groups } from './from-page.js';
import { blockSums, innermostEntries, RangeSums, subgroup } from './group.js';

function groupsOf(html: string): Groups {
  return new Groups(new Page(blocksFromTree(treeFromHtml(html)), { schemaTypes: [] }));
}

function found(html: string) {
  const groups = groupsOf(html);
  const { blocks } = groups.page;
  const weight = blockSums(blocks, b => blocks.words[b]!);
  return { blocks, weight, groups: groups.find(weight) };
}

describe('groups of repeated elements', () => {
  it('join elements that share a word of their class, at any depth', () => {
    const { blocks, groups } = found(
      '<div class="a row-1">one</div><section><div class="b row-2 last">two</div></section><div class="ad">no</div><div class="row-33">three</div>',
    );
    const texts = groups.map(({ starts }) => starts.map(start => blocks.texts[blocks.node.indexOf(start)]));
    expect(texts).toContainEqual(['one', 'two', 'three']);
  });

  it('extend over the siblings of their elements if these contain the text', () => {
    const { weight, groups } = found(
      '<dl><dt>a</dt><dd>one two three</dd><dt>b</dt><dd>four five</dd></dl><p>end</p>',
    );
    const spread = groups.find(group => group.isSpread)!;
    expect(weight.ofEntries(spread)).toEqual(Float64Array.of(4, 3));
  });

  it('assign text to the innermost entry', () => {
    const { weight, groups } = found(
      '<div class="c">one two<div class="c">three</div></div><div class="c">four</div>',
    );
    const group = groups.find(({ starts }) => starts.length === 3)!;
    expect([...group.outer]).toEqual([-1, 0, -1]);
    expect(weight.ofEntries(group)).toEqual(Float64Array.of(2, 1, 1));
    expect([...subgroup(group, [1, 2]).outer]).toEqual([-1, -1]);
    expect([...innermostEntries(group, [0, group.starts[1]!, group.starts[2]!])]).toEqual([-1, 1, 2]);
  });

  it('sums over ranges', () => {
    const sums = new RangeSums(Float64Array.of(0, 1, 2, 3));
    expect([sums.between(0, 2), sums.between(1, 3), sums.between(2, 2), sums.total]).toEqual([3, 5, 0, 6]);
  });
});

const pieces = fc.constantFrom(
  '<div class="post">',
  '<div class="comment depth-2">',
  '</div>',
  '<li>',
  '<tr><td>',
  '</table><table>',
  '<h2>Comments</h2>',
  '<a href="/user/x">Ann</a>',
  '<time datetime="2020-01-01">',
  'words of some text that goes on for more than ten words in all',
  '<p>',
  '<dl><dt>a</dt><dd>b</dd>',
  '€ 5',
  '<form><textarea>',
  '<img src=x>',
  '<ul class="replies">',
  '2 hours ago',
  '<article id="comment-1">',
  '<script type="application/ld+json">{"@type":"Comment","text":[1]}</script>',
);

describe('any page', () => {
  it('is read without an error, and every block of an entry is on the page', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), list => {
        const groups = groupsOf(list.join(''));
        const entries = [
          ...new Discussion(groups).posts(),
          ...new Comments(groups).posts,
          ...new Listing(groups).items(),
        ];
        productFromGroups(groups);
        for (const { blocks } of entries) {
          for (const block of blocks) expect(block).toBeLessThan(groups.page.blocks.count);
          expect(new Set(blocks).size).toBe(blocks.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes linear time if its entries are nested or many', () => {
    const piece =
      '<div class="comment"><a class="author" href="/u/x">x</a> <time datetime="2020-01-01">1</time><p>some words here</p>';
    const deep = groupsOf(piece.repeat(1_000));
    const wide = groupsOf(`${piece}</div>`.repeat(1_000));
    // Processor time, which does not depend on other programs.
    const before = process.cpuUsage();
    for (const groups of [deep, wide]) {
      expect(new Discussion(groups).posts().length).toBeGreaterThan(500);
      expect(new Comments(groups).posts.length).toBeGreaterThan(500);
      new Listing(groups).items();
    }
    // Quadratic work on 7,000 nodes takes far longer than this even on a slow machine.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(6_000);
  });
});
