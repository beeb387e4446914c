import { availableParallelism } from 'node:os';
import type { CorpusProblem } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { RenderPage } from './method-pool.js';
import type { EvaluationProgress } from './progress.js';
import type { RunStart } from './run-file.js';

export interface EvaluateOptions {
  /** Folder of a corpus, or its name among the corpora. */
  readonly corpus: string;
  readonly methods: readonly string[];
  readonly out?: string;
  /** Parent folder of runs; `results` by default. */
  readonly results?: string;
  readonly limit?: number;
  readonly ids?: readonly string[];
  /** Also compute the longest common subsequence of characters, which takes longer than most methods. */
  readonly lcs?: boolean;
  /** Milliseconds per page and method; 30,000 by default. */
  readonly timeLimit?: number;
  /** Number of cores by default. */
  readonly workers?: number;
  /** `continue` by default: keeps the finished rows of the same run. */
  readonly start?: RunStart;
  /** Stops the run. Finished rows stay, and the same call resumes. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  readonly onProblem?: (problem: CorpusProblem) => void;
  readonly recordings?: string;
  /** Modules that export more methods, such as `methodsModule` of @webpith/papers. */
  readonly modules?: readonly string[];
  /** Renders each page before extraction; methods get its tree with boxes and styles. */
  readonly render?: RenderPage;
  /** Cache file of corpus digests; in the user's cache folder by default. */
  readonly digestCache?: string;
}

export function checkedOptions(options: EvaluateOptions) {
  const { methods, timeLimit = 30_000, workers = availableParallelism(), limit } = options;
  if (methods.length === 0) {
    throw new LabError(
      'bad-option',
      'Expected one method or more, got none. Name some: default, readability, …',
    );
  }
  const twice = methods.find((name, i) => methods.indexOf(name) !== i);
  if (twice !== undefined)
    throw new LabError('bad-option', `The method “${twice}” is named twice. Name it once.`);
  const counts = { timeLimit, workers, ...(limit === undefined ? {} : { limit }) };
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isInteger(value) || value < 1) {
      throw new LabError('bad-option', `${name} must be a whole number of at least 1, got ${value}.`);
    }
  }
  return { ...options, timeLimit, workers, lcs: options.lcs ?? false, start: options.start ?? 'continue' };
}

export type CheckedOptions = ReturnType<typeof checkedOptions>;
