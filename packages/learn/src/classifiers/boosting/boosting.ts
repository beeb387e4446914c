import { type Accepts, checkRows } from '../../data/check.js';
import { type Dataset, weightsOf } from '../../data/dataset.js';
import type { AnyMatrix, Matrix } from '../../data/matrix.js';
import { LearnError } from '../../errors.js';
import { defineClassifier } from '../define.js';
import { type FitOrigin, FittedClassifier, softmaxRows } from '../fitted.js';
import { LOSSES, type Loss, listwise } from './losses.js';
import { BOOSTING_RULES, type BoostingControl, boost, monotoneSigns } from './rounds.js';
import {
  type ColumnImportance,
  columnImportance,
  type Ensemble,
  ensembleFromJSON,
  ensembleToJSON,
  treeScores,
} from './trees.js';

/** Every node has a direction for missing values; nominal values are split like numbers, in their listed order. */
const BOOSTING_ACCEPTS: Accepts = { allowMissing: true, allowNominal: true, allowSparse: false };

/** Histogram-based, leaf-wise gradient boosting: logistic loss for two classes, softmax for more. */
export const BoostingClassifier = defineClassifier({
  algorithm: 'boosting',
  rules: BOOSTING_RULES,
  accepts: BOOSTING_ACCEPTS,
  fit(data, options, control: BoostingControl = {}) {
    const columns = data.attributes.length;
    if (columns > 65535)
      throw new LearnError('bad-shape', `Boosting reads at most 65535 columns, got ${columns}.`);
    const loss = control.lists ? lossOfLists(data, control.lists) : lossFor(data.classes.length);
    const outputs = loss.outputs(data.classes.length);
    const weights = weightsOf(data);
    const problem = {
      x: data.x as Matrix,
      targets: Float64Array.from(data.y),
      weights,
      training: Int32Array.from(data.y.keys()).filter(row => weights[row]! > 0),
      loss,
      outputs,
      monotone: monotoneSigns(data.attributes, options.monotone, outputs),
    };
    return new BoostingModel({ ...data, options }, boost(problem, options, control));
  },
  load(parameters, file) {
    const outputs = lossFor(file.classes.length).outputs(file.classes.length);
    return new BoostingModel(file, ensembleFromJSON(parameters, file.attributes.length, outputs));
  },
});

function lossFor(classes: number) {
  return classes > 2 ? LOSSES.softmax : LOSSES.logistic;
}

function lossOfLists(data: Dataset, lists: ArrayLike<number>): Loss {
  if (lists.length === data.x.rows && data.classes.length === 2) return listwise(lists);
  const message = `“lists” needs two classes and one number per row; got ${data.classes.length} classes and ${lists.length} numbers for ${data.x.rows} rows.`;
  throw new LearnError('bad-shape', message);
}

export class BoostingModel extends FittedClassifier {
  readonly algorithm = 'boosting';

  constructor(
    origin: FitOrigin,
    readonly ensemble: Ensemble,
  ) {
    super(origin);
  }

  /** Raw scores, `rows × outputs`: log-odds of the second class, or one score per class. */
  scores(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x, BOOSTING_ACCEPTS);
    return treeScores(this.ensemble.trees, this.ensemble.start, x as Matrix);
  }

  probabilities(x: AnyMatrix): Float64Array {
    const scores = this.scores(x);
    if (this.classes.length === 1) return scores.fill(1);
    return this.classes.length === 2 ? logisticPairs(scores) : softmaxRows(scores, this.classes.length);
  }

  importance(): ColumnImportance[] {
    return columnImportance(this.ensemble, this.attributes);
  }

  protected parametersToJSON() {
    return ensembleToJSON(this.ensemble);
  }
}

function logisticPairs(scores: Float64Array): Float64Array {
  const pairs = new Float64Array(2 * scores.length);
  for (let row = 0; row < scores.length; row++) {
    const second = 1 / (1 + Math.exp(-scores[row]!));
    pairs[2 * row] = 1 - second;
    pairs[2 * row + 1] = second;
  }
  return pairs;
}
