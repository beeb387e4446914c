import type { StoredModel } from './models.js';

/** Work that takes a while: what is asked for, how far it is, and what came of it. */
export interface JobTable {
  readonly id: string;
  readonly kind: string;
  /** What was asked for, as JSON. */
  readonly options: string;
  readonly created_by: string;
  readonly state: string;
  readonly step: string | null;
  /** Share done, 0 to 1. */
  readonly share: number;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  /** How often it was begun. */
  readonly tries: number;
  /** What came of it, as JSON. */
  readonly result: string | null;
  readonly error: string | null;
}

/** A trained model. */
export interface ModelTable extends Omit<StoredModel, 'createdBy' | 'metrics' | 'promoted'> {
  readonly created_by: string;
  /** Figures as JSON. */
  readonly metrics: string | null;
  /** 1 where it answers for its method. */
  readonly promoted: number;
  /** Drawn plots as JSON. */
  readonly plots: string;
  /** The model as JSON. */
  readonly data: string;
}

/** What methods came to on a corpus. */
export interface EvaluationTable {
  readonly id: string;
  readonly corpus: string;
  readonly created: string;
  readonly created_by: string;
  /** Figures as JSON. */
  readonly summary: string;
  /** Drawn plots as JSON. */
  readonly plots: string;
}

/** What a reader said is wrong with an extraction. */
export interface FeedbackTable {
  readonly id: string;
  /** The stored page. */
  readonly page: string;
  readonly url: string | null;
  readonly site: string | null;
  /** Node ids as JSON. */
  readonly missing: string;
  readonly extra: string;
  readonly note: string | null;
  readonly created_by: string;
  readonly created: string;
}

/** A correction that is applied on one site only. */
export interface SiteRuleTable {
  readonly site: string;
  /** Selectors to keep and to drop, as JSON. */
  readonly rules: string;
  /** What it was learned from and what it comes to, as JSON. */
  readonly learned: string;
  readonly created: string;
  readonly created_by: string;
}
