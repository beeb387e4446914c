/// <reference types="node" />
import type { Host } from '@webpith/threads';
import type { Dataset } from '../data/dataset.js';
import type { ModelFile } from '../estimator.js';
import { createClassifier } from '../registry.js';

/** What a worker is asked to fit: plain data, so that it can be posted. */
export interface FitJob {
  readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly data: Dataset;
}

/** How far a worker is: the share done (0 to 1), and a line for people. */
export interface FitProgress {
  readonly share: number;
  readonly note: string;
}

// Between two reports at least this long: a fast fit steps thousands of times a second, and nobody reads that.
const reportEveryMilliseconds = 50;

/** What a thread does: fits and gives the model as a file holds it. */
export function open(_: undefined, host: Host): (job: FitJob) => ModelFile {
  return job => {
    let reported = Number.NEGATIVE_INFINITY;
    const onProgress = (share: number, note: string) => {
      if (performance.now() - reported < reportEveryMilliseconds) return;
      reported = performance.now();
      host.say({ share, note } satisfies FitProgress);
    };
    return createClassifier(job.algorithm, job.options).fit(job.data, { onProgress }).toJSON();
  };
}
