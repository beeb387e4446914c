import type { CorpusProblem, Include, Lab } from '../dependencies.js';
import { Interrupted, oneLine } from '../errors.js';
import { withModel } from '../input/model-file.js';
import { type Io, openSink, type Sink } from '../io.js';
import { type Progress, startProgress } from '../progress.js';
import { jobRenderer } from '../rendering.js';
import { type RunMethod, runMethod } from '../run/method.js';
import { counted, reportPages } from '../run/summary.js';
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

export const runCommand: CommandDefinition = {
  name: 'run',
  define(command, context) {
    withModel(command)
      .description('extract a corpus (a folder of saved pages) to JSON lines')
      .argument('<corpus>', 'a folder with pages.jsonl and html/<id>.html.gz')
      .requiredOption('--out <file>', 'output file, or - for stdout (required)')
      .option('--method <name>', 'extraction method; pass any unknown name to see the list', 'default')
      .option(
        '--include <parts>',
        'include in the text: title,byline,captions,comments,hidden',
        includeArgument,
      )
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
  const method = await runMethod(flags, dependencies);
  const browsers = jobRenderer();
  const extract: RunMethod = flags.render
    ? async page => method({ ...page, tree: await browsers.render(page) })
    : method;
  const lab = await dependencies.lab();
  const total = await pagesForBar(corpus, flags, lab, io);
  const sink = await openSink(flags.out, io);
  const run = new CorpusRun(sink, startProgress(io.stderr, total));
  const problems: CorpusProblem[] = [];
  const onProblem = (problem: CorpusProblem) => problems.push(problem);
  try {
    for await (const page of lab.readCorpus(corpus, { onProblem, limit: flags.limit })) {
      await run.addProblems(problems.splice(0));
      if (signal.aborted) break;
      await run.addPage(page.id, () => extract(page));
    }
    if (!signal.aborted) await run.addProblems(problems);
  } finally {
    run.progress.stop();
    await browsers.close();
    await sink.close();
  }
  const summary = run.summary();
  await reportPages(io, summary, {
    json: flags.json,
    words: inWords(summary),
    where: 'the lines with "error"',
  });
  if (signal.aborted) throw new Interrupted();
}

/**
 * Number of pages for the progress bar; 0 if no bar is shown, because stderr is not a terminal or the results are
 * printed to one. Reads at least one entry, so that an invalid corpus fails before the output is opened.
 */
async function pagesForBar(corpus: string, { out, limit }: RunFlags, lab: Lab, io: Io): Promise<number> {
  const hasBar = io.stderr.isTTY && !(out === '-' && io.stdout.isTTY);
  let count = 0;
  for await (const _ of lab.readGold(corpus, { onProblem: () => {}, limit: hasBar ? limit : 1 })) count++;
  return hasBar ? count : 0;
}

/** Writes one line per page, with its fields or its error, and counts pages and errors. */
class CorpusRun {
  readonly #times: number[] = [];
  readonly #begun = performance.now();
  #errors = 0;

  constructor(
    private readonly sink: Sink,
    readonly progress: Progress,
  ) {}

  async addPage(id: string, extract: () => object | Promise<object>): Promise<void> {
    const begun = performance.now();
    let fields: object;
    try {
      fields = await extract();
    } catch (error) {
      const message = error instanceof Error ? error.message || error.name : String(error);
      return await this.#writeError({ id }, message);
    }
    const ms = Number((performance.now() - begun).toFixed(3));
    this.#times.push(ms);
    await this.#write({ id, ...fields, ms });
  }

  /** Writes an error line for each page that the corpus lists but that cannot be read. */
  async addProblems(problems: readonly CorpusProblem[]): Promise<void> {
    for (const { severity, id, line, message } of problems) {
      if (severity === 'skipped') await this.#writeError(id === undefined ? { line } : { id }, message);
    }
  }

  async #writeError(page: object, message: string): Promise<void> {
    this.#errors++;
    await this.#write({ ...page, error: oneLine(message) });
  }

  async #write(line: object): Promise<void> {
    await this.sink.write(`${JSON.stringify(line)}\n`);
    this.progress.step();
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
}

function inWords(summary: ReturnType<CorpusRun['summary']>): string {
  const { pages, errors, seconds, pagesPerSecond, medianMs } = summary;
  return `${counted(pages, 'page')}, ${counted(errors, 'error')}, ${seconds.toFixed(1)} s, ${pagesPerSecond} pages/s, median ${medianMs} ms per page`;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  return last < 0 ? 0 : (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2;
}
