/// <reference types="node" />
import { parentPort, workerData } from 'node:worker_threads';
import { LearnError } from '../errors.js';
import { type FitJob, type FitMessage, runFitJob } from './jobs.js';

// Between two reports at least this long: a fast fit steps thousands of times a second, and nobody reads that.
const reportEveryMilliseconds = 50;

const post = (message: FitMessage) => parentPort?.postMessage(message);

function failure(error: unknown): FitMessage {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof LearnError)) return { kind: 'failure', message, where: {} };
  const { code, row, column } = error;
  const where = { ...(row !== undefined && { row }), ...(column !== undefined && { column }) };
  return { kind: 'failure', code, message, where };
}

let reported = Number.NEGATIVE_INFINITY;
try {
  const file = runFitJob(workerData as FitJob, {
    onProgress: (share, note) => {
      if (performance.now() - reported < reportEveryMilliseconds) return;
      reported = performance.now();
      post({ kind: 'progress', share, note });
    },
  });
  post({ kind: 'model', file });
} catch (error) {
  post(failure(error));
}
