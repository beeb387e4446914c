/// <reference types="node" />
import { Worker } from 'node:worker_threads';
import type { Dataset } from '../data/dataset.js';
import { LearnError } from '../errors.js';
import type { ClassifierModel, ModelFile } from '../estimator.js';
import { loadModel } from '../registry.js';
import type { CrfOptions } from '../sequences/crf/crf.js';
import { type CrfModel, loadCrf } from '../sequences/crf/model.js';
import type { SequenceData } from '../sequences/sequences.js';
import type { FitJob, FitMessage } from './jobs.js';

/** How a fit in a worker is followed and stopped. */
export interface WorkerControl {
  /** Ends the worker at once; the promise is rejected with a LearnError of code `stopped`. */
  readonly signal?: AbortSignal;
  /** Share done (0 to 1) and a line for people, at most some twenty times a second. */
  readonly onProgress?: (share: number, note: string) => void;
}

/** Fits a classifier of the registry in a thread of its own; the data is copied there, the model comes back loaded. */
export async function fitInWorker(
  algorithm: string,
  options: Readonly<Record<string, unknown>>,
  data: Dataset,
  control: WorkerControl = {},
): Promise<ClassifierModel> {
  return loadModel(await runInWorker({ kind: 'classifier', algorithm, options, data }, control));
}

/** Fits a random field in a thread of its own. */
export async function fitCrfInWorker(
  options: CrfOptions,
  data: SequenceData,
  control: WorkerControl = {},
): Promise<CrfModel> {
  return loadCrf(await runInWorker({ kind: 'crf', options, data }, control));
}

/**
 * A worker needs JavaScript. Run from TypeScript sources (under vitest or tsx), the built file beside them is taken:
 * `npm test` builds first, so it is the same code.
 */
function workerFile(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/workers/fit-worker.js' : './fit-worker.js';
  return new URL(built, import.meta.url);
}

function runInWorker(job: FitJob, { signal, onProgress }: WorkerControl): Promise<ModelFile> {
  if (signal?.aborted) return Promise.reject(stopped());
  return new Promise<ModelFile>((resolve, reject) => {
    const worker = new Worker(workerFile(), { workerData: job });
    const settle = (end: () => void) => {
      signal?.removeEventListener('abort', abort);
      worker.removeAllListeners();
      // Errors of a thread that is being ended concern nobody, but unheard they would end the process.
      worker.on('error', () => undefined);
      void worker.terminate();
      end();
    };
    const abort = () => settle(() => reject(stopped()));
    signal?.addEventListener('abort', abort);
    const report = (share: number, note: string) => {
      try {
        onProgress?.(share, note);
      } catch (error) {
        settle(() => reject(error));
      }
    };
    worker.on('message', (message: FitMessage) => {
      if (message.kind === 'progress') report(message.share, message.note);
      else if (message.kind === 'model') settle(() => resolve(message.file));
      else settle(() => reject(failureOf(message)));
    });
    // What the worker could not report itself: a file that is not there, no memory left.
    worker.on('error', error => settle(() => reject(error)));
    worker.on('exit', code =>
      settle(() => reject(new Error(`The worker ended without a model (code ${code}).`))),
    );
  });
}

function failureOf({ code, message, where }: FitMessage & { kind: 'failure' }): Error {
  return code ? new LearnError(code, message, where) : new Error(message);
}

function stopped(): LearnError {
  return new LearnError('stopped', 'Fitting was stopped by its signal.');
}
