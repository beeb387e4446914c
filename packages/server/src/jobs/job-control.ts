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

export interface JobControlOptions {
  readonly store: Store;
  readonly atOnce: number;
  /** Replaced in tests. */
  readonly run: (job: StoredJob, control: ThreadControl) => Promise<unknown>;
}

/** Maximum number of starts of a job without progress, since the job may be what crashes the server. */
const MAX_TRIES = 3;

const BETWEEN_REPORTS = 250;

const now = () => new Date().toISOString();

/** Runs jobs, oldest first, at most `atOnce` at a time. Jobs left unfinished by an earlier process start again. */
export class JobControl {
  readonly #listeners = new Set<JobListener>();
  readonly #running = new Map<string, { readonly halt: AbortController; readonly end: Promise<void> }>();
  #isClosing = false;

  private constructor(private readonly options: JobControlOptions) {}

  static async open(options: JobControlOptions): Promise<JobControl> {
    await resumeJobs(options.store);
    const control = new JobControl(options);
    void control.#startWaiting();
    return control;
  }

  async start(
    kind: JobKind,
    options: Readonly<Record<string, unknown>>,
    createdBy: string,
  ): Promise<StoredJob> {
    const job = await addJob(this.options.store, { kind, options, createdBy });
    for (const listener of this.#listeners) listener(job);
    void this.#startWaiting();
    return job;
  }

  /** Returns undefined if the job does not exist. */
  async stop(id: string): Promise<StoredJob | undefined> {
    await this.#change(id, ['waiting', 'running'], { state: 'stopped', step: 'stopped', ended: now() });
    const own = this.#running.get(id);
    own?.halt.abort(new Error('The job was stopped.'));
    await own?.end;
    return await readJob(this.options.store, id);
  }

  listen(listener: JobListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all threads. Running jobs restart with the server. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const all = [...this.#running.values()];
    for (const { halt } of all) halt.abort(new Error('The server is stopping.'));
    await Promise.all(all.map(({ end }) => end));
  }

  async #change(id: string, from: Parameters<typeof changeJob>[2], values: JobChange): Promise<boolean> {
    const { store } = this.options;
    const isDone = await changeJob(store, id, from, values);
    const job = isDone && this.#listeners.size > 0 ? await readJob(store, id) : undefined;
    if (job) for (const listener of this.#listeners) listener(job);
    return isDone;
  }

  async #startWaiting(): Promise<void> {
    const { store, atOnce } = this.options;
    const isFull = () => this.#isClosing || this.#running.size >= atOnce;
    if (isFull()) return;
    for (const job of await jobsInState(store, ['waiting'])) {
      if (isFull()) return;
      if (this.#running.has(job.id)) continue;
      const halt = new AbortController();
      const end = this.#run(job, halt)
        .catch(() => undefined) // the store is gone
        .finally(() => {
          this.#running.delete(job.id);
          void this.#startWaiting();
        });
      this.#running.set(job.id, { halt, end });
    }
  }

  async #run(job: StoredJob, halt: AbortController): Promise<void> {
    const begun = { step: 'starting', share: 0, started: now(), tries: job.tries + 1 };
    if (!(await this.#change(job.id, ['waiting'], { state: 'running', ...begun }))) return;
    const progress = throttled<JobChange>(
      BETWEEN_REPORTS,
      async values => void (await this.#change(job.id, ['running'], values)),
    );
    let reached = 0; // progress never decreases
    const onProgress = (step: string, share: number) => {
      reached = Math.max(reached, Math.min(1, share));
      progress.push({ step, share: reached });
    };
    const values = await this.options.run(job, { signal: halt.signal, onProgress }).then(
      (result): JobChange => ({ state: 'done', step: 'done', share: 1, result }),
      (error): JobChange => ({
        state: 'failed',
        error: error instanceof Error ? error.message : String(error),
      }),
    );
    await progress.end();
    // Stopped jobs are marked already; jobs of a closing server stay `running` and restart with it.
    if (!halt.signal.aborted) await this.#change(job.id, ['running'], { ...values, ended: now() });
  }
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
