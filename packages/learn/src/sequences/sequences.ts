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
