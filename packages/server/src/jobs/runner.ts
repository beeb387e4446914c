import type { Store, StoredJob } from '@webpith/store';

export const JOB_KINDS = ['train', 'evaluate', 'import', 'render'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** What a runner works with. */
export interface JobContext {
  readonly store: Store;
  readonly job: StoredJob;
  /** Folder of the corpora on disk, where there are some. */
  readonly corpora?: string | undefined;
  /** A folder of its own, gone after the job. */
  readonly scratch: string;
  /** Aborted when the job is stopped; a thread that does not end by itself then is ended. */
  readonly signal: AbortSignal;
  /** Tells how far the job is: the step, and the share of the whole that is done, 0 to 1. */
  readonly report: (step: string, share: number) => void;
}

/**
 * What a kind of job does. It runs in a thread of its own with its own connection to the store. It may be begun anew
 * after the server died, so it must be right to run it twice: what it writes last is what counts. What it gives back
 * must be JSON.
 */
export interface JobRunner {
  run(context: JobContext): Promise<unknown>;
}
