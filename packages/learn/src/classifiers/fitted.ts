import type { Attribute } from '../data/dataset.js';
import type { AnyMatrix } from '../data/matrix.js';
import type { ClassifierModel, ModelFile } from '../estimator.js';
import { modelFile } from '../model-file.js';

export type FitOrigin = Pick<ModelFile, 'options' | 'classes' | 'attributes'>;

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

export function mostLikely(probabilities: Float64Array, classes: number): Int32Array {
  const winners = new Int32Array(probabilities.length / classes);
  for (let row = 0; row < winners.length; row++) {
    let best = 0;
    for (let label = 1; label < classes; label++) {
      if (probabilities[row * classes + label]! > probabilities[row * classes + best]!) best = label;
    }
    winners[row] = best;
  }
  return winners;
}

export function softmaxRows(scores: Float64Array, classes: number): Float64Array {
  for (let first = 0; first < scores.length; first += classes) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = first; k < first + classes; k++) largest = Math.max(largest, scores[k]!);
    let sum = 0;
    for (let k = first; k < first + classes; k++) {
      scores[k] = Math.exp(scores[k]! - largest);
      sum += scores[k]!;
    }
    for (let k = first; k < first + classes; k++) scores[k]! /= sum;
  }
  return scores;
}
