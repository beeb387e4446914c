import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { measurePage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { treeFromHtml } from '../tree/from-html.js';
import { CommentSearch } from './comments.js';
import { itemsFromRecords } from './items.js';
import { postsFromRecords } from './posts.js';
import { productFromRecords } from './product.js';
import { blockSums, RangeSums } from './range-sums.js';
import { innermostRecords, ownSums, repeatedRecords, subgroup } from './repeated.js';

function factsOf(html: string): PageMeasurements {
  return measurePage(blocksFromTree(treeFromHtml(html)), { schemaTypes: [] });
}

function familiesOf(html: string) {
  const facts = factsOf(html);
  const weight = blockSums(facts.blocks, b => facts.blocks.words[b]!);
  return { facts, weight, groups: repeatedRecords(facts, weight) };
}

describe('repeated records', () => {
  it('joins elements that share a word of their class, wherever they stand', () => {
    const { facts, groups } = familiesOf(
      '<div class="a row-1">one</div><section><div class="b row-2 last">two</div></section><div class="ad">no</div><div class="row-33">three</div>',
    );
    const texts = groups.map(({ starts }) =>
      starts.map(start => facts.blocks.texts[facts.blocks.node.indexOf(start)]),
    );
    expect(texts).toContainEqual(['one', 'two', 'three']);
  });

  it('spreads records over their siblings where these hold the text', () => {
    const { weight, groups } = familiesOf(
      '<dl><dt>a</dt><dd>one two three</dd><dt>b</dt><dd>four five</dd></dl><p>end</p>',
    );
    const spread = groups.find(group => group.isSpread)!;
    expect(ownSums(spread, weight)).toEqual(Float64Array.of(4, 3));
  });

  it('gives records inside of records what is theirs', () => {
    const { weight, groups } = familiesOf(
      '<div class="c">one two<div class="c">three</div></div><div class="c">four</div>',
    );
    const group = groups.find(({ starts }) => starts.length === 3)!;
    expect([...group.outer]).toEqual([-1, 0, -1]);
    expect(ownSums(group, weight)).toEqual(Float64Array.of(2, 1, 1));
    expect([...subgroup(group, [1, 2]).outer]).toEqual([-1, -1]);
    expect([...innermostRecords(group, [0, group.starts[1]!, group.starts[2]!])]).toEqual([-1, 1, 2]);
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
  it('is read without fail, and every block of a record lies in the page', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), list => {
        const facts = factsOf(list.join(''));
        const records = [
          ...postsFromRecords(facts),
          ...new CommentSearch(facts).comments,
          ...itemsFromRecords(facts),
        ];
        productFromRecords(facts);
        for (const { blocks } of records) {
          for (const block of blocks) expect(block).toBeLessThan(facts.blocks.count);
          expect(new Set(blocks).size).toBe(blocks.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes linear time on a page of nested and of many records', () => {
    const piece =
      '<div class="comment"><a class="author" href="/u/x">x</a> <time datetime="2020-01-01">1</time><p>some words here</p>';
    const deep = factsOf(piece.repeat(1_000));
    const wide = factsOf(`${piece}</div>`.repeat(1_000));
    // The processor's time, not the clock: other programs must not count.
    const before = process.cpuUsage();
    for (const facts of [deep, wide]) {
      expect(postsFromRecords(facts).length).toBeGreaterThan(500);
      expect(new CommentSearch(facts).comments.length).toBeGreaterThan(500);
      itemsFromRecords(facts);
    }
    // Quadratic work on 7,000 nodes takes far longer than this even on a slow machine.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(6_000);
  });
});
