import type { Accepts } from './data/check.js';
import type { Attribute, Dataset } from './data/dataset.js';
import type { AnyMatrix } from './data/matrix.js';
import { LearnError } from './errors.js';

export interface FitControl {
  /** Called between steps with the share done (0 to 1) and a message. */
  readonly onProgress?: ((share: number, note: string) => void) | undefined;
  /** Checked between steps; fitting throws a LearnError with code `stopped` once it returns true. */
  readonly stopped?: (() => boolean) | undefined;
}

export interface Learner {
  fit(data: Dataset, control?: FitControl): Predictor;
}

export interface Predictor {
  /** Class probabilities, `rows × classes`; each row sums to 1. */
  probabilities(x: AnyMatrix): Float64Array;
}

export interface Classifier extends Learner {
  readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  fit(data: Dataset, control?: FitControl): ClassifierModel;
}

export interface ClassifierModel extends Predictor {
  readonly algorithm: string;
  readonly classes: readonly string[];
  readonly attributes: readonly Attribute[];
  predict(x: AnyMatrix): Int32Array;
  toJSON(): ModelFile;
}

export interface ModelFile {
  readonly format: 'pith-model';
  readonly version: 1;
  readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly classes: readonly string[];
  readonly attributes: readonly Attribute[];
  readonly metrics?: Readonly<Record<string, number>> | undefined;
  readonly parameters: unknown;
}

export interface RegistryEntry {
  readonly accepts: Accepts;
  create(options?: Readonly<Record<string, unknown>>): Classifier;
  load(file: ModelFile): ClassifierModel;
}

export function step(control: FitControl | undefined, share: number, note: string): void {
  control?.onProgress?.(share, note);
  if (!control?.stopped?.()) return;
  throw new LearnError('stopped', `Fitting was stopped at ${Math.round(share * 100)} % (${note}).`);
}
