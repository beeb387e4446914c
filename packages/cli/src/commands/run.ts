import type { CorpusProblem, Include, Page } from '../dependencies.js';
import { CommandError, Interrupted, oneLine } from '../errors.js';
import { withModel } from '../input/model-file.js';
import { openSink, type Sink, say } from '../io.js';
import { type Progress, startProgress } from '../progress.js';
import { jobRenderer } from '../rendering.js';
import { type RunMethod, runMethod } from '../run/method.js';
import { countArgument, includeArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

interface RunFlags {
  readonly out: string;
  readonly method: string;
  readonly include?: Include;
  readonly limit?: number;
  readonly render?: boolean;
  readonly json?: boolean;
  readonly model?: string;
}

interface Run {
  readonly method: RunMethod;
  readonly sink: Sink;
  readonly progress: Progress;
  readonly counts: RunCounts;
  readonly signal: AbortSignal;
}

export const runCommand: CommandDefinition = {
  name: 'run',
  define(command, context) {
    withModel(command)
      .description('extract a corpus (a folder of saved pages) to JSON lines')
      .argument('<corpus>', 'a folder with pages.jsonl and html/<id>.html.gz')
      .requiredOption('--out <file>', 'output file, or - for stdout (required)')
      .option('--method <name>', 'extraction method; pass any unknown name to see the list', 'default')
      .option('--include <parts>', 'include in the text: title,byline,captions,comments', includeArgument)
      .option('--render', 'render pages in Chromium first, with scripts and network disabled')
      .option('--limit <count>', 'stop after this many pages', countArgument)
      .option('--json', 'print the summary as JSON')
      .addHelpText('after', '\nPages that fail become lines with "error".')
      .addHelpText('after', '\nExample: pith run corpora/news --out news.jsonl --include title')
      .action((corpus: string, flags: RunFlags) => runCorpus(corpus, flags, context));
  },
};

async function runCorpus(corpus: string, flags: RunFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const own = await runMethod(flags, dependencies);
  const browsers = jobRenderer();
  const method: RunMethod = flags.render
    ? async page => own({ ...page, tree: await browsers.render(page) })
    : own;
  const total = await pagesForBar(corpus, flags, context);
  const sink = await openSink(flags.out, io);
  const run = { method, sink, progress: startProgress(io.stderr, total), counts: new RunCounts(), signal };
  try {
    await extractAll(corpus, flags, context, run);
  } finally {
    run.progress.stop();
    await browsers.close();
    await sink.close();
  }
  await say(io, flags.json ? JSON.stringify(run.counts.summary()) : run.counts.describe());
  if (signal.aborted) throw new Interrupted();
  if (run.counts.allFailed) throw new CommandError('all pages failed; see the lines with "error"');
}

async function extractAll(corpus: string, { limit }: RunFlags, context: Context, run: Run): Promise<void> {
  const lab = await context.dependencies.lab();
  const problems: CorpusProblem[] = [];
  const onProblem = (problem: CorpusProblem) => problems.push(problem);
  const pages = lab.readCorpus(corpus, { onProblem, ...(limit === undefined ? {} : { limit }) });
  for await (const page of pages) {
    await writeProblems(problems.splice(0), run);
    if (run.signal.aborted) return;
    await writePage(page, run);
  }
  await writeProblems(problems, run);
}

/**
 * Number of pages for the progress bar; 0 if no bar is shown, because stderr is not a terminal or the results are
 * printed to one. Reads at least one entry, so that an invalid corpus fails before the output is opened.
 */
async function pagesForBar(
  corpus: string,
  { out, limit }: RunFlags,
  { io, dependencies }: Context,
): Promise<number> {
  const lab = await dependencies.lab();
  const watched = io.stderr.isTTY && !(out === '-' && io.stdout.isTTY);
  const most = watched ? limit : 1;
  let count = 0;
  const gold = lab.readGold(corpus, { onProblem: () => {}, ...(most === undefined ? {} : { limit: most }) });
  for await (const _ of gold) count++;
  return watched ? count : 0;
}

async function writePage(page: Page, { method, sink, progress, counts }: Run): Promise<void> {
  const begun = performance.now();
  let line: object;
  try {
    const fields = await method(page);
    const ms = Number((performance.now() - begun).toFixed(3));
    line = { id: page.id, ...fields, ms };
    counts.page(ms);
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    line = { id: page.id, error: oneLine(message) };
    counts.failure();
  }
  await sink.write(`${JSON.stringify(line)}\n`);
  progress.step();
}

/** Writes a line for each page that the corpus lists but does not contain. */
async function writeProblems(
  problems: readonly CorpusProblem[],
  { sink, progress, counts }: Run,
): Promise<void> {
  for (const { severity, id, line, message } of problems) {
    if (severity !== 'skipped') continue;
    counts.failure();
    const row = { ...(id === undefined ? { line } : { id }), error: oneLine(message) };
    await sink.write(`${JSON.stringify(row)}\n`);
    progress.step();
  }
}

class RunCounts {
  readonly #times: number[] = [];
  readonly #begun = performance.now();
  #errors = 0;

  page(ms: number): void {
    this.#times.push(ms);
  }

  failure(): void {
    this.#errors++;
  }

  get allFailed(): boolean {
    return this.#errors > 0 && this.#times.length === 0;
  }

  summary() {
    const pages = this.#times.length + this.#errors;
    const seconds = (performance.now() - this.#begun) / 1000;
    return {
      pages,
      errors: this.#errors,
      seconds: Number(seconds.toFixed(3)),
      pagesPerSecond: seconds === 0 ? 0 : Number((pages / seconds).toFixed(1)),
      medianMs: Number(median(this.#times).toFixed(2)),
    };
  }

  describe(): string {
    const { pages, errors, seconds, pagesPerSecond, medianMs } = this.summary();
    const share = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${errors} ${errors === 1 ? 'error' : 'errors'}`;
    return `${share}, ${seconds.toFixed(1)} s, ${pagesPerSecond} pages/s, median ${medianMs} ms per page`;
  }
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
