import type { Page } from '../corpora/corpus.js';
import type { LabErrorCode } from '../errors.js';
import type { ExtractorContext } from '../extractors.js';
import type { EvaluationRow } from './scoring.js';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly methods: readonly string[];
  readonly context: ExtractorContext;
  readonly lcs: boolean;
  /** Send the extracted texts along. */
  readonly texts: boolean;
}

/** What a worker is asked: these methods on this page, in this order. */
export interface PageTask {
  readonly page: Page;
  readonly methods: readonly string[];
}

/** What a worker says. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly code: LabErrorCode; readonly message: string }
  /** The clock of this method starts. */
  | { readonly kind: 'started'; readonly method: string }
  | { readonly kind: 'row'; readonly row: EvaluationRow; readonly text?: string }
  /** All methods of the task have their row. */
  | { readonly kind: 'finished' };
