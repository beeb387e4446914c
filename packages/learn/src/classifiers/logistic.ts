import { type Accepts, checkRows } from '../data/check.js';
import { weightsOf } from '../data/dataset.js';
import type { AnyMatrix, SparseMatrix } from '../data/matrix.js';
import { step } from '../estimator.js';
import { minimise } from '../optimise/lbfgs.js';
import { numberOption, switchOption } from '../options.js';
import { defineClassifier } from './define.js';
import { Design, type FitOrigin, FittedClassifier, softmaxRows } from './fitted.js';

const RULES = {
  /** λ of the penalty λ/2 ‖W‖² on the summed loss; intercepts are not penalised. */
  l2: numberOption(1, { above: 0 }),
  maxIterations: numberOption(200, { from: 1, whole: true }),
  tolerance: numberOption(1e-6, { above: 0 }),
  /** Scale numbers to unit deviation, and centre them if rows are dense, so that one λ suits all. */
  standardise: switchOption(true),
};

const ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: true };

/** Parameters are `(columns + 1) × outputs`, intercepts last. */
interface LogisticProblem {
  readonly rows: SparseMatrix;
  readonly y: Int32Array;
  readonly weights: Float64Array;
  readonly classes: number;
  readonly l2: number;
}

/** With two classes the first one's score is fixed at zero. */
export function logisticOutputs(classes: number): number {
  return classes === 2 ? 1 : classes;
}

function classScores(rows: SparseMatrix, parameters: Float64Array, classes: number): Float64Array {
  const outputs = logisticOutputs(classes);
  const skipped = classes - outputs;
  const intercepts = rows.columns * outputs;
  const scores = new Float64Array(rows.rows * classes);
  for (let row = 0; row < rows.rows; row++) {
    const first = row * classes + skipped;
    for (let k = 0; k < outputs; k++) scores[first + k] = parameters[intercepts + k]!;
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) {
      const from = rows.indices[at]! * outputs;
      const value = rows.values[at]!;
      for (let k = 0; k < outputs; k++) scores[first + k]! += value * parameters[from + k]!;
    }
  }
  return scores;
}

export function logisticLoss(
  problem: LogisticProblem,
  parameters: Float64Array,
  gradient: Float64Array,
): number {
  const { rows, y, weights, classes, l2 } = problem;
  const outputs = logisticOutputs(classes);
  const skipped = classes - outputs;
  const intercepts = rows.columns * outputs;
  const probabilities = softmaxRows(classScores(rows, parameters, classes), classes);
  let loss = 0;
  for (let i = 0; i < intercepts; i++) {
    gradient[i] = l2 * parameters[i]!;
    loss += 0.5 * l2 * parameters[i]! * parameters[i]!;
  }
  gradient.fill(0, intercepts);
  const errors = new Float64Array(outputs);
  for (let row = 0; row < rows.rows; row++) {
    const first = row * classes;
    // Smallest normal double: keeps the loss finite if a probability underflows.
    loss -= weights[row]! * Math.log(Math.max(probabilities[first + y[row]!]!, 2.3e-308));
    for (let k = 0; k < outputs; k++) {
      const label = k + skipped;
      errors[k] = weights[row]! * (probabilities[first + label]! - (y[row] === label ? 1 : 0));
      gradient[intercepts + k]! += errors[k]!;
    }
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) {
      const from = rows.indices[at]! * outputs;
      for (let k = 0; k < outputs; k++) gradient[from + k]! += rows.values[at]! * errors[k]!;
    }
  }
  return loss;
}

export const LogisticRegression = defineClassifier({
  algorithm: 'logistic',
  rules: RULES,
  accepts: ACCEPTS,
  fit(data, options, control) {
    const { l2, maxIterations, tolerance, standardise } = options;
    const design = Design.fit(data, standardise);
    const rows = design.rows(data.x);
    const classes = data.classes.length;
    const problem = { rows, y: data.y, weights: weightsOf(data), classes, l2 };
    const { x: parameters } = minimise({
      start: new Float64Array((rows.columns + 1) * logisticOutputs(classes)),
      evaluate: (at, gradient) => logisticLoss(problem, at, gradient),
      maxIterations,
      tolerance,
      onIteration: ({ iteration, value }) =>
        step(control, iteration / maxIterations, `loss ${value.toPrecision(6)}`),
    });
    return new LogisticModel({ ...data, options }, design, parameters);
  },
  load(parameters, file) {
    const design = Design.fromJSON(parameters.object('design'), file.attributes);
    const length = (design.width + 1) * logisticOutputs(file.classes.length);
    return new LogisticModel(file, design, parameters.numbers('coefficients', length));
  },
});

export class LogisticModel extends FittedClassifier {
  readonly algorithm = 'logistic';

  constructor(
    origin: FitOrigin,
    readonly design: Design,
    readonly parameters: Float64Array,
  ) {
    super(origin);
  }

  probabilities(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, ACCEPTS);
    const classes = this.classes.length;
    return softmaxRows(classScores(this.design.rows(x), this.parameters, classes), classes);
  }

  protected parametersToJSON() {
    return { design: this.design.toJSON(), coefficients: Array.from(this.parameters) };
  }
}
