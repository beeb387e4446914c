import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ending, runAlone } from '@webpith/threads';
import type { JobProgress, JobSetup } from './worker.js';

/** How the thread of a job is followed and stopped. */
export interface ThreadControl {
  readonly signal: AbortSignal;
  readonly onProgress: (step: string, share: number) => void;
}

/** Milliseconds that a thread has to end by itself when it is stopped; one that computes hears nothing. */
const GRACE = 300;
/** Megabytes of heap: models of thousands of pages fit, and a job that runs wild does not take the server with it. */
export const JOB_MEMORY = 3072;

/** Runs a job in a thread of its own and gives its result; rejects with the reason where it fails or is stopped. */
export async function runInThread(
  setup: Omit<JobSetup, 'scratch'>,
  { signal, onProgress }: ThreadControl,
): Promise<unknown> {
  signal.throwIfAborted();
  const scratch = await mkdtemp(join(tmpdir(), 'pith-job-'));
  try {
    const file = new URL('./worker.js', import.meta.url);
    const onSaid = ({ step, share }: JobProgress) => onProgress(step, share);
    const control = { signal, grace: GRACE, onSaid };
    const ending = await runAlone({ file, memoryLimit: JOB_MEMORY }, { ...setup, scratch }, control);
    signal.throwIfAborted();
    if (ending.kind === 'done') return ending.answer;
    throw new Error(reasonOf(ending));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Why a job failed; an error may carry a whole page in its message. */
function reasonOf(ending: Exclude<Ending, { kind: 'done' }>): string {
  if (ending.kind === 'failed') return (ending.failure.message || ending.failure.name).slice(0, 1000);
  if (ending.cause === 'memory') return `The job took more than ${JOB_MEMORY} MB of memory. Use fewer pages.`;
  return `The job ${ending.reason} before it finished.`;
}
