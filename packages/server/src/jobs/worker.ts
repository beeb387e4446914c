import { connect, type StoredJob } from '@webpith/store';
import type { Host } from '@webpith/threads';
import type { JobKind, JobRunner } from './runner.js';

/** What the thread of a job is given. */
export interface JobSetup {
  readonly store: string;
  readonly job: StoredJob;
  readonly corpora?: string | undefined;
  readonly scratch: string;
}

/** How far it is: the step, and the share of the whole that is done. */
export interface JobProgress {
  readonly step: string;
  readonly share: number;
}

/** What the thread does: the job, with its own connection to the store. */
export function open(_: undefined, host: Host): (setup: JobSetup) => Promise<unknown> {
  return async ({ store: address, ...setup }) => {
    const store = await connect(address);
    try {
      const runner = await runners[setup.job.kind as JobKind]();
      const report = (step: string, share: number) => host.say({ step, share } satisfies JobProgress);
      return await runner.run({ ...setup, store, signal: host.signal, report });
    } finally {
      await store.close();
    }
  };
}

/** Kind → runner, its code loaded when it is first used. A new kind is a file and a line in this table. */
export const runners: Readonly<Record<JobKind, () => Promise<JobRunner>>> = {
  train: async () => (await import('./train.js')).trainRunner,
  evaluate: async () => (await import('./evaluate.js')).evaluateRunner,
  import: async () => (await import('../annotation/import/runner.js')).importRunner,
  render: async () => (await import('./render.js')).renderRunner,
};
