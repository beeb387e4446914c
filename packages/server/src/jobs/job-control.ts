import {
  addJob,
  changeJob,
  type JobChange,
  jobsInState,
  readJob,
  type Store,
  type StoredJob,
} from '@webpith/store';
import type { JobKind } from '../api/jobs.js';
import type { ThreadControl } from './thread.js';

type JobListener = (job: StoredJob) => void;

export interface JobControl {
  start(kind: JobKind, options: Readonly<Record<string, unknown>>, createdBy: string): Promise<StoredJob>;
  stop(id: string): Promise<StoredJob | undefined>;
  listen(listener: JobListener): () => void;
  /** Ends all threads. Running jobs restart with the server. */
  close(): Promise<void>;
}

export interface JobControlOptions {
  readonly store: Store;
  readonly atOnce: number;
  /** Replaced in tests. */
  readonly run: (job: StoredJob, control: ThreadControl) => Promise<unknown>;
}

/** Maximum number of starts of a job that gets no further, which may itself crash the server. */
const MAX_TRIES = 3;

const BETWEEN_REPORTS = 250;

const now = () => new Date().toISOString();

/** Runs jobs, oldest first, at most `atOnce` at a time. Unfinished jobs of the last run start again. */
export async function openJobControl({ store, atOnce, run }: JobControlOptions): Promise<JobControl> {
  const listeners = new Set<JobListener>();
  const running = new Map<string, { readonly halt: AbortController; readonly end: Promise<void> }>();
  let isClosing = false;

  const change = async (id: string, from: Parameters<typeof changeJob>[2], values: JobChange) => {
    const isDone = await changeJob(store, id, from, values);
    const job = isDone && listeners.size > 0 ? await readJob(store, id) : undefined;
    if (job) for (const listener of listeners) listener(job);
    return isDone;
  };

  const runJob = async (job: StoredJob, halt: AbortController) => {
    const begun = {
      state: 'running',
      step: 'starting',
      share: 0,
      started: now(),
      tries: job.tries + 1,
    } as const;
    if (!(await change(job.id, ['waiting'], begun))) return;
    const progress = throttled<{ step: string; share: number }>(BETWEEN_REPORTS, async values => {
      await change(job.id, ['running'], values);
    });
    let reached = 0; // progress never decreases
    const onProgress = (step: string, share: number) => {
      reached = Math.max(reached, Math.min(1, share));
      progress.push({ step, share: reached });
    };
    const values = await run(job, { signal: halt.signal, onProgress }).then(
      (result): JobChange => ({ state: 'done', step: 'done', share: 1, result }),
      (error): JobChange => ({
        state: 'failed',
        error: error instanceof Error ? error.message : String(error),
      }),
    );
    await progress.end();
    // Stopped jobs are marked already; jobs of a closing server stay `running` and restart with it.
    if (!halt.signal.aborted) await change(job.id, ['running'], { ...values, ended: now() });
  };

  const startWaiting = async () => {
    if (isClosing || running.size >= atOnce) return;
    for (const job of await jobsInState(store, ['waiting'])) {
      if (isClosing || running.size >= atOnce) return;
      if (running.has(job.id)) continue;
      const halt = new AbortController();
      const end = runJob(job, halt)
        .catch(() => undefined) // the store is gone
        .finally(() => {
          running.delete(job.id);
          void startWaiting();
        });
      running.set(job.id, { halt, end });
    }
  };

  await resumeJobs(store);
  void startWaiting();
  return {
    async start(kind, options, createdBy) {
      const job = await addJob(store, { kind, options, createdBy });
      for (const listener of listeners) listener(job);
      void startWaiting();
      return job;
    },
    async stop(id) {
      await change(id, ['waiting', 'running'], { state: 'stopped', step: 'stopped', ended: now() });
      const own = running.get(id);
      own?.halt.abort(new Error('The job was stopped.'));
      await own?.end;
      return await readJob(store, id);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosing = true;
      const all = [...running.values()];
      for (const { halt } of all) halt.abort(new Error('The server is stopping.'));
      await Promise.all(all.map(({ end }) => end));
    },
  };
}

async function resumeJobs(store: Store): Promise<void> {
  for (const { id, tries } of await jobsInState(store, ['running'])) {
    const error = `The job was started ${tries} times, and the server stopped each time before it got further. Start it again with fewer pages.`;
    const values: JobChange =
      tries >= MAX_TRIES
        ? { state: 'failed', error, ended: now() }
        : { state: 'waiting', step: 'waiting after a restart', share: 0 };
    await changeJob(store, id, ['running'], values);
  }
}

/** Calls `take` with the first value at once, then with the latest value after each interval, one call at a time. */
function throttled<T>(milliseconds: number, take: (value: T) => Promise<void>) {
  let waiting: { readonly value: T } | undefined;
  let clock: NodeJS.Timeout | undefined;
  let taking = Promise.resolve();
  let isOver = false;
  const next = () => {
    clock = undefined;
    const own = waiting;
    if (isOver || own === undefined) return;
    waiting = undefined;
    taking = take(own.value).catch(() => undefined); // losing progress is harmless
    clock = setTimeout(() => void taking.then(next), milliseconds);
  };
  return {
    push(value: T): void {
      waiting = { value };
      if (clock === undefined) next();
    },
    async end(): Promise<void> {
      isOver = true;
      clearTimeout(clock);
      await taking;
    },
  };
}
