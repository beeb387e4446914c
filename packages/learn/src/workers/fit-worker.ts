/// <reference types="node" />
import type { Host } from '@webpith/threads';
import { createClassifier } from '../classifiers/table.js';
import type { Dataset } from '../data/dataset.js';
import type { ModelFile } from '../estimator.js';

export interface FitJob {
  readonly algorithm: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly data: Dataset;
}

export interface FitProgress {
  readonly share: number;
  readonly note: string;
}

// Minimum time between progress reports: a fast fit takes thousands of steps per second.
const reportEveryMilliseconds = 50;

export function open(_: undefined, host: Host): (job: FitJob) => ModelFile {
  return job => {
    let reported = Number.NEGATIVE_INFINITY;
    const onProgress = (share: number, note: string) => {
      if (performance.now() - reported < reportEveryMilliseconds) return;
      reported = performance.now();
      host.postMessage({ share, note } satisfies FitProgress);
    };
    return createClassifier(job.algorithm, job.options).fit(job.data, { onProgress }).toJSON();
  };
}
