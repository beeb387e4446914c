import { LearnError } from '../errors.js';
import { type Attribute, type Dataset, listing } from './dataset.js';
import { type AnyMatrix, denseRows, type SparseMatrix } from './matrix.js';

export interface Accepts {
  /** NaN as a missing value. */
  readonly allowMissing: boolean;
  readonly allowNominal: boolean;
  readonly allowSparse: boolean;
}

const ACCEPT_ALL: Accepts = { allowMissing: true, allowNominal: true, allowSparse: true };

/** Checks data before fitting: shapes, values, labels, classes without rows or without weight. */
export function checkDataset(data: Dataset, accepts: Accepts): void {
  const { x, y, classes, attributes } = data;
  if (x.rows === 0) throw new LearnError('bad-shape', 'The data has no rows; fitting needs at least one.');
  if (attributes.length === 0) throw new LearnError('bad-shape', 'The data has no attributes.');
  checkLength('labels', y.length, x.rows);
  if (data.weights) checkLength('weights', data.weights.length, x.rows);
  if (data.groups) checkLength('groups', data.groups.length, x.rows);
  checkRows(attributes, x, accepts);
  checkLabels(y, classes);
  if (data.weights) checkWeights(data.weights, y, classes);
}

export function checkRows(
  attributes: readonly Attribute[],
  x: AnyMatrix,
  accepts: Accepts = ACCEPT_ALL,
): void {
  if (x.columns !== attributes.length) {
    const message = `The matrix has ${x.columns} columns; expected ${attributes.length}, one per attribute (${listing(attributes.map(a => a.name))}).`;
    throw new LearnError('bad-shape', message);
  }
  if (!accepts.allowSparse) denseRows(x);
  const limits = attributes.map((attribute, column) => nominalLimit(attribute, column, accepts));
  checkShape(x);
  const anyNominal = limits.some(limit => limit >= 0);
  const values = x.kind === 'dense' ? x.data : x.values;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    // Fast path for most values; `value - value` is 0 for finite numbers only.
    if (!anyNominal && value - value === 0) continue;
    const limit = limits[x.kind === 'dense' ? at % x.columns : x.indices[at]!]!;
    if (value - value === 0 && (limit < 0 || (value >= 0 && value < limit && Number.isInteger(value))))
      continue;
    if (Number.isNaN(value) && accepts.allowMissing) continue;
    rejectValue(attributes, x, at);
  }
}

function nominalLimit(attribute: Attribute, column: number, accepts: Accepts): number {
  if (attribute.kind === 'numeric') return -1;
  if (accepts.allowNominal) return attribute.values.length;
  const message = `Attribute “${attribute.name}” is nominal and this algorithm reads numbers only; encode its values as numeric columns.`;
  throw new LearnError('bad-value', message, { column });
}

function rejectValue(attributes: readonly Attribute[], x: AnyMatrix, at: number): never {
  const { row, column } = place(x, at);
  const attribute = attributes[column]!;
  const value = (x.kind === 'dense' ? x.data : x.values)[at]!;
  const where = `Row ${row}, column ${column} (“${attribute.name}”)`;
  if (Number.isNaN(value)) {
    const message = `${where}: the value is missing (NaN), which this algorithm cannot use; fill it in first.`;
    throw new LearnError('bad-value', message, { row, column });
  }
  const expected =
    attribute.kind === 'numeric'
      ? 'a finite number'
      : `the index of a nominal value, 0 to ${attribute.values.length - 1}`;
  throw new LearnError('bad-value', `${where}: expected ${expected}, got ${value}.`, { row, column });
}

function place(x: AnyMatrix, at: number): { row: number; column: number } {
  if (x.kind === 'dense') return { row: Math.floor(at / x.columns), column: at % x.columns };
  let row = 0;
  while (x.starts[row + 1]! <= at) row++;
  return { row, column: x.indices[at]! };
}

function checkLength(what: string, length: number, rows: number): void {
  if (length === rows) return;
  throw new LearnError('bad-shape', `There are ${length} ${what} for ${rows} rows; each row needs one.`, {
    row: Math.min(length, rows),
  });
}

/** Checks that the arrays of a matrix fit each other. With a wrong length, reads beyond a row would go unnoticed. */
export function checkShape(x: AnyMatrix): void {
  if (x.kind === 'sparse') {
    checkSparseShape(x);
    return;
  }
  if (x.data.length === x.rows * x.columns) return;
  const message = `A dense matrix of ${x.rows} × ${x.columns} needs ${x.rows * x.columns} values, got ${x.data.length}.`;
  throw new LearnError('bad-shape', message, { row: Math.floor(x.data.length / Math.max(1, x.columns)) });
}

function checkSparseShape(x: SparseMatrix): void {
  const { starts, indices, values, rows, columns } = x;
  const stored = starts[rows];
  if (
    starts.length !== rows + 1 ||
    starts[0] !== 0 ||
    stored !== indices.length ||
    stored !== values.length
  ) {
    const message = `A sparse matrix of ${rows} rows needs ${rows + 1} starts from 0 to the number of stored values; got ${starts.length} starts, ${indices.length} indices and ${values.length} values.`;
    throw new LearnError('bad-shape', message);
  }
  for (let row = 0; row < rows; row++) {
    if (starts[row + 1]! < starts[row]!) {
      throw new LearnError('bad-shape', `Row ${row} ends before it starts; starts must not descend.`, {
        row,
      });
    }
    for (let k = starts[row]!, before = -1; k < starts[row + 1]!; k++) {
      const column = indices[k]!;
      if (column <= before || column >= columns) {
        const message = `Row ${row} stores column ${column} after ${before}; columns must ascend and stay below ${columns}.`;
        throw new LearnError('bad-shape', message, { row, column });
      }
      before = column;
    }
  }
}

function checkLabels(y: Int32Array, classes: readonly string[]): void {
  const seen = new Uint8Array(classes.length);
  for (let row = 0; row < y.length; row++) {
    const label = y[row]!;
    if (label < 0 || label >= classes.length) {
      const message = `Row ${row}: the label is ${label}; labels are indices into ${classes.length} classes (${listing(classes)}).`;
      throw new LearnError('bad-label', message, { row });
    }
    seen[label] = 1;
  }
  const empty = seen.indexOf(0);
  if (empty < 0) return;
  const message = `The class “${classes[empty]}” has no rows; leave it out (withoutEmptyClasses) or add rows.`;
  throw new LearnError('bad-label', message);
}

function checkWeights(weights: Float64Array, y: Int32Array, classes: readonly string[]): void {
  const totals = new Float64Array(classes.length);
  for (let row = 0; row < y.length; row++) {
    const weight = weights[row]!;
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      const message = `Row ${row}: the weight is ${weight}; weights are finite and not negative.`;
      throw new LearnError('bad-weight', message, { row });
    }
    totals[y[row]!]! += weight;
  }
  const empty = totals.indexOf(0);
  if (empty < 0) return;
  const message = `All rows of the class “${classes[empty]}” have weight zero; each class needs some weight.`;
  throw new LearnError('bad-weight', message, { row: y.indexOf(empty) });
}
