import type { Store, StoredJob } from '@webpith/store';

export const JOB_KINDS = ['train', 'evaluate', 'import', 'render'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export interface JobContext {
  readonly store: Store;
  readonly job: StoredJob;
  readonly corpora?: string | undefined;
  readonly scratch: string;
  /** Aborted when the job is stopped; a thread that keeps running is terminated. */
  readonly signal: AbortSignal;
  /** Saves where the job continues if the server is stopped; the next run finds it in `job.checkpoint`. */
  readonly save: (checkpoint: unknown) => Promise<void>;
  /** Reports progress: the current step and the fraction done, 0 to 1. */
  readonly report: (step: string, share: number) => void;
}

/**
 * Runs one kind of job in a worker thread with its own connection to the store. A job may run again after a crash, so
 * it must be idempotent. The result must be JSON.
 */
export interface JobRunner {
  run(context: JobContext): Promise<unknown>;
}
