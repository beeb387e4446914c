import { describe, expect, it } from 'vitest';
import { ALL_FEATURES, blockReader, FEATURES, featureRows } from './features.js';

const read = blockReader({ html5: true, divs: true });
const measure = (html: string) => read({ html: new TextEncoder().encode(html) }).measurements;
const valuesOf = (html: string) => {
  const rows = featureRows(measure(html), FEATURES);
  return Object.fromEntries(FEATURES.map(({ name }, i) => [name, rows[i]!]));
};

describe('the eight features', () => {
  it('match counts by hand', () => {
    const values = valuesOf(
      '<h2>Tides</h2><p>The sea is <b>at the</b> pier. We <a href=x>see it</a> at six.</p>',
    );
    // Twelve words in two sentences; the heading has no full stop, so it belongs to the first.
    expect(values['sentence-length']).toBe(6);
    expect(values.sentences).toBe(2);
    expect(values.anchors).toBeCloseTo(2 / 12);
    expect(values.format).toBeCloseTo(1 / 12);
    expect(values.structure).toBeCloseTo(2 / 12);
    expect(values.lists).toBe(0);
    expect(values.characters).toBeCloseTo(34 / 47);
  });

  it('count list tags, and are at most one', () => {
    expect(valuesOf('<ul><li>a<li>b<li></ul>').lists).toBe(1);
    expect(valuesOf('<ul><li>one two three four five six</ul>').lists).toBeCloseTo(2 / 6);
  });

  it('are zero without words', () => {
    const values = valuesOf('<p>–– … !</p>');
    for (const { name } of FEATURES) expect(values[name]).toBe(0);
  });

  it('use the stop words of the text’s language', () => {
    expect(valuesOf('<p>it was the best of it and then it was not</p>')['stop-words']).toBeGreaterThan(0.8);
    expect(valuesOf('<p>Sport Wetter Politik Wirtschaft</p>')['stop-words']).toBe(0);
  });
});

describe('more features', () => {
  it('are finite for every block, including the first and last', () => {
    const measurements = measure('<div>One, two.</div><div>!</div><div>3 <a>Four</a></div>');
    const rows = featureRows(measurements, ALL_FEATURES);
    expect(rows).toHaveLength(3 * ALL_FEATURES.length);
    expect(rows.every(Number.isFinite)).toBe(true);
    const column = (name: string) => {
      const at = ALL_FEATURES.findIndex(feature => feature.name === name);
      return measurements.map((_, block) => rows[block * ALL_FEATURES.length + at]);
    };
    expect(column('words-before')).toEqual([0, 2, 0]);
    expect(column('words-after')).toEqual([0, 2, 0]);
    expect(column('position')).toEqual([0, 0.5, 0.5]);
    expect(column('capitals')).toEqual([0.5, 0, 0.5]);
  });
});

describe('surroundings of a block', () => {
  it('counts noise names and the distance to the longest block', () => {
    const measurements =
      measure(`<body class=sidebar><main><div><p>The longest text of the whole page stands here.</p></div>
<div class=related-stories><div id=comments>Few words.</div></div></main><div>Below.</div></body>`);
    expect(measurements.map(({ namedNoise }) => namedNoise)).toEqual([0, 2, 0]);
    expect(measurements.map(({ apart }) => apart)).toEqual([0, 1, 2]);
  });
});
