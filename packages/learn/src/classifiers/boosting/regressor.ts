import { checkRows } from '../../data/check.js';
import type { Attribute } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { LearnError } from '../../errors.js';
import { ModelReader } from '../../model-file.js';
import { type ColumnImportance, columnImportance, ensembleFromJSON, ensembleToJSON } from './ensemble.js';
import { LOSSES } from './losses.js';
import { type BoostingOptions, boostingOptions } from './options.js';
import { type Scorer, scorer } from './predict.js';
import { holdOut, monotoneSigns } from './problem.js';
import { type BoostingControl, boost, type Ensemble } from './rounds.js';

/** Rows with a number each. */
export interface RegressionData {
  readonly attributes: readonly Attribute[];
  readonly x: AnyMatrix;
  readonly targets: Float64Array;
  readonly weights?: Float64Array;
  readonly groups?: Int32Array;
}

/** A regression model at rest. */
export interface RegressorFile {
  readonly format: 'pith-regressor';
  readonly version: 1;
  readonly algorithm: 'boosted-regressor';
  readonly options: Readonly<Record<string, unknown>>;
  readonly attributes: readonly Attribute[];
  readonly parameters: unknown;
}

/** Gradient boosting for numbers: the same trees under the squared loss. */
export class BoostedRegressor {
  readonly algorithm = 'boosted-regressor';
  readonly options: BoostingOptions;

  constructor(options: Partial<BoostingOptions> = {}) {
    this.options = boostingOptions('boosted-regressor', options);
  }

  /** Fits; `control` may name the rows to hold out for early stopping. */
  fit(data: RegressionData, control: BoostingControl = {}): BoostedRegressorModel {
    const weights = checked(data);
    const unclassed = { ...data, y: new Int32Array(data.x.rows), classes: ['all'] };
    const ensemble = boost(
      {
        x: data.x,
        targets: data.targets,
        weights,
        ...holdOut(unclassed, weights, this.options, control),
        loss: LOSSES.squared,
        outputs: 1,
        monotone: monotoneSigns(data.attributes, this.options.monotone, 1),
      },
      this.options,
      control,
    );
    return new BoostedRegressorModel({ ...this.options }, data.attributes, ensemble);
  }
}

function checked(data: RegressionData): Float64Array {
  const weights = data.weights ?? new Float64Array(data.x.rows).fill(1);
  if (data.x.rows === 0)
    throw new LearnError('bad-shape', 'The data has no rows; fitting needs at least one.');
  checkRows(data.attributes, data.x);
  if (data.targets.length !== data.x.rows || weights.length !== data.x.rows) {
    const counts = `${data.targets.length} targets and ${weights.length} weights for ${data.x.rows} rows`;
    throw new LearnError('bad-shape', `There are ${counts}; each row needs one of each.`);
  }
  const row = data.targets.findIndex(target => !Number.isFinite(target));
  if (row >= 0)
    throw new LearnError(
      'bad-value',
      `Row ${row}: the target must be a finite number, got ${data.targets[row]}.`,
      { row },
    );
  const bad = weights.findIndex(weight => !(weight >= 0 && weight < Infinity));
  if (bad >= 0)
    throw new LearnError(
      'bad-weight',
      `Row ${bad}: the weight is ${weights[bad]}; weights are finite and not negative.`,
      { row: bad },
    );
  if (weights.every(weight => weight === 0)) throw new LearnError('bad-weight', 'All weights are zero.');
  return weights;
}

/** Fitted trees that predict a number. */
export class BoostedRegressorModel {
  readonly algorithm = 'boosted-regressor';
  private readonly score: Scorer;

  constructor(
    readonly options: Readonly<Record<string, unknown>>,
    readonly attributes: readonly Attribute[],
    readonly ensemble: Ensemble,
  ) {
    this.score = scorer(ensemble.trees, ensemble.start);
  }

  /** The number of each row. */
  predict(x: AnyMatrix): Float64Array {
    checkRows(this.attributes, x);
    return this.score(x);
  }

  /** Columns by what their splits gained, the largest first. */
  importance(): ColumnImportance[] {
    return columnImportance(this.ensemble, this.attributes);
  }

  toJSON(): RegressorFile {
    const { algorithm, options, attributes } = this;
    const parameters = ensembleToJSON(this.ensemble);
    return { format: 'pith-regressor', version: 1, algorithm, options, attributes, parameters };
  }
}

/** Reads a regressor back; refuses a file of another kind. */
export function loadBoostedRegressor(json: unknown): BoostedRegressorModel {
  const file = new ModelReader(json, 'the file');
  file.literal('format', 'pith-regressor');
  file.literal('version', 1);
  file.literal('algorithm', 'boosted-regressor');
  const attributes = file.list('attributes') as readonly Attribute[];
  const ensemble = ensembleFromJSON(file.object('parameters'), attributes.length, 1);
  return new BoostedRegressorModel(file.record('options'), attributes, ensemble);
}
