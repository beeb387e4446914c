import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, CorpusProblem, Lab } from '../dependencies.js';
import { CommandError, UsageError } from '../errors.js';
import { printMessage, writeResult } from '../io.js';
import { PageProgress } from '../progress.js';
import { jobRenderer } from '../rendering.js';
import { countArgument, defined, secondsArgument, splitNames } from './arguments.js';
import { describeProblems } from './corpus.js';

type EvaluateOptions = Parameters<Lab['evaluate']>[0];
type Evaluation = Awaited<ReturnType<Lab['evaluate']>>;
type Progressed = Parameters<NonNullable<EvaluateOptions['onProgress']>>[0];

const DEFAULT_METHODS: readonly string[] = ['default'];

/** Flags with the name of an option of `evaluate` set that option. */
const PASSED_ON = ['out', 'limit', 'ids', 'timeLimit', 'workers', 'lcs', 'structure', 'recordings'] as const;

interface EvalFlags extends Pick<EvaluateOptions, (typeof PASSED_ON)[number]> {
  readonly methods: readonly string[];
  readonly method?: readonly string[];
  readonly export?: readonly string[];
  readonly render?: boolean;
  readonly model?: readonly string[];
  readonly json?: boolean;
  readonly resume?: boolean;
  readonly fresh?: boolean;
}

export function defineEval(command: Command, context: Context): void {
  command
    .description('compare extraction methods on a labelled corpus')
    .argument('<corpus>', 'a folder with pages.jsonl, or the name of a corpus in $PITH_CORPORA')
    .addOption(
      new Option('--methods <names>', 'methods to compare, comma-separated; an unknown name prints the list')
        .argParser(namesArgument)
        .default(DEFAULT_METHODS, 'default'),
    )
    .option(
      '--method <name>',
      'evaluate a module (./mine.mjs) or program ("cmd: python my.py"); repeatable',
      collected,
    )
    .option('--model <files>', 'also evaluate these model files, comma-separated', namesArgument)
    .option('--out <dir>', 'output folder (default: results/CORPUS-HASH; HASH is computed from the settings)')
    .option('--limit <count>', 'evaluate only this many pages', countArgument)
    .option('--ids <ids>', 'evaluate only pages with these ids, comma-separated', namesArgument)
    .option('--time-limit <seconds>', 'time limit per page and method (default: 30)', secondsArgument)
    .option('--workers <count>', 'worker threads (default: one per core)', countArgument)
    .option('--lcs', 'also score by longest common subsequence (slow)')
    .option('--structure', 'also score Markdown against gold/<id>.md')
    .option('--recordings <dir>', 'folder with the saved outputs of methods recorded:<name>')
    .option('--render', 'render pages in Chromium first, with scripts and network disabled')
    .option('--resume', 'resume an earlier run; fail if there is none')
    .option('--fresh', 'discard the results of an earlier run and start over')
    .option('--export <file>', 'also write the table as .csv or .tex (LaTeX); repeatable', exportArgument)
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      '\nPrints a table and writes a report.\nRun the same command again to resume a stopped run.',
    )
    .addHelpText(
      'after',
      'A --method program reads a JSON line (id, url, html) per page from stdin and\nwrites a JSON line (id, text) for it to stdout.',
    )
    .addHelpText('after', '\nExample: pith eval corpora/news --methods default,readability')
    .action((corpus: string, flags: EvalFlags) => evaluateCorpus(corpus, flags, context));
}

function collected(name: string, names: readonly string[] = []): string[] {
  return [...names, name.trim()];
}

const EXPORTS = ['csv', 'tex'] as const;

function exportArgument(file: string, files: readonly string[] = []): string[] {
  if (EXPORTS.some(ending => file.endsWith(`.${ending}`))) return [...files, file];
  throw new InvalidArgumentError('Must end in .csv or .tex.');
}

