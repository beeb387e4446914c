import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import { markupSequence } from './markup-sequence.js';
import { lowSlope, slopeCurve, tokensOf } from './slope-curve.js';
import { extractHtml } from './testing/extract-html.js';

describe('Document Slope Curve', () => {
  it('reads a page as tags and words', () => {
    const tree = treeFromHtml('<p>one <a href="x">two three</a></p><!-- no --><script>no no</script>');
    const tokens = (anchors: boolean) => tokensOf(tree, markupSequence(tree), anchors);
    const tags = (anchors: boolean) => tokens(anchors).map(({ isTag }) => Number(isTag));
    expect(tags(true).join('')).toBe('101001111');
    expect(tags(false).join('')).toBe('1000111');
    expect(tokens(true).map(({ word }) => word)).toEqual([-1, 0, -1, 0, 1, -1, -1, -1, -1]);
  });

  it('marks words in windows whose slope is below half of the document’s', () => {
    // Eleven tags in twenty tokens: slope 0.55, limit 0.275. A window of four may contain one tag (0.25), but not two.
    const tokens = [...'11011000001101101011'].map(Number);
    expect(lowSlope(tokens, 4, 0.5).join('')).toBe('00000111110000000000');
    // Below a fifth of the slope (0.11) it may contain none.
    expect(lowSlope([...'1010001010000110'].map(Number), 4, 0.2).join('')).toBe('0000000001111000');
    // A document shorter than the window is one window.
    expect(lowSlope([1, 0, 0], 50, 0.5).join('')).toBe('000');
    expect(lowSlope([1, 0, 0], 50, 1.1).join('')).toBe('011');
  });

  it('returns text far from tags without the words of menus', () => {
    const menu = '<ul><li><a href="x">menu</a></li><li><a href="y">menu</a></li></ul>'.repeat(3);
    const text = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');
    expect(extractHtml(slopeCurve, `${menu}<p>${text}</p>${menu}`, 10)).toContain(text);
    expect(extractHtml(slopeCurve, `${menu}<p>${text}</p>${menu}`, 3)).toBe(text);
  });

  it('finds no low slope in a page without tags', () => {
    expect(extractHtml(slopeCurve, 'only a few words')).toBe('');
  });
});
