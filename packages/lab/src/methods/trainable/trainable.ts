import { LabError } from '../../errors.js';
import type { Example, Extractor, Method } from '../../extractor.js';

/** A drawing that stands alone. */
export interface TrainingPlot {
  readonly title: string;
  readonly svg: string;
}

/** What training gives: a model as plain data, and what shows how it came about. */
export interface TrainedModel {
  readonly model: unknown;
  readonly plots: readonly TrainingPlot[];
}

/** How training is followed and stopped. */
export interface TrainingControl {
  /** The step, and its share done, 0 to 1. */
  readonly onProgress?: (step: string, share: number) => void;
  readonly signal?: AbortSignal;
}

/** A method that can be trained on somebody's own pages. */
export interface TrainableMethod {
  /** Full name, for lists. */
  readonly title: string;
  /** What it learns from, in a sentence. */
  readonly needs: string;
  train(examples: readonly Example[], control: TrainingControl): Promise<TrainedModel>;
  /** The extractor of a model that `train` gave; refuses what is not one. */
  extractor(model: unknown): Extractor;
}

/** The extractor of a method's model as plain data. */
export function loadedExtractor<M>({ load, extractor }: Pick<Method<M, never>, 'load' | 'extractor'>) {
  return (json: unknown): Extractor => extractor(load(json));
}

/** Refuses to train on nothing. */
export function refuseNone(pages: readonly unknown[], expected: string): void {
  if (pages.length > 0) return;
  throw new LabError('bad-input', `Expected pages with ${expected}, got none. Label some pages first.`);
}
