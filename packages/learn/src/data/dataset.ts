import { LearnError } from '../errors.js';
import { type AnyMatrix, denseMatrix } from './matrix.js';

export type Attribute =
  | { readonly name: string; readonly kind: 'numeric' }
  | { readonly name: string; readonly kind: 'nominal'; readonly values: readonly string[] };

export interface Dataset {
  readonly attributes: readonly Attribute[];
  readonly x: AnyMatrix;
  readonly y: Int32Array;
  readonly classes: readonly string[];
  /** One per row, not negative; all 1 if absent. */
  readonly weights?: Float64Array | undefined;
  /** Rows of one group are never on both sides of a split. */
  readonly groups?: Int32Array | undefined;
}

/** `null` is a missing value. */
type RawValue = number | string | null;

interface RawDataset {
  readonly attributes: readonly Attribute[];
  readonly rows: readonly (readonly RawValue[])[];
  readonly labels: readonly string[];
  readonly classes?: readonly string[];
  readonly weights?: ArrayLike<number>;
  readonly groups?: ArrayLike<number>;
}

export function numericAttributes(names: number | readonly string[]): Attribute[] {
  const list = typeof names === 'number' ? Array.from({ length: names }, (_, i) => `x${i}`) : names;
  return list.map(name => ({ name, kind: 'numeric' }));
}

export function datasetFromRows(raw: RawDataset): Dataset {
  const { attributes } = raw;
  if (raw.labels.length !== raw.rows.length) {
    const message = `There are ${raw.rows.length} rows and ${raw.labels.length} labels; each row needs one.`;
    throw new LearnError('bad-shape', message);
  }
  const classes = raw.classes ?? [...new Set(raw.labels)];
  const encoders = attributes.map(valueEncoder);
  const rows = raw.rows.map((row, i) => {
    if (row.length !== attributes.length) {
      const message = `Row ${i} has ${row.length} values; every row needs ${attributes.length}, one per attribute.`;
      throw new LearnError('bad-shape', message, { row: i });
    }
    return row.map((value, column) => encoders[column]!(value, i, column));
  });
  return {
    attributes,
    x: denseMatrix(rows, attributes.length),
    y: encodeLabels(raw.labels, classes),
    classes,
    weights: raw.weights && Float64Array.from(raw.weights),
    groups: raw.groups && Int32Array.from(raw.groups),
  };
}

export function valueEncoder(attribute: Attribute): (value: RawValue, row: number, column: number) => number {
  if (attribute.kind === 'numeric') {
    return (value, row, column) => {
      if (value === null || typeof value === 'number') return value ?? Number.NaN;
      const message = `Row ${row}, attribute “${attribute.name}”: expected a number, got “${value}”.`;
      throw new LearnError('bad-value', message, { row, column });
    };
  }
  const indices = new Map(attribute.values.map((value, i) => [value, i]));
  return (value, row, column) => {
    if (value === null) return Number.NaN;
    const index = indices.get(String(value));
    if (index !== undefined) return index;
    const message = `Row ${row}, attribute “${attribute.name}”: “${value}” is not one of ${listing(attribute.values)}.`;
    throw new LearnError('bad-value', message, { row, column });
  };
}

function encodeLabels(labels: readonly string[], classes: readonly string[]): Int32Array {
  const indices = new Map(classes.map((name, i) => [name, i]));
  return Int32Array.from(labels, (label, row) => {
    const index = indices.get(label);
    if (index !== undefined) return index;
    const message = `Row ${row}: the label “${label}” is not one of ${listing(classes)}.`;
    throw new LearnError('bad-label', message, { row });
  });
}

export function listing(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown}, … (${names.length} in all)` : shown;
}

export function weightsOf(data: Dataset): Float64Array {
  return data.weights ?? new Float64Array(data.x.rows).fill(1);
}
