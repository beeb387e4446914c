import { CommandError } from './errors.js';
import type { CorpusProblem, Lab } from './lab.js';

/** Options of an evaluation, as far as the command sets them. */
export interface EvaluateOptions {
  readonly corpus: string;
  readonly methods: readonly string[];
  readonly out?: string;
  readonly limit?: number;
  readonly ids?: readonly string[];
  readonly lcs?: boolean;
  readonly timeLimit?: number;
  readonly workers?: number;
  /** Go on where an earlier start was, throw away what it left, or insist that there is one. */
  readonly start?: 'continue' | 'fresh' | 'resume';
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  readonly onProblem?: (problem: CorpusProblem) => void;
}

/** Results (a method on a page) that are there, and how many there will be. */
export interface EvaluationProgress {
  readonly done: number;
  readonly total: number;
}

/** What the command reads of an evaluation. */
export interface Evaluation {
  /** Where its files are. */
  readonly folder: string;
  readonly summary: {
    readonly methods: readonly {
      readonly name: string;
      readonly pages: number;
      readonly failures: Readonly<Record<string, number>>;
    }[];
  };
}

/** The part of the lab that compares methods. */
export interface EvaluationLab {
  evaluate(options: EvaluateOptions): Promise<Evaluation>;
  /** Writes the report and gives its path. */
  writeReport(evaluation: Evaluation, options: { readonly signal?: AbortSignal }): Promise<string>;
  /** The summary as lines for a terminal. */
  summaryTable(summary: Evaluation['summary']): string;
}

/** The lab as far as it evaluates. */
export function evaluationLab(lab: Lab): EvaluationLab {
  if ('evaluate' in lab && 'writeReport' in lab && 'summaryTable' in lab) return lab as Lab & EvaluationLab;
  throw new CommandError(
    'expected a lab that evaluates, but this one cannot; install @webpith/lab of the same version',
  );
}
