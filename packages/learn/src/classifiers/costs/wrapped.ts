import type { Dataset } from '../../data/dataset.js';
import type { AnyMatrix } from '../../data/matrix.js';
import { withoutEmptyClasses } from '../../data/subset.js';
import { LearnError } from '../../errors.js';
import type { ClassifierModel, FitControl, ModelFile } from '../../estimator.js';
import type { ModelReader } from '../../model-file.js';
import type { OptionRule, OptionRules } from '../../options.js';
import { PLAIN_CLASSIFIERS } from '../plain.js';
import { entryOf, modelOf } from '../table.js';

/** Which classifier is wrapped. */
export interface WrappedOptions {
  /** Its name among those that stand alone. Default C4.5, as in paper 003. */
  readonly classifier: string;
  readonly classifierOptions: Readonly<Record<string, unknown>>;
}

const objectOption: OptionRule<Readonly<Record<string, unknown>>> = {
  fallback: {},
  fault: value =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object of options',
};

/** Rules for the options of what is wrapped. */
export const WRAPPED_RULES: OptionRules<WrappedOptions> = {
  classifier: { fallback: 'c45', fault: value => (typeof value === 'string' ? undefined : 'a name') },
  classifierOptions: objectOption,
};

/** A model that may know fewer classes than the data it stands for had. */
export interface WrappedModel {
  readonly model: ClassifierModel;
  /** The class, among all, that each class of the model is. */
  readonly kept: Int32Array;
}

/** Fits the wrapped classifier; classes without rows are left out and come back with probability zero. */
export function fitWrapped(options: WrappedOptions, data: Dataset, control?: FitControl): WrappedModel {
  const { data: present, kept } = withoutEmptyClasses(data);
  const model = entryOf(PLAIN_CLASSIFIERS, options.classifier)
    .create(options.classifierOptions)
    .fit(present, control);
  return { model, kept };
}

/** Probabilities over all classes, `rows × classes`. */
export function wrappedProbabilities(
  { model, kept }: WrappedModel,
  x: AnyMatrix,
  classes: number,
): Float64Array {
  const inner = model.probabilities(x);
  if (kept.length === classes) return inner;
  const all = new Float64Array(x.rows * classes);
  for (let row = 0; row < x.rows; row++) {
    for (let k = 0; k < kept.length; k++) all[row * classes + kept[k]!] = inner[row * kept.length + k]!;
  }
  return all;
}

/** The wrapped part of a model file. */
export function wrappedToJSON({ model, kept }: WrappedModel, classes: number): Record<string, unknown> {
  return { classes, model: model.toJSON(), kept: Array.from(kept) };
}

/** Reads it back; refuses a model of other classes. */
export function wrappedFromJSON(reader: ModelReader, file: ModelFile): WrappedModel {
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
