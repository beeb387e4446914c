import type { Attribute } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import type { ClassifierModel, ModelFile } from '../estimator.js';
import { modelFile } from '../model-file.js';
import { mostLikely } from './most-likely.js';

export type FitOrigin = Pick<ModelFile, 'options' | 'classes' | 'attributes'>;

/** Base of fitted classifiers: predicts the most probable class and serialises `contents`. */
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

  protected abstract contents(): Pick<ModelFile, 'parameters' | 'metrics'>;

  predict(x: AnyMatrix): Int32Array {
    return mostLikely(this.probabilities(x), this.classes.length);
  }

  toJSON(): ModelFile {
    const { algorithm, options, classes, attributes } = this;
    return modelFile({ algorithm, options, classes, attributes, ...this.contents() });
  }
}
