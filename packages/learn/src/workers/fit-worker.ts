/// <reference types="node" />
import type { Host } from '@webpith/threads';
import type { Dataset } from '../data/dataset.js';
import type { ModelFile } from '../estimator.js';
import { createClassifier } from '../registry.js';
import { Crf, type CrfOptions } from '../sequences/crf/crf.js';
import type { SequenceData } from '../sequences/sequences.js';

/** What a worker can be asked to fit: plain data, so that it can be posted. */
export type FitJob =
  | {
      readonly kind: 'classifier';
      readonly algorithm: string;
      readonly options: Readonly<Record<string, unknown>>;
      readonly data: Dataset;
    }
  | { readonly kind: 'crf'; readonly options: CrfOptions; readonly data: SequenceData };

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
    if (job.kind === 'crf') return new Crf(job.options).fit(job.data, { onProgress }).toJSON();
    return createClassifier(job.algorithm, job.options).fit(job.data, { onProgress }).toJSON();
  };
}
