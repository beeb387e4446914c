import { changeJob, connect, type StoredJob } from '@webpith/store';
import type { Host } from '@webpith/threads';
import type { JobKind, JobRunner } from './runner.js';

export interface JobSetup {
  readonly store: string;
  readonly job: StoredJob;
  readonly corpora?: string | undefined;
  readonly scratch: string;
}

export interface JobProgress {
  readonly step: string;
  readonly share: number;
}

export function open(_: undefined, host: Host): (setup: JobSetup) => Promise<unknown> {
  return async ({ store: address, ...setup }) => {
    const store = await connect(address);
    try {
      const runner = await runners[setup.job.kind as JobKind]();
      const report = (step: string, share: number) => host.postMessage({ step, share } satisfies JobProgress);
      const save = async (checkpoint: unknown) =>
        void (await changeJob(store, setup.job.id, ['running'], { checkpoint, tries: 0 }));
      return await runner.run({ ...setup, store, signal: host.signal, report, save });
    } finally {
      await store.close();
    }
  };
}

const runners: Readonly<Record<JobKind, () => Promise<JobRunner>>> = {
  train: async () => (await import('./train.js')).trainRunner,
  evaluate: async () => (await import('./evaluate.js')).evaluateRunner,
  import: async () => (await import('../annotation/import/runner.js')).importRunner,
  render: async () => (await import('./render.js')).renderRunner,
};
