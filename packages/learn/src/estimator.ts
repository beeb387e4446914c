import type { Attribute, Dataset } from './data/dataset.js';
import type { AnyMatrix } from './data/matrix.js';

/** What a long fit reports, and how it is stopped. */
export interface FitControl {
  /** Called between steps with the share done (0 to 1) and a line for people. */
  readonly onProgress?: (share: number, note: string) => void;
  /** Asked between steps; when it says true, fitting throws a LearnError with code `stopped`. */
  readonly stopped?: () => boolean;
}

/**
 * An algorithm with its hyperparameters and nothing else: the constructor stores options, `fit` depends on the
 * data and the options alone, so the same estimator fits twice to the same model.
 */
export interface Classifier {
  /** The name in the registry and in model files: `c45`, `boosting`, … */
  readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  fit(data: Dataset, control?: FitControl): ClassifierModel;
}

/** What a fit leaves behind: plain data that predicts. */
export interface ClassifierModel {
  readonly algorithm: string;
  readonly classes: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Class probabilities, `rows × classes`, row after row; each row sums to 1. */
  probabilities(x: AnyMatrix): Float64Array;
  /** Index of the class of each row. */
  predict(x: AnyMatrix): Int32Array;
  toJSON(): ModelFile;
}

/** A model at rest. `loadModel` refuses a file whose format, algorithm or shape does not fit. */
export interface ModelFile {
  readonly format: 'pith-model';
  readonly version: 1;
  readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly classes: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Figures that were measured when the model was made, by name. */
  readonly metrics?: Readonly<Record<string, number>>;
  /** The algorithm's own parameters: numbers, strings, arrays, objects. */
  readonly parameters: unknown;
}
