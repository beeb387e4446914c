import { describe, expect, it } from 'vitest';
import { type Dataset, datasetFromRows, numericAttributes } from '../data/dataset.js';
import { denseRows } from '../data/matrix.js';
import type { Classifier } from '../estimator.js';
import { seededRandom } from '../random.js';
import { crossValidate } from './cross-validation.js';

/** Predicts the class of the nearest training row, which shows which rows were used for training. */
function nearest(onFit: (data: Dataset) => void = () => undefined): Classifier {
  return {
    algorithm: 'nearest',
    options: {},
    fit(data, control) {
      onFit(data);
      control?.onProgress?.(1, 'done');
      const known = denseRows(data.x).data;
      const labelOf = (value: number) => {
        let best = 0;
        known.forEach((other, i) => {
          if (Math.abs(other - value) < Math.abs(known[best]! - value)) best = i;
        });
        return data.y[best]!;
      };
      const probabilities = (x: Dataset['x']) => {
        const out = new Float64Array(x.rows * data.classes.length);
        denseRows(x).data.forEach((value, row) => {
          out[row * data.classes.length + labelOf(value)] = 1;
        });
        return out;
      };
      const never = () => {
        throw new Error('not asked for');
      };
      const { classes, attributes } = data;
      return { algorithm: 'nearest', classes, attributes, probabilities, predict: never, toJSON: never };
    },
  };
}

function line(rows: number, classOf: (i: number) => string, groups?: number[]): Dataset {
  return datasetFromRows({
    attributes: numericAttributes(1),
    rows: Array.from({ length: rows }, (_, i) => [i]),
    labels: Array.from({ length: rows }, (_, i) => classOf(i)),
    ...(groups && { groups }),
  });
}

describe('crossValidate', () => {
  it('tests every row once and combines the folds', () => {
    const data = line(40, i => (i < 20 ? 'low' : 'high'));
    const result = crossValidate(nearest(), data, { folds: 5, seed: 3 });
    expect(result.folds).toHaveLength(5);
    expect(result.folds.flatMap(fold => [...fold.test]).sort((a, b) => a - b)).toEqual([...data.y.keys()]);
    const right = result.folds.reduce((sum, fold) => sum + fold.accuracy * fold.test.length, 0);
    expect(result.accuracy).toBeCloseTo(right / 40, 12);
    expect(result.accuracy).toBeGreaterThan(0.9);
    expect(result).toEqual(crossValidate(nearest(), data, { folds: 5, seed: 3 }));
  });

  it('never trains on the rows of the fold', () => {
    const random = seededRandom(8);
    const data = line(60, () => (random.next() < 0.5 ? 'a' : 'b'));
    const seen: number[][] = [];
    const spy = nearest(train => seen.push(Array.from(denseRows(train.x).data)));
    const { folds } = crossValidate(spy, data, { folds: 4 });
    folds.forEach((fold, i) => {
      expect(seen[i]!.filter(row => fold.test.includes(row))).toEqual([]);
      expect(seen[i]!.length + fold.test.length).toBe(60);
    });
  });

  it('keeps groups together', () => {
    const groups = Array.from({ length: 30 }, (_, i) => Math.floor(i / 3));
    const { folds } = crossValidate(
      nearest(),
      line(30, i => (i % 2 ? 'a' : 'b'), groups),
      { folds: 3 },
    );
    for (const fold of folds) {
      const inside = new Set(Array.from(fold.test, row => groups[row]!));
      expect(fold.test.length).toBe(3 * inside.size);
    }
  });

  it('gives probability zero to a class without training rows', () => {
    const data = line(11, i => (i === 10 ? 'rare' : i % 2 ? 'odd' : 'even'));
    const { probabilities } = crossValidate(nearest(), data, { folds: 3 });
    expect(probabilities[10 * 3 + data.y[10]!]).toBe(0);
    expect(probabilities.reduce((sum, p) => sum + p, 0)).toBe(11);
  });

  it('reports the progress of each fold as its part of the whole', () => {
    const shares: number[] = [];
    const control = { onProgress: (share: number) => void shares.push(share) };
    crossValidate(
      nearest(),
      line(8, i => `${i % 2}`),
      { folds: 4 },
      control,
    );
    expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  });
});
