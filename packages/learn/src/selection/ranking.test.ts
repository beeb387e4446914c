import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dataset, datasetFromRows, numericAttributes } from '../data/dataset.js';
import { seededRandom } from '../random.js';
import { readArff } from '../testing/read-arff.js';
import {
  contingency,
  discreteColumns,
  entropy,
  information,
  informationGain,
  mdlCuts,
  symmetricalUncertainty,
} from './discretise.js';
import { reliefF } from './relieff.js';

const fixture = (name: string): Dataset =>
  readArff(readFileSync(new URL(`../fixtures/${name}.arff`, import.meta.url), 'utf8')).data;
const rounded = (values: Iterable<number>, digits = 3) => Array.from(values, v => Number(v.toFixed(digits)));

describe('informationGain', () => {
  it("gives the figures of Witten & Frank's weather data", () => {
    expect(rounded(informationGain(fixture('weather.nominal')))).toEqual([0.247, 0.029, 0.152, 0.048]);
  });

  it('matches Weka on numeric attributes: zero for two of weather, high for the petals of iris', () => {
    expect(rounded(informationGain(fixture('weather.numeric')))).toEqual([0.247, 0, 0, 0.048]);
    expect(rounded(informationGain(fixture('iris')))).toEqual([0.698, 0.376, 1.418, 1.378]);
  });

  it('counts a row of weight two as two rows', () => {
    const data = fixture('weather.nominal');
    const twice = { ...data, weights: new Float64Array(14).fill(2) };
    expect(rounded(informationGain(twice), 9)).toEqual(rounded(informationGain(data), 9));
  });
});

describe('mdlCuts', () => {
  it('cuts iris like Weka', () => {
    const data = fixture('iris');
    const column = (c: number) => Float64Array.from({ length: 150 }, (_, row) => valueAt(data, row, c));
    const cuts = [0, 1, 2, 3].map(c => rounded(mdlCuts(column(c), data.y, 3), 2));
    expect(cuts).toEqual([
      [5.55, 6.15],
      [2.95, 3.35],
      [2.45, 4.75],
      [0.8, 1.75],
    ]);
  });

  it('leaves missing values out and noise uncut', () => {
    const random = seededRandom(2);
    const noise = Float64Array.from({ length: 300 }, () => random.next());
    const y = Int32Array.from({ length: 300 }, () => random.below(2));
    expect(mdlCuts(noise, y, 2)).toEqual([]);
    const values = Float64Array.from({ length: 40 }, (_, i) => (i % 4 === 3 ? Number.NaN : i));
    expect(
      mdlCuts(
        values,
        Int32Array.from(values, (_, i) => (i < 20 ? 0 : 1)),
        2,
      ),
    ).toEqual([19]);
  });
});

describe('entropy', () => {
  it('is Shannon entropy', () => {
    expect(entropy(Float64Array.from([9, 5]))).toBeCloseTo(0.9403, 4);
    expect(entropy(Float64Array.from([0, 0]))).toBe(0);
    expect(entropy(new Float64Array(8).fill(3))).toBeCloseTo(3, 12);
  });

  it('distributes missing values like the others, so that the gain does not change', () => {
    const a = Int32Array.from([0, 0, 1, 1, -1, -1]);
    const b = Int32Array.from([0, 0, 1, 1, 0, 1]);
    const { counts } = contingency(a, 2, b, 2);
    expect([...counts]).toEqual([2.5, 0.5, 0.5, 2.5]);
    const both = contingency(Int32Array.from([0, 1, -1]), 2, Int32Array.from([0, 1, -1]), 2);
    expect([...both.counts]).toEqual([1.5, 0, 0, 1.5]);
  });

  it('bounds symmetrical uncertainty by 0 and 1, and is symmetric', () => {
    const values = fc.array(fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1, max: 3 })));
    fc.assert(
      fc.property(values, pairs => {
        const a = Int32Array.from(pairs, ([u]) => u);
        const b = Int32Array.from(pairs, ([, v]) => v);
        const there = symmetricalUncertainty(contingency(a, 3, b, 4));
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThanOrEqual(1 + 1e-12);
        expect(symmetricalUncertainty(contingency(b, 4, a, 3))).toBeCloseTo(there, 10);
        expect(information(contingency(a, 3, b, 4)).gain).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('reliefF', () => {
  it('matches scores computed by hand for four rows', () => {
    const data = datasetFromRows({
      attributes: numericAttributes(2),
      rows: [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
      labels: ['a', 'a', 'b', 'b'],
    });
    // Each row's only hit differs in the second column (−1 each); its nearest miss in the first alone (+1 each).
    expect([...reliefF(data, { neighbours: 1, samples: 0, seed: 1 })]).toEqual([1, -1]);
  });

  it('finds two attributes that matter only together, unlike information gain', () => {
    const random = seededRandom(3);
    const rows = Array.from({ length: 300 }, () => Array.from({ length: 5 }, () => random.below(2)));
    const labels = rows.map(row => String(row[0]! ^ row[1]!));
    const data = datasetFromRows({ attributes: numericAttributes(5), rows, labels });
    const scores = reliefF(data, { neighbours: 10, samples: 0, seed: 1 });
    expect(Math.min(scores[0]!, scores[1]!)).toBeGreaterThan(0.1 + Math.max(...scores.slice(2)));
    expect(Math.max(...informationGain(data))).toBeLessThan(0.02);
  });

  it('works with a sample, missing values and nominal attributes', () => {
    const data = fixture('labor');
    const scores = reliefF(data, { neighbours: 5, samples: 30, seed: 7 });
    expect(scores.every(Number.isFinite)).toBe(true);
    expect(scores).toEqual(reliefF(data, { neighbours: 5, samples: 30, seed: 7 }));
    expect(data.attributes[scores.indexOf(Math.max(...scores))]!.name).toMatch(
      /wage|health|pension|holidays|vacation|dental|disability/,
    );
  });
});

describe('discreteColumns', () => {
  it('keeps nominal values and marks missing ones', () => {
    const columns = discreteColumns(fixture('labor'));
    expect(columns[4]!.size).toBe(3);
    expect(columns[4]!.bins[0]).toBe(-1);
  });
});

function valueAt(data: Dataset, row: number, column: number): number {
  if (data.x.kind !== 'dense') throw new Error('the fixture is dense');
  return data.x.data[row * data.x.columns + column]!;
}