function namesArgument(text: string): string[] {
  const names = splitNames(text);
  if (names.includes('')) throw new InvalidArgumentError('Must be names separated by commas.');
  return [...new Set(names)];
}

async function evaluateCorpus(corpus: string, flags: EvalFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const lab = await dependencies.lab();
  const problems: CorpusProblem[] = [];
  const browsers = jobRenderer();
  const drawing = flags.render ? { render: browsers.render } : {};
  const options = {
    ...optionsOf(corpus, flags),
    ...drawing,
    signal,
    onProblem: (problem: CorpusProblem) => problems.push(problem),
  };
  let evaluation: Evaluation;
  let report: string;
  try {
    evaluation = await evaluateWithBar(lab, options, context);
    const skipped = problems.filter(({ severity }) => severity === 'skipped');
    for (const line of describeProblems(skipped)) await printMessage(io, line);
    report = await lab.writeReport(evaluation, {
      ...drawing,
      recordings: flags.recordings,
      commands: true,
      signal,
    });
    for (const file of flags.export ?? []) {
      const ending = EXPORTS.find(name => file.endsWith(`.${name}`))!;
      await writeResult(file, io, lab.SUMMARY_EXPORTS[ending](evaluation.summary).trimEnd());
    }
  } finally {
    await browsers.close();
  }
  const { folder, summary } = evaluation;
  const text = flags.json
    ? JSON.stringify({ folder, report, summary }, null, 2)
    : `${lab.summaryTable(summary)}\n\nreport: ${report}`;
  await writeResult('-', io, text);
  refuseIfAllFailed(evaluation);
}

function optionsOf(corpus: string, flags: EvalFlags): EvaluateOptions {
  const { method, model: files = [], resume, fresh } = flags;
  if (resume && fresh) throw new UsageError('--resume and --fresh cannot be combined; choose one');
  // With `--method`, the default list of methods does not apply.
  const named = method !== undefined && flags.methods === DEFAULT_METHODS ? [] : flags.methods;
  return {
    corpus,
    methods: [...new Set([...named, ...(method ?? []), ...files.map(modelPath)])],
    commands: true,
    start: fresh ? 'fresh' : resume ? 'resume' : 'continue',
    ...defined(Object.fromEntries(PASSED_ON.map(name => [name, flags[name]]))),
  };
}

/** Returns a path that the evaluation takes for a model file and not for the name of a method. */
function modelPath(file: string): string {
  if (!/\.json(?:\.gz)?$/.test(file))
    throw new UsageError(`--model needs files that end in .json or .json.gz, got ${JSON.stringify(file)}`);
  return /[/\\]/.test(file) ? file : `./${file}`;
}

async function evaluateWithBar(lab: Lab, options: EvaluateOptions, { io }: Context): Promise<Evaluation> {
  const bar = new PageProgress(io);
  const perPage = options.methods.length;
  let saved: Progressed | undefined;
  const onProgress = (progress: Progressed) => {
    saved = progress;
    const { done, total } = progress;
    bar.show({ pages: Math.floor(done / perPage), total: Math.ceil(total / perPage) });
  };
  try {
    return await lab.evaluate({ ...options, onProgress });
  } catch (error) {
    bar.stop();
    if (options.signal?.aborted && saved !== undefined) {
      await printMessage(
        io,
        `${saved.done} of ${saved.total} results are saved; run the same command again to resume`,
      );
    }
    throw error;
  } finally {
    bar.stop();
  }
}

function refuseIfAllFailed({ summary }: Evaluation): void {
  const failed = summary.methods.filter(({ pages, failures }) => {
    const count = Object.values(failures).reduce((sum, number) => sum + number, 0);
    return pages > 0 && count === pages;
  });
  if (failed.length === 0) return;
  const reasons = failed.map(
    ({ name, firstFailure }) => `${name} failed on all pages: ${firstFailure?.error ?? 'see the report'}`,
  );
  throw new CommandError(reasons.join('; '));
}
