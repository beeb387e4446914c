import type { PageTree } from 'webpith/internals';
import type { Page } from '../corpora/corpus.js';
import type { Extractor } from '../extractor.js';

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
  /** Aborted when the work is to stop; nothing half-written is left then. */
  readonly signal?: AbortSignal;
}

/** A method as the commands see it: a shipped model, and how to learn and measure it. */
export interface MethodEntry {
  /** Full name, for help and tables. */
  readonly title: string;
  /** The extractor made from the shipped model. */
  load(): Promise<Extractor>;
  /** Learns a model and puts it where `load` reads it; says what was written. */
  train(job: MethodJob): Promise<string>;
  /** Repeats the experiments of the method's paper and writes their results; says what was written. */
  experiment?(job: MethodJob): Promise<string>;
}
