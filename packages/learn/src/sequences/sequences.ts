import { checkShape } from '../data/check.js';
import type { SparseMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';

/** Positions of all sequences in one matrix: sequence s is rows `starts[s]` to `starts[s + 1]`. */
export interface Sequences {
  readonly x: SparseMatrix;
  /** One more entry than there are sequences, from 0 to `x.rows`. */
  readonly starts: Uint32Array;
}

export interface SequenceData extends Sequences {
  readonly features: readonly string[];
  readonly labels: readonly string[];
  readonly y: Int32Array;
  /** One per sequence, not negative; all 1 if absent. */
  readonly weights?: Float64Array | undefined;
  /** Label probabilities; replace `y` if present. */
  readonly expected?: ExpectedLabels | undefined;
}

export interface ExpectedLabels {
  readonly states: Float64Array;
  readonly pairs: Float64Array;
}

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
