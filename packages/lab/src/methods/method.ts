import { setImmediate } from 'node:timers/promises';
import { type OptionRule, type OptionsOf, readOptions as readBy } from '@webpith/learn';
import type { ModelFile } from 'webpith';
import type { PageTree } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { Example, Extractor } from '../extractor.js';
import type { MethodModel } from './model-file.js';

export interface MethodJob {
  readonly corpora: string;
  readonly corpus?: string | undefined;
  /** Write the model to this file instead of replacing the shipped one; together with `corpus`. */
  readonly out?: string | undefined;
  readonly root: string;
  /** Called with a step and its share done, 0 to 1, or the number of items done if the total is not fixed. */
  readonly onProgress?: ((step: string, share: number) => void) | undefined;
  /** Renders without scripts and network, keeping the computed `styles`; absent without a browser. */
  readonly render?: ((page: Page, styles?: readonly string[]) => Promise<PageTree>) | undefined;
  readonly section?: string | undefined;
  /** Stops the work; no partial files are left. */
  readonly signal?: AbortSignal | undefined;
}

export interface TrainingPlot {
  readonly title: string;
  readonly svg: string;
}

export interface TrainedModel {
  readonly model: MethodModel;
  readonly plots: readonly TrainingPlot[];
}

export type TrainingControl = Pick<MethodJob, 'onProgress' | 'signal'>;

export interface OwnTraining {
  readonly needs: string;
  /** Converts the model for use outside of the lab, for example to a model of the library. Default: unchanged. */
  fileOf?(model: MethodModel): MethodModel | ModelFile;
  /** Throws a `bad-input` error if there are too few labels, or labels of another kind. */
  train(examples: readonly Example[], control?: TrainingControl): Promise<TrainedModel>;
}

export interface Method {
  readonly name: string;
  readonly title: string;
  readonly labels?: readonly string[];
  /** Loads a parsed model file, or the shipped model; throws if it is of another method. */
  load(model?: unknown): Promise<Extractor>;
  /** Trains the shipped model and stores it where `load` finds it; returns a message for the user. */
  train?(job: MethodJob): Promise<string>;
  readonly own?: OwnTraining;
  /** Repeats the experiments of the method's paper; returns a message for the user. */
  experiment?(job: MethodJob): Promise<string>;
  readonly sections?: readonly string[];
}

export type MethodTable = Readonly<Record<string, () => Promise<Method>>>;

export function refuseNone(pages: readonly unknown[], expected: string): void {
  if (pages.length > 0) return;
  throw new LabError('bad-input', `No page has ${expected}. Label some pages first.`);
}

export function refuseFew(usable: readonly unknown[], least: number, expected: string, given: number): void {
  if (usable.length >= least) return;
  const message = `Training needs at least ${least} pages with ${expected}; ${usable.length} of ${given} have it. Label more pages.`;
  throw new LabError('bad-input', message);
}

export function readOptions<R extends Readonly<Record<string, OptionRule<unknown>>>>(
  method: string,
  rules: R,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<R> {
  return readBy(method, rules, given, message => new LabError('bad-option', message));
}

/** Waits two turns of the event loop: one turn does not guarantee that pending events are processed. */
export async function yieldToAbort(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  await setImmediate();
  signal?.throwIfAborted();
}

export const methods: MethodTable = {
  default: async () => (await import('./default/method.js')).defaultMethod,
  small: async () => (await import('./small/method.js')).small,
  wide: async () => (await import('./wide/method.js')).wide,
  adapted: async () => (await import('./adapted/model.js')).adapted,
};
