import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Dataset, datasetFromRows, numericAttributes } from '../data/dataset.js';
import { seededRandom } from '../random.js';
import { readArff } from '../testing/read-arff.js';
import { principalComponents, projectRows, symmetricEigen } from './principal-components.js';
import { type SelectorName, select, selectedDataset, selectors } from './selectors.js';
import { bestFirstSubset, cfsSubset, consistencySubset } from './subsets.js';

const fixture = (name: string): Dataset =>
  readArff(readFileSync(new URL(`../fixtures/${name}.arff`, import.meta.url), 'utf8')).data;

/** Class is 1 where x0 > ½; x1 is x0 again, x2 to x4 are noise. */
function oneThatMatters(rows = 200): Dataset {
  const random = seededRandom(11);
  const values = Array.from({ length: rows }, () => {
    const row = Array.from({ length: 5 }, () => random.next());
    row[1] = row[0]!;
    return row;
  });
  const labels = values.map(row => (row[0]! > 0.5 ? 'yes' : 'no'));
  return datasetFromRows({ attributes: numericAttributes(5), rows: values, labels });
}

describe('bestFirstSubset', () => {
  it('finds a pair of which neither column is useful alone', () => {
    // Columns 2 and 4 are worth something only together; column 0 is misleading.
    const merit = (columns: readonly number[]) =>
      columns.includes(2) && columns.includes(4)
        ? 1 - 0.01 * columns.length
        : columns.length === 0
          ? 0
          : -0.1;
    expect(bestFirstSubset(6, merit, Number.POSITIVE_INFINITY)).toEqual({ columns: [2, 4], merit: 0.98 });
  });

  it('stops when good enough, and never scores a subset twice', () => {
    const asked: string[] = [];
    const found = bestFirstSubset(
      8,
      columns => {
        asked.push(columns.join());
        return columns.length;
      },
      3,
    );
    expect(found.columns).toHaveLength(3);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('cfsSubset', () => {
  it('chooses the petals of iris with the merit that Weka reports', () => {
    const { columns, merit } = cfsSubset(fixture('iris'));
    expect(columns).toEqual([2, 3]);
    expect(merit).toBeCloseTo(0.887, 3);
  });

  it('chooses outlook and humidity of weather with the merit computed by hand', () => {
    const { columns, merit } = cfsSubset(fixture('weather.nominal'));
    expect(columns).toEqual([0, 2]);
    // Uncertainties 0.196 and 0.157 with the class, 0.016 with each other: (0.196 + 0.157) / √(2 + 2 · 0.016).
    expect(merit).toBeCloseTo(0.247, 3);
  });

  it('takes one of two equal columns', () => {
    expect(cfsSubset(oneThatMatters()).columns).toEqual([0]);
  });
});

describe('consistencySubset', () => {
  it('takes only the columns that decide', () => {
    expect(consistencySubset(oneThatMatters())).toEqual({ columns: [0], merit: 1 });
  });

  it('is as consistent as all columns are', () => {
    const { columns, merit } = consistencySubset(fixture('weather.nominal'));
    expect(merit).toBe(1);
    expect(columns.length).toBeLessThan(4);
  });
});

describe('principalComponents', () => {
  it('gives the known shares of variance of iris', () => {
    const { shares, components } = principalComponents(fixture('iris'), 1);
    // Eigenvalues published for the data of the UCI repository: 2.91082, 0.92122, 0.14735, 0.02061, of four.
    const known = [0.7277, 0.2303, 0.0368, 0.0052];
    shares.forEach((share, i) => {
      expect(share).toBeCloseTo(known[i]!, 4);
    });
    components.forEach((a, i) => {
      components.forEach((b, j) => {
        expect(a.reduce((sum, v, k) => sum + v * b[k]!, 0)).toBeCloseTo(i === j ? 1 : 0, 10);
      });
    });
  });

  it('keeps distances between standardised rows when all components are kept', () => {
    const data = oneThatMatters(30);
    const full = principalComponents(data, 1);
    const projected = projectRows(full, data.x);
    const identity = full.sources.map((_, i) => full.sources.map((_, j) => Number(i === j)));
    const plain = projectRows({ ...full, components: identity }, data.x);
    const distance = (m: typeof plain, a: number, b: number) =>
      Array.from(
        { length: m.columns },
        (_, j) => (m.data[a * m.columns + j]! - m.data[b * m.columns + j]!) ** 2,
      ).reduce((sum, d) => sum + d, 0);
    for (let row = 1; row < 30; row++) {
      expect(distance(projected, 0, row)).toBeCloseTo(distance(plain, 0, row), 9);
    }
  });

  it('accepts nominal, missing and constant values', () => {
    const labor = principalComponents(fixture('labor'), 0.95);
    expect(projectRows(labor, fixture('labor').x).data.every(Number.isFinite)).toBe(true);
    const flat = datasetFromRows({
      attributes: numericAttributes(2),
      rows: [
        [1, 1],
        [1, 1],
      ],
      labels: ['a', 'b'],
    });
    expect([...projectRows(principalComponents(flat, 0.95), flat.x).data]).toEqual([0, 0]);
  });

  it('decomposes any symmetric matrix', () => {
    const random = seededRandom(4);
    const size = 12;
    const matrix = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) matrix[i * size + j] = matrix[j * size + i] = random.normal();
    }
    const { values, vectors } = symmetricEigen(matrix, size);
    for (let i = 0; i < size * size; i++) {
      let sum = 0;
      for (let k = 0; k < size; k++) {
        sum += values[k]! * vectors[k * size + Math.floor(i / size)]! * vectors[k * size + (i % size)]!;
      }
      expect(sum).toBeCloseTo(matrix[i]!, 10);
    }
  });
});

describe('the table of selectors', () => {
  const options: Partial<Record<SelectorName, object>> = { wrapper: { classifier: 'logistic', folds: 3 } };

  it.each(Object.keys(selectors) as SelectorName[])('%s finds the relevant columns', name => {
    const data = oneThatMatters(90);
    const selection = select(name, data, { ...options[name] });
    if (selection.kind === 'columns') expect([0, 1]).toContain(selection.columns[0]);
    const reduced = selectedDataset(selection, data);
    expect(reduced.attributes).toHaveLength(reduced.x.columns);
    expect(() => select(name, data, { nonsense: 1 })).toThrow(/no option “nonsense”/);
  });

  it('keeps the configured part of a ranking', () => {
    const data = fixture('iris');
    expect(select('information-gain', data, { keep: 2 })).toMatchObject({ columns: [2, 3] });
    expect(select('information-gain', data, { threshold: 0.5 })).toMatchObject({ columns: [2, 3, 0] });
    expect(select('information-gain', data, { threshold: 9 })).toMatchObject({ columns: [2] });
    expect(() => select('other' as SelectorName, data)).toThrow(/There is no selector “other”/);
  });
});
