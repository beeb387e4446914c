import type { Attribute } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import type { ClassifierModel, ModelFile } from '../estimator.js';
import { modelFile } from '../model-file.js';
import { mostLikely } from './most-likely.js';

/** What every model knows of the fit that made it. */
export type FitOrigin = Pick<ModelFile, 'options' | 'classes' | 'attributes'>;

/** What all fitted classifiers share: the most likely class is said, and a file holds what `parameters` gives. */
export abstract class FittedClassifier implements ClassifierModel {
  abstract readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly classes: readonly string[];
  readonly attributes: readonly Attribute[];

  constructor({ options, classes, attributes }: FitOrigin) {
    this.options = options;
    this.classes = classes;
    this.attributes = attributes;
  }

  abstract probabilities(x: AnyMatrix): Float64Array;

  /** The algorithm's own part of the file, and figures of the fit where there are some. */
  protected abstract contents(): Pick<ModelFile, 'parameters' | 'metrics'>;

  predict(x: AnyMatrix): Int32Array {
    return mostLikely(this.probabilities(x), this.classes.length);
  }

  toJSON(): ModelFile {
    const { algorithm, options, classes, attributes } = this;
    return modelFile({ algorithm, options, classes, attributes, ...this.contents() });
  }
}
