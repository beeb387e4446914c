import { describe, expect, it } from 'vitest';
import { writeKept } from '../write-text.js';
import { keepSmoothed, smoothed, stringArray } from './configurations.js';
import { nodeOf, segmented, words } from './testing/pages.js';

describe('smoothing by equation 4.2', () => {
  it('is the mean over 2r + 1 neighbours, zero beyond the ends', () => {
    expect(Array.from(smoothed([3, 0, 6, 9, 0], 1))).toEqual([1, 3, 5, 5, 3]);
    expect(Array.from(smoothed([5, 10, 15], 2))).toEqual([6, 6, 6]);
  });

  it('changes nothing with radius 0 or without strings', () => {
    expect(Array.from(smoothed([3, 0, 6], 0))).toEqual([3, 0, 6]);
    expect(Array.from(smoothed([], 3))).toEqual([]);
  });

  it('accepts a radius beyond both ends', () => {
    expect(Array.from(smoothed([7], 3))).toEqual([1]);
  });
});

describe('the string array of a segment', () => {
  it('has an empty element for each tag that breaks structure', () => {
    const page = segmented('<div id=a>one<b>three</b><ul><li>seven!!</ul><p>x</p></div>');
    const { lengths, nodes } = stringArray(page.tree, page.sums, nodeOf(page, 'a'));
    expect(lengths).toEqual([0, 3, 5, 0, 0, 7, 1]);
    expect(nodes.filter(node => node < 0)).toHaveLength(3);
  });
});

describe('smoothed strings', () => {
  it('keep a short string between long ones and drop an isolated one', () => {
    const long = words(30);
    const page = segmented(
      `<div id=a><p>${long}</p><p>short</p><p>${long}</p>${'<div><span>x</span></div>'.repeat(12)}<div>alone</div></div>`,
    );
    const kept = new Uint8Array(page.tree.count);
    keepSmoothed(page.tree, page.sums, nodeOf(page, 'a'), 1, kept);
    const text = writeKept(page.tree, kept);
    expect(text).toContain('short');
    expect(text).not.toContain('alone');
  });

  it('are empty without text', () => {
    const page = segmented('<p id=a></p>');
    const kept = new Uint8Array(page.tree.count);
    keepSmoothed(page.tree, page.sums, nodeOf(page, 'a'), 2, kept);
    expect(kept.some(mark => mark !== 0)).toBe(false);
  });
});
