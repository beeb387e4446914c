import { LearnError } from '../errors.js';
import type { Attribute, Dataset } from './dataset.js';
import { denseMatrix, sparseMatrix } from './matrix.js';

/** A cell of a table that was read: its column and the number that stands for it. */
export type NumberedValue = [column: number, value: number];

/** A table as a file holds it: the class is one of the columns. */
export interface Table {
  readonly attributes: readonly Attribute[];
  /** The cells of each row; where `sparse`, those that are absent are zero. */
  readonly rows: readonly (readonly NumberedValue[])[];
  readonly sparse: boolean;
  readonly classColumn: number;
  readonly weights?: Float64Array;
}

/** Takes the class out of a table; refuses a numeric class and rows whose class is missing. */
export function tableToDataset(table: Table): Dataset {
  const { classColumn } = table;
  const classAttribute = table.attributes[classColumn]!;
  if (classAttribute.kind !== 'nominal') {
    const message = `The class “${classAttribute.name}” is numeric; a class must be nominal.`;
    throw new LearnError('bad-label', message, { column: classColumn });
  }
  const y = new Int32Array(table.rows.length);
  const columns = table.attributes.length - 1;
  const rows = table.rows.map((cells, row) => {
    const label = cells.find(([column]) => column === classColumn)?.[1] ?? 0;
    if (Number.isNaN(label)) {
      throw new LearnError('bad-label', `Row ${row} has no class.`, { row, column: classColumn });
    }
    y[row] = label;
    const others = cells.filter(([column]) => column !== classColumn);
    return others.map(
      ([column, value]): NumberedValue => [column > classColumn ? column - 1 : column, value],
    );
  });
  const x = table.sparse
    ? sparseMatrix(rows, columns)
    : denseMatrix(
        rows.map(cells => filled(cells, columns)),
        columns,
      );
  const attributes = table.attributes.filter((_, column) => column !== classColumn);
  return {
    attributes,
    x,
    y,
    classes: classAttribute.values,
    ...(table.weights && { weights: table.weights }),
  };
}

function filled(cells: readonly NumberedValue[], columns: number): Float64Array {
  const row = new Float64Array(columns);
  for (const [column, value] of cells) row[column] = value;
  return row;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Whether a word is a finite decimal number. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text) && Number.isFinite(Number(text));
}

/** The number a word stands for; refuses what is no finite decimal number. */
export function readNumber(text: string, name: string, row: number, column: number): number {
  if (isNumber(text)) return Number(text);
  const message = `Row ${row}, attribute “${name}”: expected a finite number, got “${text}”.`;
  throw new LearnError('bad-value', message, { row, column });
}
