import type { Dataset } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { expandClasses, withoutEmptyClasses } from '../../data/subset.js';
import { LearnError } from '../../errors.js';
import type { ClassifierModel, FitControl, ModelFile } from '../../estimator.js';
import { isRecord, parametersOf } from '../../model-file.js';
import { type OptionsOf, option } from '../../options.js';
import { PLAIN_CLASSIFIERS } from '../plain.js';
import { entryOf, modelOf } from '../table.js';

export const WRAPPED_RULES = {
  /** Default C4.5, as in paper 003. */
  classifier: option('c45', value => typeof value === 'string', 'a name'),
  classifierOptions: option<Readonly<Record<string, unknown>>>({}, isRecord, 'an object of options'),
};

export type WrappedOptions = OptionsOf<typeof WRAPPED_RULES>;

/** A model that may lack classes of its training data. */
export interface WrappedModel {
  readonly model: ClassifierModel;
  /** Index among all classes of each class of the model. */
  readonly kept: Int32Array;
}

/** Fits the wrapped classifier; classes without rows get probability 0. */
export function fitWrapped(options: WrappedOptions, data: Dataset, control?: FitControl): WrappedModel {
  const { data: present, kept } = withoutEmptyClasses(data);
  const model = entryOf(PLAIN_CLASSIFIERS, options.classifier)
    .create(options.classifierOptions)
    .fit(present, control);
  return { model, kept };
}

export function wrappedProbabilities(
  { model, kept }: WrappedModel,
  x: AnyMatrix,
  classes: number,
): Float64Array {
  return expandClasses(model.probabilities(x), kept, classes);
}

export function wrappedFromJSON(file: ModelFile): WrappedModel {
  const reader = parametersOf(file, file.algorithm);
  reader.literal('classes', file.classes.length);
  const model = modelOf(PLAIN_CLASSIFIERS, reader.record('model'));
  const kept = reader.integers('kept', 0, file.classes.length, model.classes.length);
  kept.forEach((label, k) => {
    if (file.classes[label] === model.classes[k]) return;
    const message = `The wrapped model's class ${k} is “${model.classes[k]}”; expected “${file.classes[label]}”.`;
    throw new LearnError('bad-model', message);
  });
  return { model, kept };
}
