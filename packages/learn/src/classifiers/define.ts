import { type Accepts, checkDataset } from '../data/check.js';
import type { Dataset } from '../data/dataset.js';
import type { Classifier, ClassifierModel, FitControl, ModelFile, RegistryEntry } from '../estimator.js';
import { type ModelReader, parametersOf } from '../model-file.js';
import { type OptionRules, type OptionsOf, readOptions } from '../options.js';

interface Definition<R extends OptionRules, M extends ClassifierModel, C extends FitControl> {
  readonly algorithm: string;
  readonly rules: R;
  readonly accepts: Accepts;
  /** Fits a model to checked data with complete options. */
  fit(data: Dataset, options: OptionsOf<R>, control: C | undefined): M;
  load(parameters: ModelReader, file: ModelFile): M;
}

interface DefinedClassifier<R, M extends ClassifierModel, C extends FitControl> extends Classifier {
  readonly options: OptionsOf<R> & Readonly<Record<string, unknown>>;
  fit(data: Dataset, control?: C): M;
}

export interface ClassifierClass<R, M extends ClassifierModel, C extends FitControl> extends RegistryEntry {
  new (options?: Partial<OptionsOf<R>>): DefinedClassifier<R, M, C>;
  load(file: ModelFile): M;
}

/** The class of a classifier, which is also its entry in the registry. */
export function defineClassifier<
  R extends OptionRules,
  M extends ClassifierModel,
  C extends FitControl = FitControl,
>({ algorithm, rules, accepts, ...definition }: Definition<R, M, C>): ClassifierClass<R, M, C> {
  return class implements DefinedClassifier<R, M, C> {
    static readonly accepts = accepts;
    readonly algorithm = algorithm;
    readonly options: OptionsOf<R> & Readonly<Record<string, unknown>>;

    constructor(options: Readonly<Record<string, unknown>> = {}) {
      this.options = { ...readOptions(algorithm, rules, options) };
    }

    static create(options?: Readonly<Record<string, unknown>>): Classifier {
      return new this(options);
    }

    static load(file: ModelFile): M {
      return definition.load(parametersOf(file, algorithm), file);
    }

    fit(data: Dataset, control?: C): M {
      checkDataset(data, accepts);
      return definition.fit(data, this.options, control);
    }
  };
}
