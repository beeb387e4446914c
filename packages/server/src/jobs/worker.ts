import { connect, type StoredJob } from '@webpith/store';
import type { Host } from '@webpith/threads';
import type { JobKind } from './runner.js';
import { runners } from './table.js';

/** What the thread of a job is given. */
export interface JobSetup {
  readonly store: string;
  readonly job: StoredJob;
  readonly corpora?: string;
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
      const tell = (step: string, share: number) => host.say({ step, share } satisfies JobProgress);
      return await runner.run({ ...setup, store, signal: host.signal, tell });
    } finally {
      await store.close();
    }
  };
}
