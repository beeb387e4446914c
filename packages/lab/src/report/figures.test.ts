import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvaluationRow } from '../evaluation/scoring.js';
import { boxFigure, boxOf } from './figures.js';
import { escapeText, html } from './markup.js';
import { placeLabels } from './plot.js';
import { textDifferences } from './worst-pages.js';

describe('html', () => {
  it('escapes values, but not markup', () => {
    const cell = html`<td title="${'"\'&'}">${'<b>'}${3}${undefined}${[html`<i>x</i>`, '&']}</td>`;
    expect(cell.source).toBe('<td title="&quot;&#39;&amp;">&lt;b&gt;3<i>x</i>&amp;</td>');
  });

  it('leaves no markup character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(escapeText(text)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      }),
    );
  });
});

describe('boxOf', () => {
  it('returns the expected quartiles, whiskers and outliers', () => {
    // Quartiles 0.5 and 0.75, so whiskers reach to values from 0.125 to 1.125.
    const box = boxOf([0, 0.125, 0.5, 0.5625, 0.625, 0.6875, 0.75, 0.875, 1], 'm', 'F1');
    expect(box).toMatchObject({
      lowerQuartile: 0.5,
      median: 0.625,
      upperQuartile: 0.75,
      low: 0.125,
      high: 1,
    });
    expect(box?.outliers).toEqual([0]);
    expect(boxOf([], 'm', 'F1')).toBeUndefined();
  });

  it('satisfies low ≤ box ≤ high for any values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), values => {
        const box = boxOf(values, 'm', 'F1')!;
        expect(box.low).toBeLessThanOrEqual(box.lowerQuartile);
        expect(box.upperQuartile).toBeLessThanOrEqual(box.high);
      }),
    );
    expect(boxOf(new Array(300_000).fill(0.5), 'm', 'F1')).toMatchObject({ low: 0.5, high: 0.5 });
  });
});

describe('boxFigure', () => {
  it('draws a box for each method in each of three panels', () => {
    const row = (method: string, page: string, f1: number): EvaluationRow => {
      return { method, page, type: 'a', ms: 1, words: 1, scores: { bag: { precision: f1, recall: f1, f1 } } };
    };
    const rows = ['a', 'b', 'c', 'd'].flatMap((page, i) => [
      row('one', page, i / 4),
      row('two<', page, i / 8),
    ]);
    const { source } = boxFigure(rows, ['one', 'two<'], 'bag');
    expect(source).toContain('<svg');
    expect(source).toContain('two&lt;');
    // Two bars per box (background and colour), two methods, three panels.
    expect(source.match(/<rect /g)).toHaveLength(12);
  });
});

describe('placeLabels', () => {
  it('separates the names of neighbouring points', () => {
    const points = [0, 4, 8].map(y => ({ x: 100, y: 100 + y, name: 'name' }));
    const places = placeLabels(points, 400).map(
      ({ dx, dy, anchor }, i) => `${anchor}${dx},${points[i]!.y + dy}`,
    );
    expect(new Set(places).size).toBe(3);
    expect(placeLabels([{ x: 390, y: 50, name: 'a long name' }], 400)[0]?.anchor).toBe('end');
  });
});

describe('textDifferences', () => {
  it('marks words that only one text has', () => {
    const { gold, extracted } = textDifferences(
      'A short head. The quick brown fox jumps over it.',
      'Menu, home! The QUICK brown fox jumps over it. Share',
    );
    expect(gold.map(({ alike, text }) => [alike, text])).toEqual([
      [false, 'A short head. '],
      [true, 'The quick brown fox jumps over it.'],
    ]);
    expect(extracted.map(({ alike, text }) => [alike, text.trim()])).toEqual([
      [false, 'Menu, home!'],
      [true, 'The QUICK brown fox jumps over it.'],
      [false, 'Share'],
    ]);
  });

  it('preserves the whole text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'İ', 'ß', '中', '…', '\n', '<', 'word'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [gold, own] = [a.join(' '), b.join(' ')];
        const joined = textDifferences(gold, own)
          .gold.map(range => range.text)
          .join('');
        expect(joined).toBe(/\p{L}/u.test(gold) ? gold : '');
      }),
    );
  });
});
