import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ending, runAlone } from '@webpith/threads';
import { problemFromFailure } from '../answer-problems.js';
import { Problem } from '../problem.js';
import type { JobProgress, JobSetup } from './worker.js';

export interface ThreadControl {
  readonly signal: AbortSignal;
  readonly onProgress: (step: string, share: number) => void;
}

/** Milliseconds for a stopped thread to end by itself; a busy one cannot react. */
const GRACE = 300;
/** Heap limit in megabytes: enough for models of thousands of pages. */
export const JOB_MEMORY = 3072;

export async function runInThread(
  setup: Omit<JobSetup, 'scratch'>,
  { signal, onProgress }: ThreadControl,
): Promise<unknown> {
  signal.throwIfAborted();
  const scratch = await mkdtemp(join(tmpdir(), 'pith-job-'));
  try {
    const file = new URL('./worker.js', import.meta.url);
    const onMessage = ({ step, share }: JobProgress) => onProgress(step, share);
    const control = { signal, grace: GRACE, onMessage };
    const ending = await runAlone({ file, memoryLimit: JOB_MEMORY }, { ...setup, scratch }, control);
    signal.throwIfAborted();
    if (ending.kind === 'done') return ending.answer;
    throw new Error(reasonOf(ending));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The reason for a failure, truncated because an error message may contain a whole page. */
function reasonOf(ending: Exclude<Ending, { kind: 'done' }>): string {
  if (ending.kind === 'failed') {
    const error = problemFromFailure(ending.failure);
    const reason = (error.message || error.name).slice(0, 1000);
    // The messages of other errors contain the remedy.
    return error instanceof Problem ? `${reason} ${error.remedy}` : reason;
  }
  if (ending.cause === 'memory') return `The job took more than ${JOB_MEMORY} MB of memory. Use fewer pages.`;
  return `The job ${ending.reason} before it finished.`;
}
