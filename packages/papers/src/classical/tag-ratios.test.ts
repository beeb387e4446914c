import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import {
  aboveLowestCluster,
  aboveThreshold,
  awayFromOrigin,
  steepnessOf,
  tagRatioLines,
  tagRatios,
} from './tag-ratios.js';
import { extractHtml } from './testing/extract-html.js';

const ratiosOf = (html: string, longest = 1e6) => [...tagRatioLines(treeFromHtml(html), longest).ratios];

describe('tagRatioLines', () => {
  it('divides the characters of a line by its tags, or by one', () => {
    expect(ratiosOf('<p>abcdef</p>\nabc\n<div>\n\n  \n</div><br>ab')).toEqual([3, 3, 0, 1]);
  });

  it('omits scripts, styles, comments and empty lines', () => {
    expect(ratiosOf('<!-- a\nb -->\n<p>ab\n\n</p>')).toEqual([2, 0]);
    expect(ratiosOf('<p>ab<script>\nx\n</script>cd')).toEqual([4 / 3]);
  });

  it('ends a long line before the next block, and only there', () => {
    expect(ratiosOf('<p>abcdef<b>g</b></p><p>hi</p>', 5)).toEqual([7 / 4, 1]);
    expect(ratiosOf('<p>abcdef<b>g</b></p><p>hi</p>', 100)).toEqual([9 / 6]);
  });
});

describe('selection of lines', () => {
  const ratios = Float64Array.of(0, 1, 0, 50, 60, 55, 1, 0);

  it('by threshold: a standard deviation of the ratios', () => {
    // Mean 20.875, standard deviation 26.27: 30 is above one of them and below two.
    expect(aboveThreshold(Float64Array.of(0, 1, 0, 50, 60, 55, 1, 0, 30), 1)).toEqual(
      Uint8Array.of(0, 0, 0, 1, 1, 1, 0, 0, 1),
    );
    expect(aboveThreshold(ratios, 2.1)).toEqual(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0));
  });

  it('by k-means: all but the lowest cluster', () => {
    expect(aboveLowestCluster(ratios, 2)).toEqual(Uint8Array.of(0, 0, 0, 1, 1, 1, 0, 0));
    expect(aboveLowestCluster(Float64Array.of(7), 3)).toEqual(Uint8Array.of(1));
    expect(aboveLowestCluster(new Float64Array(0), 3)).toHaveLength(0);
  });

  it('by distance from a cluster fixed at the origin', () => {
    expect(awayFromOrigin(ratios, new Float64Array(8), 3)).toEqual(Uint8Array.of(0, 0, 0, 1, 1, 1, 0, 0));
    // Steep lines are content even if the ratio is low.
    expect(awayFromOrigin(new Float64Array(3), Float64Array.of(0, 40, 0), 2)).toEqual(Uint8Array.of(0, 1, 0));
    expect(awayFromOrigin(new Float64Array(0), new Float64Array(0), 3)).toHaveLength(0);
  });

  it('computes steepness over the lines ahead', () => {
    expect([...steepnessOf(Float64Array.of(3, 6, 0, 9), 2)]).toEqual([0, 1.5, 4.5, 9]);
  });
});

describe('CETR', () => {
  const text = 'a line of text that is long enough to have a high ratio of characters to its tags';
  const menu = '<ul>\n<li><a href="x">one</a></li>\n<li><a href="y">two</a></li>\n</ul>\n'.repeat(4);
  const page = `${menu}<p>${text}</p>\n<p>${text}</p>\n<p>${text}</p>\n${menu}`;

  it.each(['threshold', 'k-means', 'origin'] as const)('keeps the text and drops the menus by %s', select => {
    const extracted = extractHtml(tagRatios, page, { select, radius: 1 });
    expect(extracted.split(text)).toHaveLength(4);
    expect(extracted.match(/one|two/g)?.length ?? 0).toBeLessThanOrEqual(4);
  });

  it('works without line breaks', () => {
    const extracted = extractHtml(tagRatios, page.replaceAll('\n', ''), { radius: 1, longest: 40 });
    expect(extracted.split(text)).toHaveLength(4);
    expect(extracted.match(/one|two/g)?.length ?? 0).toBeLessThan(16);
  });
});
