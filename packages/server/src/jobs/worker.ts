import { changeJob, connect, type Store, type StoredJob } from '@webpith/store';
import type { Host } from '@webpith/threads';
import type { JobKind } from '../api/jobs.js';

export interface JobSetup {
  readonly store: string;
  readonly job: StoredJob;
  readonly corpora?: string | undefined;
  readonly scratch: string;
}

export interface JobContext extends Omit<JobSetup, 'store'> {
  readonly store: Store;
  /** Aborted when the job is stopped; a thread that keeps running is terminated. */
  readonly signal: AbortSignal;
  /** Saves where the job continues if the server is stopped; the next run finds it in `job.checkpoint`. */
  readonly save: (checkpoint: unknown) => Promise<void>;
  /** Reports progress: the current step and the fraction done, 0 to 1. */
  readonly report: (step: string, share: number) => void;
}

/** Runs a job. It may run again after a crash, so it must be idempotent. Its result must be JSON. */
export type RunJob = (context: JobContext) => Promise<unknown>;

export interface JobProgress {
  readonly step: string;
  readonly share: number;
}

export function open(_: undefined, host: Host): (setup: JobSetup) => Promise<unknown> {
  return async ({ store: address, ...setup }) => {
    const store = await connect(address);
    try {
      const run = await runners[setup.job.kind as JobKind]();
      const report = (step: string, share: number) => host.postMessage({ step, share } satisfies JobProgress);
      const save = async (checkpoint: unknown) =>
        void (await changeJob(store, setup.job.id, ['running'], { checkpoint, tries: 0 }));
      return await run({ ...setup, store, signal: host.signal, report, save });
    } finally {
      await store.close();
    }
  };
}

const runners: Readonly<Record<JobKind, () => Promise<RunJob>>> = {
  train: async () => (await import('./train.js')).runTraining,
  evaluate: async () => (await import('./evaluate.js')).runEvaluation,
  import: async () => (await import('../annotation/import.js')).runImport,
  render: async () => (await import('./render.js')).runRendering,
};
