/// <reference types="node" />
import { type Death, type Failure, runAlone } from '@webpith/threads';
import { loadModel } from '../classifiers/table.js';
import type { Dataset } from '../data/dataset.js';
import { LearnError, type LearnErrorCode } from '../errors.js';
import type { ClassifierModel, ModelFile } from '../estimator.js';
import type { FitJob, FitProgress } from './fit-worker.js';

interface WorkerControl {
  /** Terminates the worker at once; the promise rejects with a LearnError of code `stopped`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (share: number, note: string) => void;
}

export async function fitInWorker(
  algorithm: string,
  options: Readonly<Record<string, unknown>>,
  data: Dataset,
  control: WorkerControl = {},
): Promise<ClassifierModel> {
  return loadModel(await runInWorker({ algorithm, options, data }, control));
}

async function runInWorker(job: FitJob, { signal, onProgress }: WorkerControl): Promise<ModelFile> {
  if (signal?.aborted) throw stopped();
  const ending = await runAlone({ file: new URL('./fit-worker.js', import.meta.url) }, job, {
    signal,
    grace: 0,
    onMessage: ({ share, note }: FitProgress) => signal?.aborted || onProgress?.(share, note),
  });
  if (ending.kind === 'done') return ending.answer as ModelFile;
  if (signal?.aborted) throw stopped();
  // A worker that crashes (out of memory, a missing file) reports no failure.
  throw ending.failure === undefined
    ? new Error(`The worker ended without a model: it ${(ending as Death).reason}.`)
    : errorOf(ending.failure);
}

function errorOf({ name, code, message, row, column }: Failure & { row?: number; column?: number }): Error {
  if (name !== 'LearnError') return new Error(message);
  return new LearnError(code as LearnErrorCode, message, { row, column });
}

function stopped(): LearnError {
  return new LearnError('stopped', 'Fitting was stopped by its signal.');
}
