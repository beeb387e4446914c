import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeFromHtml } from 'webpith/stages';
import {
  blur,
  blurUntilStable,
  characterVector,
  codeBlurring,
  gaussianWeights,
  tokenVector,
} from './code-blurring.js';
import { markupSequence } from './markup-sequence.js';
import { extractHtml } from './testing/extract-html.js';

describe('gaussianWeights', () => {
  it('adds up to one over both sides and falls with the distance', () => {
    const weights = gaussianWeights(2, 1);
    const sum = 1 + 2 * Math.exp(-0.5) + 2 * Math.exp(-2);
    expect(weights[0]).toBeCloseTo(1 / sum, 12);
    expect(weights[1]).toBeCloseTo(Math.exp(-0.5) / sum, 12);
    expect(weights[2]).toBeCloseTo(Math.exp(-2) / sum, 12);
  });
});

describe('blur', () => {
  it('matches computed values, with fewer neighbours at the ends', () => {
    // Weights ½ and ¼ on each side; at an end, ½ and ¼ over ¾.
    const values = blur(Float64Array.of(0, 0, 1, 1, 1, 1, 0), Float64Array.of(0.5, 0.25));
    expect([...values]).toEqual([0, 0.25, 0.75, 1, 1, 0.75, 0.25 / 0.75]);
  });

  it('agrees with the definition for every vector, and stays within its bounds', () => {
    const vector = fc.array(fc.constantFrom(0, 0, 1, 1, 0.5), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(vector, fc.integer({ min: 1, max: 8 }), (list, radius) => {
        const weights = gaussianWeights(radius, radius / 2);
        const blurred = blur(Float64Array.from(list), weights);
        list.forEach((_, i) => {
          let sum = 0;
          let weight = 0;
          for (let j = Math.max(0, i - radius); j <= Math.min(list.length - 1, i + radius); j++) {
            sum += weights[Math.abs(i - j)]! * list[j]!;
            weight += weights[Math.abs(i - j)]!;
          }
          expect(blurred[i]).toBeCloseTo(sum / weight, 9);
        });
      }),
    );
  });
});

describe('blurUntilStable', () => {
  it('stops when values are stable, or after the maximum number of passes', () => {
    const start = Float64Array.of(0, 0, 0, 1, 1, 1);
    const weights = Float64Array.of(0.5, 0.25);
    const once = blur(start, weights);
    // The first pass moves the border by 0.25, the second by less.
    expect([...blurUntilStable(start, weights, 0.25, 10)]).toEqual([...once]);
    expect([...blurUntilStable(start, weights, 0.2, 10)]).toEqual([...blur(once, weights)]);
    expect([...blurUntilStable(start, weights, 0, 1)]).toEqual([...once]);
  });
});

const vectors = (html: string, anchors: boolean) => {
  const tree = treeFromHtml(html);
  const sequence = markupSequence(tree);
  return {
    characters: characterVector(tree, sequence, anchors),
    tokens: tokenVector(tree, sequence, anchors),
  };
};

describe('content code vectors', () => {
  it('have 1 for characters of content and 0 for those of code', () => {
    const { characters } = vectors('<p>ab  c<a>d</a></p>', true);
    expect(characters.values.join('')).toBe('000' + '1111' + '000' + '1' + '0000' + '0000');
    expect(characters.words.map(word => word.first)).toEqual([3, 6, 10]);
    expect(characters.words.map(word => word.length)).toEqual([2, 1, 1]);
  });

  it('omit the tags of anchors in the adapted form', () => {
    const { characters, tokens } = vectors('<p>ab  c<a>d</a></p>', false);
    expect(characters.values.join('')).toBe('000111110000');
    expect(tokens.values.join('')).toBe('01110');
  });

  it('have one entry per token in the token form', () => {
    const { tokens } = vectors('<p>ab  c<a>d</a></p>', true);
    expect(tokens.values.join('')).toBe('0110100');
    expect(tokens.words.map(word => word.first)).toEqual([1, 2, 4]);
  });

  it('ignore white space between tags, and count scripts as code', () => {
    const { characters } = vectors('<p>\n    </p><script>12</script>a', true);
    expect(characters.values.join('')).toBe(`${'0'.repeat(7 + 8 + 2 + 9)}1`);
  });
});

describe('Content Code Blurring', () => {
  const text = 'a long paragraph of plain words that goes on and on without any tag in it at all for a while';
  const menu = '<ul><li><a href="one.html">one</a></li><li><a href="two.html">two</a></li></ul>';

  it('keeps the middle of a long text and drops a menu, in every form', () => {
    for (const options of [
      { radius: 10 },
      { radius: 10, anchors: false },
      { radius: 4, unit: 'token' } as const,
    ]) {
      const extracted = extractHtml(codeBlurring, `${menu}<p>${text}</p>${menu}`, options);
      expect(extracted).toContain('words that goes on and on without');
      expect(extracted).not.toMatch(/one|two/);
    }
  });

  it('keeps links in running text when their tags are omitted', () => {
    const linked = text.replace('goes on and on', '<a href="somewhere/far/away.html">goes on and on</a>');
    const page = `<p>${linked}</p>`;
    expect(extractHtml(codeBlurring, page, { radius: 10 })).not.toContain('goes');
    expect(extractHtml(codeBlurring, page, { radius: 10, anchors: false })).toContain(
      'that goes on and on without',
    );
  });

  it('keeps whole words', () => {
    const words = extractHtml(codeBlurring, `<p>${text}</p>`, { radius: 10 }).split(/\s/);
    expect(words.length).toBeGreaterThan(5);
    expect(words.every(word => text.split(' ').includes(word))).toBe(true);
  });
});
