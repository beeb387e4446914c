import { LearnError } from '../../errors.js';
import type { FitControl } from '../../estimator.js';
import { step } from '../../fit-control.js';
import { minimise } from '../../optimise/lbfgs.js';
import { numberOption, type OptionsOf, readOptions } from '../../options.js';
import { checkSequenceData, type SequenceData } from '../sequences.js';
import { CrfModel } from './model.js';
import { crfObjective, parameterCount } from './objective.js';

const RULES = {
  /** Variance of the Gaussian prior on every weight: smaller shrinks more. */
  variance: numberOption(1, { above: 0 }),
  maxIterations: numberOption(100, { from: 1, whole: true }),
  /** Converged if ‖gradient‖ ≤ tolerance · max(1, ‖weights‖). */
  tolerance: numberOption(1e-3, { from: 0 }),
  /** Also converged if ten iterations lower the loss by less than this share. */
  improvement: numberOption(1e-5, { from: 0 }),
  /** Smaller weights are dropped after fitting, to shrink the model file. */
  prune: numberOption(0, { from: 0 }),
};

export type CrfOptions = Partial<OptionsOf<typeof RULES>>;

/**
 * Linear-chain conditional random field (Lafferty, McCallum & Pereira 2001): one weight per feature and label and one
 * per pair of adjacent labels, fitted to the conditional likelihood.
 */
export class Crf {
  readonly algorithm = 'crf';
  readonly options: Readonly<Required<CrfOptions>>;

  constructor(options: CrfOptions = {}) {
    this.options = readOptions('crf', RULES, { ...options });
  }

  fit(data: SequenceData, control?: FitControl): CrfModel {
    checkSequenceData(data);
    const { variance, maxIterations, tolerance, improvement, prune } = this.options;
    const objective = crfObjective(data, variance);
    const found = minimise({
      start: new Float64Array(parameterCount(data.features.length, data.labels.length)),
      evaluate: (weights, gradient) => {
        if (control?.stopped?.()) throw new LearnError('stopped', 'Fitting the random field was stopped.');
        return objective(weights, gradient);
      },
      maxIterations,
      tolerance,
      improvement,
      onIteration: ({ iteration, value, gradientNorm }) => {
        const figures = `loss ${value.toFixed(2)}, gradient ${gradientNorm.toPrecision(3)}`;
        step(control, iteration / maxIterations, `iteration ${iteration}: ${figures}`);
      },
    });
    const weights = found.x.map(weight => (Math.abs(weight) < prune ? 0 : weight));
    const metrics = { loss: found.value, gradientNorm: found.gradientNorm, iterations: found.iterations };
    return new CrfModel(this.options, data.labels, data.features, weights, metrics);
  }
}
