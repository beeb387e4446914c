import type { Dataset } from '../data/dataset.js';
import type { LearnErrorCode } from '../errors.js';
import type { FitControl, ModelFile } from '../estimator.js';
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

/** What a worker answers: some progress, then a model or a failure. */
export type FitMessage =
  | { readonly kind: 'progress'; readonly share: number; readonly note: string }
  | { readonly kind: 'model'; readonly file: ModelFile }
  | {
      readonly kind: 'failure';
      /** Absent where the exception was no LearnError: a mistake in the code, not in the data. */
      readonly code?: LearnErrorCode;
      readonly message: string;
      readonly where: { readonly row?: number; readonly column?: number };
    };

/** Does the job in the thread that calls. */
export function runFitJob(job: FitJob, control: FitControl): ModelFile {
  if (job.kind === 'crf') return new Crf(job.options).fit(job.data, control).toJSON();
  return createClassifier(job.algorithm, job.options).fit(job.data, control).toJSON();
}
