import { checkShape } from '../data/check.js';
import type { SparseMatrix } from '../data/matrix.js';
import { LearnError } from '../errors.js';
import type { ModelFile } from '../estimator.js';
import { modelFile, parametersOf } from '../model-file.js';
import { type Chain, forwardBackward, scaleTransitions, scoreStates } from './forward-backward.js';

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

function checkSequences({ x, starts }: Sequences, columns: number): void {
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

/** Features × labels for states, then labels × labels for transitions. */
export function parameterCount(features: number, labels: number): number {
  return features * labels + labels * labels;
}

/** Non-zero state weights, feature by feature: those of feature f are from `starts[f]` to `starts[f + 1]`. */
interface CrfParameters {
  readonly transitions: readonly number[];
  readonly states: {
    readonly starts: readonly number[];
    readonly labels: readonly number[];
    readonly values: readonly number[];
  };
}

export class CrfModel {
  readonly algorithm = 'crf';

  constructor(
    readonly options: Readonly<Record<string, unknown>>,
    readonly labels: readonly string[],
    readonly features: readonly string[],
    private readonly weights: Float64Array,
    readonly metrics: Readonly<Record<string, number>> = {},
  ) {}

  /** The most probable labelling of each sequence (Viterbi), as indices into `labels`. */
  predict(sequences: Sequences): Int32Array {
    const out = new Int32Array(sequences.x.rows);
    this.eachChain(sequences, (chain, from) => out.set(bestPath(chain).path, from));
    return out;
  }

  marginals(sequences: Sequences): Float64Array {
    const width = this.labels.length;
    const out = new Float64Array(sequences.x.rows * width);
    const scaled = scaleTransitions(this.transitions());
    this.eachChain(sequences, (chain, from, to) => {
      forwardBackward(chain, scaled, { marginals: out.subarray(from * width, to * width) });
    });
    return out;
  }

  expectations(sequences: Sequences, weights?: Float64Array): ExpectedLabels {
    const width = this.labels.length;
    const states = new Float64Array(sequences.x.rows * width);
    const pairs = new Float64Array(width * width);
    const scaled = scaleTransitions(this.transitions());
    let s = 0;
    this.eachChain(sequences, (chain, from, to) => {
      const edgeWeight = weights?.[s++] ?? 1;
      const marginals = states.subarray(from * width, to * width);
      forwardBackward(chain, scaled, { marginals, edges: pairs, edgeWeight });
    });
    return { states, pairs };
  }

  marginalsOfScores(states: Float64Array): Float64Array {
    const labels = this.labels.length;
    const transitions = this.transitions();
    const marginals = new Float64Array(states.length);
    const chain: Chain = { length: states.length / labels, labels, states, transitions };
    forwardBackward(chain, scaleTransitions(transitions), { marginals });
    return marginals;
  }

  stateWeight(feature: string, label: string): number {
    const f = this.features.indexOf(feature);
    const y = this.labels.indexOf(label);
    return f < 0 || y < 0 ? 0 : this.weights[f * this.labels.length + y]!;
  }

  transitionWeight(label: string, next: string): number {
    const [a, b] = [this.labels.indexOf(label), this.labels.indexOf(next)];
    return a < 0 || b < 0 ? 0 : this.transitions()[a * this.labels.length + b]!;
  }

  toJSON(): ModelFile {
    const width = this.labels.length;
    const starts = [0];
    const labels: number[] = [];
    const values: number[] = [];
    for (let f = 0; f < this.features.length; f++) {
      for (let y = 0; y < width; y++) {
        const weight = this.weights[f * width + y]!;
        if (weight === 0) continue;
        labels.push(y);
        values.push(weight);
      }
      starts.push(values.length);
    }
    const parameters: CrfParameters = {
      transitions: [...this.transitions()],
      states: { starts, labels, values },
    };
    return modelFile({
      algorithm: 'crf',
      options: this.options,
      classes: this.labels,
      attributes: this.features.map(name => ({ name, kind: 'numeric' })),
      metrics: this.metrics,
      parameters,
    });
  }

  private transitions(): Float64Array {
    return this.weights.subarray(this.features.length * this.labels.length);
  }

  private eachChain(sequences: Sequences, use: (chain: Chain, from: number, to: number) => void): void {
    checkSequences(sequences, this.features.length);
    const labels = this.labels.length;
    const transitions = this.transitions();
    for (let s = 0; s + 1 < sequences.starts.length; s++) {
      const from = sequences.starts[s]!;
      const to = sequences.starts[s + 1]!;
      const states = new Float64Array((to - from) * labels);
      scoreStates(sequences.x, from, to, this.weights, labels, states);
      use({ length: to - from, labels, states, transitions }, from, to);
    }
  }
}

export function loadCrf(file: ModelFile): CrfModel {
  const parameters = parametersOf(file, 'crf');
  const features = file.attributes.map(attribute => attribute.name);
  const width = file.classes.length;
  const states = parameters.object('states');
  const values = states.numbers('values');
  const labels = states.integers('labels', 0, width, values.length);
  const starts = states.integers('starts', 0, values.length + 1, features.length + 1);
  const weights = new Float64Array(parameterCount(features.length, width));
  weights.set(parameters.numbers('transitions', width * width), features.length * width);
  for (let f = 0; f < features.length; f++) {
    for (let k = starts[f]!; k < starts[f + 1]!; k++) weights[f * width + labels[k]!] = values[k]!;
  }
  return new CrfModel(file.options, file.classes, features, weights, file.metrics);
}

export function bestPath({ length, labels, states, transitions }: Chain): {
  path: Int32Array;
  score: number;
} {
  let best = states.slice(0, labels);
  let next = new Float64Array(labels);
  const origins = new Int32Array(length * labels);
  for (let t = 1; t < length; t++) {
    for (let y = 0; y < labels; y++) {
      let origin = 0;
      let score = best[0]! + transitions[y]!;
      for (let a = 1; a < labels; a++) {
        const candidate = best[a]! + transitions[a * labels + y]!;
        if (candidate > score) {
          score = candidate;
          origin = a;
        }
      }
      next[y] = score + states[t * labels + y]!;
      origins[t * labels + y] = origin;
    }
    [best, next] = [next, best];
  }
  let last = 0;
  for (let y = 1; y < labels; y++) if (best[y]! > best[last]!) last = y;
  const path = new Int32Array(length);
  path[length - 1] = last;
  for (let t = length - 1; t > 0; t--) path[t - 1] = origins[t * labels + path[t]!]!;
  return { path, score: best[last]! };
}
