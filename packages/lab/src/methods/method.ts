import type { PageTree } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { Example, Extractor } from '../extractor.js';

/** What training and experiments are told. */
export interface MethodJob {
  /** Folder that holds the corpora. */
  readonly corpora: string;
  /** One labelled folder to learn from instead. */
  readonly corpus?: string;
  /** File for the model instead: it is used by naming it, and nothing that is shipped is replaced. */
  readonly out?: string;
  /** Root of the repository: models and results go there. */
  readonly root: string;
  /** Called with a step and its share done, 0 to 1, or the number of things done where their sum is unknown. */
  readonly onProgress?: (step: string, share: number) => void;
  /**
   * Draws a page in a browser, scripts and network off, and gives its tree with the layout; absent where no browser is.
   * `styles` names the computed styles to keep, the usual ones otherwise.
   */
  readonly render?: (page: Page, styles?: readonly string[]) => Promise<PageTree>;
  /** The one of an experiment's `sections` to measure; all of them otherwise. */
  readonly section?: string;
  /** Aborted when the work is to stop; nothing half-written is left then. */
  readonly signal?: AbortSignal;
}

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
export type TrainingControl = Pick<MethodJob, 'onProgress' | 'signal'>;

/** Training on somebody's own labelled pages. */
export interface OwnTraining {
  /** What it learns from, in a sentence. */
  readonly needs: string;
  train(examples: readonly Example[], control?: TrainingControl): Promise<TrainedModel>;
}

/** A way to extract, mostly a learned one: every part beyond extraction is there where the method knows it. */
export interface Method {
  readonly name: string;
  /** Full name, for help and lists. */
  readonly title: string;
  /** The labels it gives to nodes. */
  readonly labels?: readonly string[];
  /** The extractor of a model that training gave, or of the shipped one; refuses what is no model of this method. */
  load(model?: unknown): Promise<Extractor>;
  /** Learns from corpora and puts the model where `load` finds it; says what was written. */
  train?(job: MethodJob): Promise<string>;
  readonly own?: OwnTraining;
  /** Repeats the experiments of the method's paper and writes their results; says what was written. */
  experiment?(job: MethodJob): Promise<string>;
  /** Names of the parts that its experiment can be measured in, where it is long. */
  readonly sections?: readonly string[];
}

/** Name → method, its code loaded when it is first used. */
export type MethodTable = Readonly<Record<string, () => Promise<Method>>>;

/** Refuses to train on nothing. */
export function refuseNone(pages: readonly unknown[], expected: string): void {
  if (pages.length > 0) return;
  throw new LabError('bad-input', `Expected pages with ${expected}, got none. Label some pages first.`);
}
