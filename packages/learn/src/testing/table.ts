import type { Attribute, Dataset } from '../data/dataset.js';
import type { Matrix, SparseMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import { sparseMatrix } from './sparse-matrix.js';

/** A cell of a sparse row. */
export type NumberedValue = [column: number, value: number];

/** A row as numbers: all its cells, or those that are not zero. */
export type TableRow = Float64Array | readonly NumberedValue[];

/** A table with the class as one of the columns. */
export interface Table {
  readonly attributes: readonly Attribute[];
  readonly rows: readonly TableRow[];
  readonly classColumn: number;
  readonly weights?: Float64Array;
}

/** Splits off the class; throws on a numeric class and on rows without a class. */
export function tableToDataset(table: Table): Dataset {
  const { classColumn, rows } = table;
  const classAttribute = table.attributes[classColumn]!;
  if (classAttribute.kind !== 'nominal') {
    const message = `The class “${classAttribute.name}” is numeric; a class must be nominal.`;
    throw new LearnError('bad-label', message, { column: classColumn });
  }
  const y = Int32Array.from(rows, (row, i) => {
    const label = cellOf(row, classColumn);
    if (!Number.isNaN(label)) return label;
    throw new LearnError('bad-label', `Row ${i} has no class.`, { row: i, column: classColumn });
  });
  const columns = table.attributes.length - 1;
  const sparse = rows.length > 0 && rows.every(row => Array.isArray(row));
  const x = sparse ? sparseX(rows, classColumn, columns) : denseX(rows, classColumn, columns);
  const attributes = table.attributes.filter((_, column) => column !== classColumn);
  return {
    attributes,
    x,
    y,
    classes: classAttribute.values,
    ...(table.weights && { weights: table.weights }),
  };
}

function cellOf(row: TableRow, column: number): number {
  if (row instanceof Float64Array) return row[column]!;
  return row.find(([own]) => own === column)?.[1] ?? 0;
}

function sparseX(rows: readonly TableRow[], classColumn: number, columns: number): SparseMatrix {
  const cells = rows.map(row => withoutClass(row as readonly NumberedValue[], classColumn));
  return sparseMatrix(cells, columns);
}

function withoutClass(row: readonly NumberedValue[], classColumn: number): NumberedValue[] {
  const others = row.filter(([column]) => column !== classColumn);
  return others.map(([column, value]) => [column > classColumn ? column - 1 : column, value]);
}

function denseX(rows: readonly TableRow[], classColumn: number, columns: number): Matrix {
  const data = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    if (row instanceof Float64Array) {
      data.set(row.subarray(0, classColumn), i * columns);
      data.set(row.subarray(classColumn + 1), i * columns + classColumn);
      return;
    }
    for (const [column, value] of withoutClass(row, classColumn)) data[i * columns + column] = value;
  });
  return { kind: 'dense', rows: rows.length, columns, data };
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** True if the word is a finite decimal number. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

/** Parses a finite decimal number, or throws. */
export function readNumber(text: string, name: string, row: number, column: number): number {
  if (isNumber(text)) return Number(text);
  const message = `Row ${row}, attribute “${name}”: expected a finite number, got “${text}”.`;
  throw new LearnError('bad-value', message, { row, column });
}
