import { checkShape } from '../data/check.js';
import type { SparseMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';

/** Positions of many sequences in one matrix: sequence s holds rows `starts[s]` to `starts[s + 1]`. */
export interface Sequences {
  readonly x: SparseMatrix;
  /** One more entry than there are sequences; begins with 0 and ends with `x.rows`. */
  readonly starts: Uint32Array;
}

/** Sequences with a label at every position: what a sequence model fits. */
export interface SequenceData extends Sequences {
  readonly features: readonly string[];
  readonly labels: readonly string[];
  /** Index into `labels`, one a row of `x`. */
  readonly y: Int32Array;
  /** One a sequence, not negative; all 1 when absent. */
  readonly weights?: Float64Array;
  /** Holds in place of `y` where labels are known as probabilities only. */
  readonly expected?: ExpectedLabels;
}

/** What is expected of labels that are not known for certain. */
export interface ExpectedLabels {
  /** Probability of each label at each position: rows × labels. */
  readonly states: Float64Array;
  /** How often each pair of neighbouring labels is expected, sequences weighed and summed: labels × labels. */
  readonly pairs: Float64Array;
}

/** What is known of one position: names that hold (value 1), or names with their values. */
export type Position = readonly string[] | Readonly<Record<string, number>>;

/** A sequence as people write it down. */
export interface TaggedSequence {
  readonly positions: readonly Position[];
  readonly labels: readonly string[];
}

/** Collects features and labels in order of first appearance and lays the sequences out as one matrix. */
export function sequenceData(tagged: readonly TaggedSequence[]): SequenceData {
  const features = new Map<string, number>();
  const labels = new Map<string, number>();
  const y: number[] = [];
  tagged.forEach((sequence, s) => {
    if (sequence.labels.length !== sequence.positions.length) {
      const got = `${sequence.labels.length} labels for ${sequence.positions.length} positions`;
      throw new LearnError('bad-shape', `Sequence ${s} needs one label a position; it has ${got}.`, {
        row: s,
      });
    }
    for (const label of sequence.labels) y.push(indexOf(labels, label));
    for (const position of sequence.positions) for (const name of namesOf(position)) indexOf(features, name);
  });
  const names = [...features.keys()];
  const encoded = encodeSequences(
    tagged.map(sequence => sequence.positions),
    names,
  );
  return { ...encoded, features: names, labels: [...labels.keys()], y: Int32Array.from(y) };
}

/** Lays sequences out over known features; a feature that is not among them is left out. */
export function encodeSequences(
  sequences: readonly (readonly Position[])[],
  features: readonly string[],
): Sequences {
  const columns = new Map(features.map((name, column) => [name, column]));
  const starts = [0];
  const rowStarts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (const sequence of sequences) {
    for (const position of sequence) {
      const row = new Map<number, number>();
      for (const name of namesOf(position)) {
        const column = columns.get(name);
        if (column !== undefined) row.set(column, featureValue(position, name));
      }
      for (const [column, value] of [...row].sort((a, b) => a[0] - b[0])) {
        indices.push(column);
        values.push(value);
      }
      rowStarts.push(indices.length);
    }
    starts.push(rowStarts.length - 1);
  }
  const x: SparseMatrix = {
    kind: 'sparse',
    rows: rowStarts.length - 1,
    columns: features.length,
    starts: Uint32Array.from(rowStarts),
    indices: Uint32Array.from(indices),
    values: Float64Array.from(values),
  };
  return { x, starts: Uint32Array.from(starts) };
}

/** Throws unless the boundaries fit the matrix, no sequence is empty, and every value is finite. */
export function checkSequences({ x, starts }: Sequences, columns: number): void {
  if (x.columns !== columns) {
    throw new LearnError('bad-shape', `Expected ${columns} features, got a matrix of ${x.columns} columns.`);
  }
  if (starts.length < 2 || starts[0] !== 0 || starts[starts.length - 1] !== x.rows) {
    throw new LearnError(
      'bad-shape',
      `Sequences must cover rows 0 to ${x.rows}; give at least one sequence.`,
    );
  }
  for (let s = 1; s < starts.length; s++) {
    if (starts[s]! <= starts[s - 1]!) {
      throw new LearnError('bad-shape', `Sequence ${s - 1} is empty; leave it out.`, { row: s - 1 });
    }
  }
  checkShape(x);
  for (let row = 0; row < x.rows; row++) checkValues(x, row);
}

/** Throws unless the labels and weights fit the sequences. */
export function checkSequenceData(data: SequenceData): void {
  checkSequences(data, data.features.length);
  const { x, y, labels, weights, starts } = data;
  if (y.length !== x.rows) throw new LearnError('bad-shape', `Expected ${x.rows} labels, got ${y.length}.`);
  const bad = y.findIndex(label => !(label >= 0 && label < labels.length));
  if (bad >= 0) {
    const message = `Row ${bad}: label ${y[bad]} is not an index into ${labels.length} labels.`;
    throw new LearnError('bad-label', message, { row: bad });
  }
  checkExpected(data);
  if (!weights) return;
  if (weights.length !== starts.length - 1) {
    throw new LearnError('bad-shape', `Expected ${starts.length - 1} weights, got ${weights.length}.`);
  }
  const negative = weights.findIndex(weight => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (negative >= 0 || !weights.some(weight => weight > 0)) {
    const row = Math.max(negative, 0);
    const message = `Weights must be finite, not negative and not all zero; weight ${row} is ${weights[row]}.`;
    throw new LearnError('bad-weight', message, { row });
  }
}

function checkExpected({ x, labels, expected }: SequenceData): void {
  if (!expected) return;
  const [states, pairs] = [x.rows * labels.length, labels.length ** 2];
  if (expected.states.length === states && expected.pairs.length === pairs) return;
  const got = `${expected.states.length} and ${expected.pairs.length}`;
  throw new LearnError(
    'bad-shape',
    `Expected ${states} probabilities of labels and ${pairs} counts of pairs, got ${got}.`,
  );
}

function checkValues(x: SparseMatrix, row: number): void {
  for (let k = x.starts[row]!; k < x.starts[row + 1]!; k++) {
    if (Number.isFinite(x.values[k]!)) continue;
    const column = x.indices[k]!;
    const message = `Row ${row}, column ${column}: expected a finite number, got ${x.values[k]}.`;
    throw new LearnError('bad-value', message, { row, column });
  }
}

function namesOf(position: Position): readonly string[] {
  return Array.isArray(position) ? (position as readonly string[]) : Object.keys(position);
}

function featureValue(position: Position, name: string): number {
  return Array.isArray(position) ? 1 : (position as Readonly<Record<string, number>>)[name]!;
}

function indexOf(known: Map<string, number>, name: string): number {
  const index = known.get(name) ?? known.size;
  known.set(name, index);
  return index;
}
