import type { Command } from 'commander';
import { CommandError, UsageError } from '../errors.js';
import { type Evaluation, type EvaluateOptions, type EvaluationProgress, evaluationLab } from '../evaluation.js';
import { say } from '../io.js';
import type { CorpusProblem } from '../lab.js';
import { writeResult } from '../output.js';
import { type Progress, startProgress } from '../progress.js';
import { countArgument, namesArgument, secondsArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

/** The options as the parser gives them. */
interface EvalFlags {
  readonly methods: readonly string[];
  readonly out?: string;
  readonly limit?: number;
  readonly ids?: readonly string[];
  /** In milliseconds. */
  readonly timeout?: number;
  readonly workers?: number;
  readonly lcs?: boolean;
  readonly json?: boolean;
  readonly resume?: boolean;
  readonly fresh?: boolean;
}

/** `pith eval`: methods side by side on a corpus. */
export const evalCommand: CommandDefinition = {
  name: 'eval',
  define(command, context) {
    describe(command).action((corpus: string, flags: EvalFlags) => evaluateCorpus(corpus, flags, context));
  },
};
