import { type Accepts, checkRows } from '../data/check.js';
import { weightsOf } from '../data/dataset.js';
import type { AnyMatrix, SparseMatrix } from '../data/matrix.js';
import { type FitControl, step } from '../estimator.js';
import { numberOption, type OptionsOf } from '../options.js';
import { seededRandom } from '../random.js';
import { defineClassifier } from './define.js';
import { Design, type FitOrigin, FittedClassifier, mostLikely, softmaxRows } from './fitted.js';

/** λ and passes are those of paper 001, §4.2; each step takes one row. */
const RULES = {
  lambda: numberOption(2e-4, { above: 0 }),
  passes: numberOption(30, { from: 1, whole: true }),
  seed: numberOption(1, { whole: true }),
};

type PegasosOptions = OptionsOf<typeof RULES>;

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: true };

/**
 * Multi-class linear support vector machine by stochastic subgradients (Shalev-Shwartz, Singer & Srebro 2007), with
 * Crammer and Singer's loss max(0, 1 + maxᵣ wᵣ·x − w_y·x). Each step projects onto the ball of radius 1/√λ; the result
 * is the mean of the second half of the iterates. A constant column provides the intercepts. Probabilities are a
 * softmax of the scores times one factor fitted to the training rows.
 */
export const Pegasos = defineClassifier({
  algorithm: 'pegasos',
  rules: RULES,
  accepts: ACCEPTS,
  fit(data, options, control) {
    const { y, classes } = data;
    const design = Design.fit(data, false);
    const rows = withConstant(design.rows(data.x));
    const rowWeights = weightsOf(data);
    const weights = descend(rows, y, rowWeights, classes.length, options, control);
    const scores = classScores(rows, weights, classes.length);
    const scored = { scores, y, weights: rowWeights, classes: classes.length };
    const temperature = classes.length === 1 ? 1 : fitTemperature(scored);
    return new PegasosModel({ ...data, options }, { design, weights, temperature });
  },
  load(parameters, file) {
    const design = Design.fromJSON(parameters.object('design'), file.attributes);
    const weights = parameters.numbers('weights', (design.width + 1) * file.classes.length);
    return new PegasosModel(file, { design, weights, temperature: parameters.number('temperature') });
  },
});

function descend(
  rows: SparseMatrix,
  y: Int32Array,
  rowWeights: Float64Array,
  classes: number,
  options: PegasosOptions,
  control: FitControl | undefined,
): Float64Array {
  const { lambda, passes } = options;
  const order = Int32Array.from(y.keys()).filter(row => rowWeights[row]! > 0);
  const meanWeight = rowWeights.reduce((sum, weight) => sum + weight, 0) / order.length;
  const random = seededRandom(options.seed);
  const weights = new ScaledWeights(rows.columns, classes);
  const scores = new Float64Array(classes);
  for (let pass = 0, t = 1; pass < passes; pass++) {
    step(control, pass / passes, `pass ${pass + 1} of ${passes}`);
    random.shuffle(order);
    for (let i = 0; i < order.length; i++, t++) {
      const row = order[i]!;
      const label = y[row]!;
      weights.score(rows, row, scores);
      const rival = strongestRival(scores, label);
      // At t = 1 the factor and the weights are zero.
      if (t > 1) weights.shrink(1 - 1 / t);
      if (rival >= 0 && 1 + scores[rival]! - scores[label]! > 0) {
        const amount = ((1 / (lambda * t)) * rowWeights[row]!) / meanWeight;
        weights.add(rows, row, label, amount);
        weights.add(rows, row, rival, -amount);
      }
      const norm = Math.sqrt(lambda * weights.norm2);
      if (norm > 1) weights.shrink(1 / norm);
      if (2 * t > order.length * passes) weights.keep();
    }
  }
  return weights.result();
}

function strongestRival(scores: Float64Array, label: number): number {
  let rival = -1;
  for (let k = 0; k < scores.length; k++) {
    if (k !== label && (rival < 0 || scores[k]! > scores[rival]!)) rival = k;
  }
  return rival;
}

function withConstant(x: SparseMatrix): SparseMatrix {
  const starts = x.starts.map((start, row) => start + row);
  const indices = new Uint32Array(x.indices.length + x.rows);
  const values = new Float64Array(indices.length);
  for (let row = 0; row < x.rows; row++) {
    indices.set(x.indices.subarray(x.starts[row]!, x.starts[row + 1]!), starts[row]!);
    values.set(x.values.subarray(x.starts[row]!, x.starts[row + 1]!), starts[row]!);
    indices[starts[row + 1]! - 1] = x.columns;
    values[starts[row + 1]! - 1] = 1;
  }
  return { ...x, columns: x.columns + 1, starts, indices, values };
}

function classScores(rows: SparseMatrix, weights: Float64Array, classes: number): Float64Array {
  const scores = new Float64Array(rows.rows * classes);
  for (let row = 0; row < rows.rows; row++) {
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) {
      const first = rows.indices[at]! * classes;
      for (let k = 0; k < classes; k++) scores[row * classes + k]! += rows.values[at]! * weights[first + k]!;
    }
  }
  return scores;
}

/** Weights are `(columns + 1) × classes`, intercepts last. */
interface PegasosParameters {
  readonly design: Design;
  readonly weights: Float64Array;
  readonly temperature: number;
}

