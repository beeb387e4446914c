import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fault } from '../testing/conformance.js';
import { sparseMatrix, toDense, toSparse } from '../testing/sparse-matrix.js';
import { checkShape } from './check.js';
import { countBelow, denseMatrix } from './matrix.js';
import { matrixColumns, matrixRows } from './subset.js';

it('counts the entries below a limit', () => {
  const sorted = fc.array(fc.integer({ min: -50, max: 50 })).map(list => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.integer({ min: -60, max: 60 }), (entries, limit) => {
      expect(countBelow(entries, limit)).toBe(entries.filter(entry => entry < limit).length);
    }),
  );
});

const cells = fc.oneof(fc.constant(0), fc.constant(Number.NaN), fc.integer({ min: -9, max: 9 }));
const matrices = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc
      .array(fc.array(cells, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      })
      .map(list => denseMatrix(list, columns)),
  );

describe('matrices', () => {
  it('reports the row with another length', () => {
    expect(fault(() => denseMatrix([[1, 2], [3, 4], [5]]))).toMatchObject({ code: 'bad-shape', row: 2 });
  });

  it('sorts sparse rows and drops zeros', () => {
    const x = sparseMatrix(
      [
        [
          [3, 1],
          [0, 2],
          [1, 0],
        ],
        [],
        [[2, 5]],
      ],
      4,
    );
    expect([...x.starts]).toEqual([0, 2, 2, 3]);
    expect([...x.indices]).toEqual([0, 3, 2]);
    expect([...x.values]).toEqual([2, 1, 5]);
    expect(() => checkShape(x)).not.toThrow();
  });

  it('rejects sparse columns that are out of range or repeated', () => {
    expect(fault(() => sparseMatrix([[], [[4, 1]]], 4))).toMatchObject({
      code: 'bad-shape',
      row: 1,
      column: 4,
    });
    expect(
      fault(() =>
        sparseMatrix(
          [
            [
              [1, 1],
              [1, 2],
            ],
          ],
          4,
        ),
      ),
    ).toMatchObject({ code: 'bad-shape', row: 0, column: 1 });
  });

  it('rejects sparse arrays that do not match', () => {
    const x = sparseMatrix(
      [
        [
          [0, 1],
          [2, 1],
        ],
        [[1, 1]],
      ],
      3,
    );
    expect(fault(() => checkShape({ ...x, starts: Uint32Array.of(0, 2) })).code).toBe('bad-shape');
    expect(fault(() => checkShape({ ...x, values: x.values.slice(1) })).code).toBe('bad-shape');
    const unsorted = { ...x, indices: Uint32Array.of(2, 0, 1) };
    expect(fault(() => checkShape(unsorted))).toMatchObject({ code: 'bad-shape', row: 0, column: 0 });
    const descending = { ...x, starts: Uint32Array.of(0, 4, 3) };
    expect(fault(() => checkShape(descending)).code).toBe('bad-shape');
  });

  it('turns dense into sparse and back', () => {
    fc.assert(
      fc.property(matrices, x => {
        expect(toDense(toSparse(x))).toEqual(x);
      }),
    );
  });

  it('selects the same rows from dense and sparse', () => {
    fc.assert(
      fc.property(matrices, fc.array(fc.nat()), (x, rowPicks) => {
        const rows = x.rows === 0 ? [] : rowPicks.map(pick => pick % x.rows);
        expect(toDense(matrixRows(toSparse(x), rows))).toEqual(matrixRows(x, rows));
      }),
    );
  });

  it('rejects unknown rows and columns', () => {
    const x = denseMatrix([[1, 2]]);
    expect(fault(() => matrixRows(x, [1]))).toMatchObject({ code: 'bad-shape', row: 1 });
    expect(fault(() => matrixColumns(x, [-1]))).toMatchObject({ code: 'bad-shape', column: -1 });
  });

  it('keeps single precision', () => {
    const x = { ...denseMatrix([[1, 0]]), data: Float32Array.of(1, 0) };
    expect(matrixRows(x, [0]).data).toBeInstanceOf(Float32Array);
    expect(toSparse(x).values).toBeInstanceOf(Float32Array);
    expect(toDense(toSparse(x)).data).toBeInstanceOf(Float32Array);
  });
});
