import { availableParallelism } from 'node:os';
import type { CorpusProblem } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { RenderPage } from './method-pool.js';
import type { EvaluationProgress } from './progress.js';
import type { RunStart } from './run-file.js';

/** Options of `evaluate`. */
export interface EvaluateOptions {
  /** Folder of a corpus, or its name among the corpora. */
  readonly corpus: string;
  /** Names of extractors (`loadExtractor`). */
  readonly methods: readonly string[];
  /** Folder of the run; one in `results`, named for the run, when absent. */
  readonly out?: string;
  /** Where runs without a folder of their own go; `results` when absent. */
  readonly results?: string;
  /** Only the first so many pages. */
  readonly limit?: number;
  /** Only these pages. */
  readonly ids?: readonly string[];
  /** Also the longest common subsequence of characters, which takes longer than most methods. */
  readonly lcs?: boolean;
  /** Milliseconds for a page; a method that needs longer has failed on it. 30,000 when absent. */
  readonly timeLimit?: number;
  /** As many as there are cores when absent. */
  readonly workers?: number;
  /** `continue` when absent: finished results of the same run are kept. */
  readonly start?: RunStart;
  /** Stops the run; what is finished stays, and the same call goes on from there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Folder of recorded outputs, where not beside the corpora. */
  readonly recordings?: string;
  /** Modules that give more methods than the lab's own: `methodsModule` of @webpith/papers. */
  readonly modules?: readonly string[];
  /** Draws a page before methods see it: they find its tree there, with boxes and styles. */
  readonly render?: RenderPage;
  /** Where digests of corpora are remembered; the user's cache folder when absent. */
  readonly digestCache?: string;
}

/** The options with their defaults; throws for those out of range. */
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

/** Options whose defaults are filled in. */
export type CheckedOptions = ReturnType<typeof checkedOptions>;