export class PegasosModel extends FittedClassifier {
  readonly algorithm = 'pegasos';

  constructor(
    origin: FitOrigin,
    readonly parameters: PegasosParameters,
  ) {
    super(origin);
  }

  scores(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const { design, weights } = this.parameters;
    return classScores(withConstant(design.rows(x)), weights, this.classes.length);
  }

  probabilities(x: AnyMatrix): Float64Array {
    const scores = this.scores(x).map(score => score * this.parameters.temperature);
    return softmaxRows(scores, this.classes.length);
  }

  override predict(x: AnyMatrix): Int32Array {
    return mostLikely(this.scores(x), this.classes.length);
  }

  protected parametersToJSON() {
    const { design, weights, temperature } = this.parameters;
    return { design: design.toJSON(), weights: Array.from(weights), temperature };
  }
}

/**
 * The weight matrix of Pegasos, `columns × classes`, stored as `scale · values`, so that shrinking is one
 * multiplication and a step costs no more than the row's stored cells. The sum of kept iterates is
 * `scaleSum · values − behind`.
 */
export class ScaledWeights {
  readonly #values: Float64Array;
  readonly #behind: Float64Array;
  #scale = 1;
  #scaleSum = 0;
  #norm2 = 0;
  #iterates = 0;

  constructor(
    columns: number,
    readonly classes: number,
  ) {
    this.#values = new Float64Array(columns * classes);
    this.#behind = new Float64Array(columns * classes);
  }

  get norm2(): number {
    return this.#norm2;
  }

  score({ starts, indices, values }: SparseMatrix, row: number, scores: Float64Array): void {
    const { classes } = this;
    scores.fill(0);
    for (let at = starts[row]!, to = starts[row + 1]!; at < to; at++) {
      const first = indices[at]! * classes;
      const value = values[at]! * this.#scale;
      for (let k = 0; k < classes; k++) scores[k]! += value * this.#values[first + k]!;
    }
  }

  shrink(factor: number): void {
    this.#scale *= factor;
    this.#norm2 *= factor * factor;
    // Folds long before the scale underflows.
    if (this.#scale < 1e-9) this.#fold();
  }

  add({ starts, indices, values }: SparseMatrix, row: number, label: number, amount: number): void {
    const step = amount / this.#scale;
    let change = 0;
    for (let at = starts[row]!, to = starts[row + 1]!; at < to; at++) {
      const place = indices[at]! * this.classes + label;
      const before = this.#values[place]!;
      const after = before + step * values[at]!;
      this.#values[place] = after;
      this.#behind[place]! += (after - before) * this.#scaleSum;
      change += after * after - before * before;
    }
    this.#norm2 = Math.max(0, this.#norm2 + change * this.#scale * this.#scale);
  }

  keep(): void {
    this.#scaleSum += this.#scale;
    this.#iterates++;
  }

  result(): Float64Array {
    const behind = this.#behind;
    return this.#values.map((value, i) => (this.#scaleSum * value - behind[i]!) / this.#iterates);
  }

  #fold(): void {
    const behind = this.#behind;
    for (let i = 0; i < behind.length; i++) behind[i]! -= this.#scaleSum * this.#values[i]!;
    for (let i = 0; i < this.#values.length; i++) this.#values[i]! *= this.#scale;
    this.#scaleSum = 0;
    this.#scale = 1;
  }
}

interface ScoredLabels {
  readonly scores: Float64Array;
  readonly y: Int32Array;
  readonly weights: Float64Array;
  readonly classes: number;
}

// Separable scores have no finite optimum; at this factor the probabilities are practically 0 and 1.
const LARGEST = 1e3;

/**
 * The factor β ≥ 0 that maximises the likelihood of softmax(β · scores): Platt scaling for many classes with one
 * parameter. The loss is convex in β; Newton's method, safeguarded by bisection.
 */
export function fitTemperature(rows: ScoredLabels): number {
  let low = 0;
  let high = LARGEST;
  let beta = 1;
  for (let iteration = 0; iteration < 60; iteration++) {
    const { slope, curvature } = temperatureDerivatives(rows, beta);
    if (slope > 0) high = beta;
    else low = beta;
    const newton = beta - slope / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - beta) <= 1e-9 * Math.max(1, beta)) return next;
    beta = next;
  }
  return beta;
}

/** Derivatives of Σ weight · (log Σₖ exp(β sₖ) − β s_y): mean score minus the label's, and variance of the scores. */
function temperatureDerivatives({ scores, y, weights, classes }: ScoredLabels, beta: number) {
  let slope = 0;
  let curvature = 0;
  for (let row = 0; row < y.length; row++) {
    const first = row * classes;
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < classes; k++) largest = Math.max(largest, scores[first + k]!);
    let sum = 0;
    let mean = 0;
    let square = 0;
    for (let k = 0; k < classes; k++) {
      const away = scores[first + k]! - largest;
      const share = Math.exp(beta * away);
      sum += share;
      mean += share * away;
      square += share * away * away;
    }
    mean /= sum;
    slope += weights[row]! * (mean - (scores[first + y[row]!]! - largest));
    curvature += weights[row]! * (square / sum - mean * mean);
  }
  return { slope, curvature };
}
