import { LearnError } from '../errors.js';
import type { Dataset } from './dataset.js';
import { type AnyMatrix, denseRows, type Matrix, type SparseMatrix } from './matrix.js';

export function selectRows(data: Dataset, rows: ArrayLike<number>): Dataset {
  return {
    attributes: data.attributes,
    classes: data.classes,
    x: matrixRows(data.x, rows),
    y: Int32Array.from(rows, row => data.y[row]!),
    weights: data.weights && Float64Array.from(rows, row => data.weights![row]!),
    groups: data.groups && Int32Array.from(rows, row => data.groups![row]!),
  };
}

export function selectColumns(data: Dataset, columns: ArrayLike<number>): Dataset {
  const x = matrixColumns(data.x, columns);
  return { ...data, attributes: Array.from(columns, column => data.attributes[column]!), x };
}

export function matrixRows<M extends AnyMatrix>(x: M, rows: ArrayLike<number>): M {
  checkIndices('row', rows, x.rows);
  return (x.kind === 'dense' ? rowsOfDense(x, rows) : rowsOfSparse(x, rows)) as M;
}

export function matrixColumns(rows: AnyMatrix, columns: ArrayLike<number>): Matrix {
  const x = denseRows(rows);
  checkIndices('column', columns, x.columns);
  const data = sameKind(x.data, x.rows * columns.length);
  for (let row = 0; row < x.rows; row++) {
    for (let k = 0; k < columns.length; k++) {
      data[row * columns.length + k] = x.data[row * x.columns + columns[k]!]!;
    }
  }
  return { kind: 'dense', rows: x.rows, columns: columns.length, data };
}

export function withoutEmptyClasses(data: Dataset): { data: Dataset; kept: Int32Array } {
  const present = new Uint8Array(data.classes.length);
  for (const label of data.y) present[label] = 1;
  const kept = Int32Array.from(data.classes.keys()).filter(label => present[label] === 1);
  if (kept.length === data.classes.length) return { data, kept };
  const renumbered = new Int32Array(data.classes.length);
  kept.forEach((label, i) => {
    renumbered[label] = i;
  });
  const classes = Array.from(kept, label => data.classes[label]!);
  return { data: { ...data, classes, y: data.y.map(label => renumbered[label]!) }, kept };
}

export function expandClasses(found: Float64Array, kept: Int32Array, classes: number): Float64Array {
  if (kept.length === classes) return found;
  const rows = found.length / kept.length;
  const all = new Float64Array(rows * classes);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < kept.length; k++) all[row * classes + kept[k]!] = found[row * kept.length + k]!;
  }
  return all;
}

function checkIndices(what: 'row' | 'column', chosen: ArrayLike<number>, limit: number): void {
  for (let i = 0; i < chosen.length; i++) {
    const index = chosen[i]!;
    if (Number.isInteger(index) && index >= 0 && index < limit) continue;
    throw new LearnError('bad-shape', `There is no ${what} ${index}; they go from 0 to ${limit - 1}.`, {
      [what]: index,
    });
  }
}

function sameKind(values: Float32Array | Float64Array, length: number): Float32Array | Float64Array {
  return values instanceof Float32Array ? new Float32Array(length) : new Float64Array(length);
}

function rowsOfDense(x: Matrix, rows: ArrayLike<number>): Matrix {
  const data = sameKind(x.data, rows.length * x.columns);
  for (let i = 0; i < rows.length; i++) {
    data.set(x.data.subarray(rows[i]! * x.columns, (rows[i]! + 1) * x.columns), i * x.columns);
  }
  return { kind: 'dense', rows: rows.length, columns: x.columns, data };
}

function rowsOfSparse(x: SparseMatrix, rows: ArrayLike<number>): SparseMatrix {
  const starts = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    starts[i + 1] = starts[i]! + x.starts[rows[i]! + 1]! - x.starts[rows[i]!]!;
  }
  const indices = new Uint32Array(starts[rows.length]!);
  const values = sameKind(x.values, indices.length);
  for (let i = 0; i < rows.length; i++) {
    const from = x.starts[rows[i]!]!;
    const to = x.starts[rows[i]! + 1]!;
    indices.set(x.indices.subarray(from, to), starts[i]!);
    values.set(x.values.subarray(from, to), starts[i]!);
  }
  return { kind: 'sparse', rows: rows.length, columns: x.columns, starts, indices, values };
}
