import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dataset, numericAttributes } from '../../data/dataset.js';
import { denseMatrix } from '../../data/matrix.js';
import { crossValidationFolds } from '../../data/splits.js';
import { selectRows } from '../../data/subset.js';
import { seededRandom } from '../../random.js';
import { readArff } from '../../testing/read-arff.js';
import { RandomForest } from './forest.js';
import { binnedColumns } from './grow.js';

const fixture = (name: string) =>
  readArff(readFileSync(new URL(`../../fixtures/${name}.arff`, import.meta.url), 'utf8')).data;

const accuracy = (predicted: Int32Array, data: Dataset) =>
  predicted.filter((label, row) => label === data.y[row]).length / data.y.length;

/** Two intertwined spirals: no single attribute and no line separates them. */
function spirals(seed: number, rows: number): Dataset {
  const random = seededRandom(seed);
  const points = Array.from({ length: rows }, (_, row) => {
    const turn = Math.sqrt(random.next()) * 3 * Math.PI;
    const side = row % 2 === 0 ? 1 : -1;
    return [
      side * turn * Math.cos(turn) + 0.2 * random.normal(),
      side * turn * Math.sin(turn) + 0.2 * random.normal(),
    ];
  });
  const y = Int32Array.from(points.keys(), row => row % 2);
  return { attributes: numericAttributes(2), x: denseMatrix(points), y, classes: ['a', 'b'] };
}

describe('random forest', () => {
  it('separates spirals on unseen rows', () => {
    const model = new RandomForest({ trees: 50 }).fit(spirals(1, 600));
    const unseen = spirals(2, 400);
    expect(accuracy(model.predict(unseen.x), unseen)).toBeGreaterThan(0.93);
  });

  it('is right on over 93 % of unseen irises', () => {
    const data = fixture('iris');
    const forest = new RandomForest();
    let right = 0;
    for (const { train, test } of crossValidationFolds(data, { folds: 10 })) {
      const held = selectRows(data, test);
      right += accuracy(forest.fit(selectRows(data, train)).predict(held.x), held) * test.length;
    }
    expect(right / 150).toBeGreaterThan(0.93);
  });

  it('learns nominal attributes with missing values', () => {
    const data = fixture('labor');
    expect(accuracy(new RandomForest({ trees: 50 }).fit(data).predict(data.x), data)).toBeGreaterThan(0.95);
  });

  it('learns from missingness', () => {
    const rows = Array.from({ length: 40 }, (_, row) => [row % 2 === 0 ? Number.NaN : (row % 7) - 3]);
    const y = Int32Array.from(rows.keys(), row => row % 2);
    const data = { attributes: numericAttributes(1), x: denseMatrix(rows), y, classes: ['a', 'b'] };
    expect(accuracy(new RandomForest({ trees: 5 }).fit(data).predict(data.x), data)).toBe(1);
  });

  it('respects its smallest leaf and seed', () => {
    const data = spirals(1, 200);
    const nodes = (options: object) => {
      const { parameters } = new RandomForest({ trees: 1, ...options }).fit(data).toJSON();
      return (parameters as { attributes: number[] }).attributes;
    };
    expect(nodes({ minimumLeaf: 30 }).length).toBeLessThan(nodes({}).length);
    expect(nodes({ seed: 1 })).not.toEqual(nodes({ seed: 2 }));
  });
});

describe('bins', () => {
  it('keep the order of values, and separate all values if they are few', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      minLength: 1,
      maxLength: 600,
    });
    fc.assert(
      fc.property(values, list => {
        const [column] = binnedColumns(denseMatrix(list.map(value => [value])), numericAttributes(1));
        const { bins, cuts } = column!;
        list.forEach((value, row) => {
          const bin = bins[row]!;
          if (bin > 0) expect(value).toBeGreaterThan(cuts[bin - 1]!);
          if (bin < cuts.length) expect(value).toBeLessThanOrEqual(cuts[bin]!);
        });
        const distinct = new Set(list.map(value => value + 0)).size;
        if (distinct <= 255) expect(cuts).toHaveLength(distinct - 1);
        else expect(cuts.length).toBeLessThan(255);
      }),
    );
  });
});
