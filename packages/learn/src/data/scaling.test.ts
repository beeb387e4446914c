import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fault } from '../conformance.js';
import { type Attribute, type Dataset, numericAttributes } from './dataset.js';
import { denseMatrix, type Matrix, sparseMatrix, toDense, toSparse } from './matrix.js';
import {
  columnDeviations,
  fitDeviationScaling,
  fitMinMaxScaling,
  scaleDataset,
  scaleMatrix,
} from './scaling.js';

const dataset = (rows: number[][]): Dataset => ({
  attributes: numericAttributes(rows[0]!.length),
  x: denseMatrix(rows),
  y: new Int32Array(rows.length),
  classes: ['a'],
});

describe('min-max scaling', () => {
  it('maps the least to low and the greatest to high; a constant column to low', () => {
    const data = dataset([
      [2, 5, Number.NaN],
      [6, 5, 1],
      [4, 5, 3],
    ]);
    const scaled = scaleDataset(fitMinMaxScaling(data, -1, 1), data).x as Matrix;
    expect([...scaled.data]).toEqual([-1, -1, Number.NaN, 1, -1, -1, 0, -1, 1]);
  });

  it('leaves nominal columns alone', () => {
    const nominal: Attribute = { name: 'colour', kind: 'nominal', values: ['a', 'b', 'c'] };
    const data = { ...dataset([[0], [2], [1]]), attributes: [nominal] };
    expect(scaleDataset(fitMinMaxScaling(data), data).x).toEqual(data.x);
    expect(scaleDataset(fitDeviationScaling(data), data).x).toEqual(data.x);
  });

  it('counts the zeros that sparse rows do not store', () => {
    const dense = dataset([[4], [0], [2]]);
    const sparse = { ...dense, x: toSparse(dense.x) };
    expect(fitMinMaxScaling(sparse)).toEqual(fitMinMaxScaling(dense));
  });

  it('refuses sparse rows where zero would move', () => {
    const sparse = {
      ...dataset([
        [0, 4],
        [0, 2],
      ]),
      x: sparseMatrix([[[1, 4]], [[1, 2]]], 2),
    };
    expect(fault(() => scaleDataset(fitMinMaxScaling(sparse), sparse))).toMatchObject({
      code: 'bad-option',
      column: 1,
    });
  });
});

describe('scaling by standard deviations', () => {
  it('divides by k deviations (paper 001, §4.2)', () => {
    const data = dataset([[0], [0], [3], [3]]);
    expect([...columnDeviations(data.x)]).toEqual([1.5]);
    expect([...(scaleDataset(fitDeviationScaling(data, 2), data).x as Matrix).data]).toEqual([0, 0, 1, 1]);
  });

  it('is the same for dense and sparse rows, and keeps every zero', () => {
    const cell = fc.oneof(
      fc.constant(0),
      fc.constant(Number.NaN),
      fc.integer({ min: -9999, max: 9999 }).map(n => n / 8),
    );
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(rows, list => {
        const dense = dataset(list.map(row => row.map(value => value + 0)));
        const sparse = { ...dense, x: toSparse(dense.x) };
        const [a, b] = [fitDeviationScaling(dense), fitDeviationScaling(sparse)];
        a.factors.forEach((factor, column) => {
          expect(b.factors[column]! / factor!).toBeCloseTo(1, 9);
        });
        expect(toDense(scaleMatrix(a, sparse.x))).toEqual(scaleMatrix(a, dense.x));
      }),
    );
  });

  it('refuses a matrix of other columns', () => {
    const scaling = fitDeviationScaling(dataset([[1, 2]]));
    expect(fault(() => scaleMatrix(scaling, denseMatrix([[1]]))).code).toBe('bad-shape');
  });
});
