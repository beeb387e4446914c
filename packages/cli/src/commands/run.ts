import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { looksLikeUrl } from '@webpith/fetch';
import type { Command } from 'commander';
import type { Context, CorpusProblem, Include, Lab, Page } from '../dependencies.js';
import { Interrupted, oneLine } from '../errors.js';
import { withModel } from '../input/model-file.js';
import { counted, type Io, openSink, reportPages } from '../io.js';
import { PageProgress } from '../progress.js';
import { jobRenderer } from '../rendering.js';
import { type RunMethod, runMethod } from '../run/method.js';
import { countArgument, defined, withAllowPrivate, withInclude } from './arguments.js';
import { type PageColumnFlags, withPageColumns } from './extraction.js';

interface RunFlags extends PageColumnFlags {
  readonly out: string;
  readonly method: string;
  readonly include?: Include;
  readonly limit?: number;
  readonly render?: boolean;
  readonly allowPrivate?: boolean;
  readonly json?: boolean;
  readonly model?: string;
}

export function defineRun(command: Command, context: Context): void {
  command
    .description('extract pages with any method and write the results as JSON lines')
    .argument('<input>', 'a corpus (pages.jsonl, html/<id>.html.gz) or any input of pith batch')
    .requiredOption('--out <file>', 'output file, or - for stdout (required)')
    .option('--method <name>', 'extraction method; an unknown name prints the list', 'default')
    .option('--render', 'render pages in Chromium first, with scripts and network disabled')
    .option('--limit <count>', 'stop after this many pages', countArgument)
    .option('--json', 'print the summary as JSON');
  withModel(withPageColumns(withAllowPrivate(withInclude(command))))
    .addHelpText('after', '\nFailed pages are written with an "error".')
    .addHelpText('after', '\nExample: pith run corpora/news --out news.jsonl --include title')
    .action((input: string, flags: RunFlags) => runAll(input, flags, context));
}

async function runAll(input: string, flags: RunFlags, context: Context): Promise<void> {
  const { io, signal } = context;
  const method = await runMethod(flags, context.dependencies);
  const browsers = jobRenderer();
  const extract: RunMethod = flags.render
    ? async page => method({ ...page, tree: await browsers.render(page) })
    : method;
  const { total, pages } = await openInput(input, flags, context);
  const sink = await openSink(flags.out, io);
  const { inOrder, single } = await import('@webpith/threads');
  const progress = total === 0 ? undefined : new PageProgress(io);
  const tally = new Tally();
  const show = () => progress?.show({ pages: tally.pages, total });
  show();
  try {
    // The threads of a batch accept no tree of a browser, and only methods that they can load themselves.
    for await (const line of inOrder(pages, 1, page => single(lineOf(page, extract)))) {
      await sink.write(`${JSON.stringify(line)}\n`);
      tally.add(line);
      show();
      if (signal.aborted) break;
    }
  } finally {
    progress?.stop();
    await browsers.close();
    await sink.close();
  }
  const summary = tally.summary();
  await reportPages(io, summary, {
    json: flags.json,
    words: inWords(summary),
    where: 'the lines with "error"',
  });
  if (signal.aborted) throw new Interrupted();
}

/** A page that cannot be read, identified by its id or its line in the corpus. */
interface UnreadPage {
  readonly place: { readonly id: string } | { readonly line?: number | undefined };
  readonly error: string;
}

interface OpenInput {
  readonly total: number;
  readonly pages: AsyncIterable<Page | UnreadPage>;
}

/** Opens a corpus with the lab, which also reports problems in it, and any other input as `pith batch` does. */
async function openInput(input: string, flags: RunFlags, { io, dependencies, signal }: Context) {
  if (await isCorpus(input)) {
    const lab = await dependencies.lab();
    const total = await pagesForBar(input, flags, lab, io);
    return { total, pages: pagesOfCorpus(input, flags, lab) } satisfies OpenInput;
  }
  const { inputOf, recordsOf } = await dependencies.fleet();
  const { limit = Number.POSITIVE_INFINITY, allowPrivate = false } = flags;
  const reading = { columns: flags.inputColumn, allowPrivate, signal };
  const records = recordsOf(await inputOf(input), reading);
  async function* pages(): AsyncGenerator<Page | UnreadPage> {
    let count = 0;
    for await (const {
      bytes,
      url,
      error,
      source,
      id = url ?? `${source.file}:${source.offset}`,
    } of records) {
      yield error === undefined ? { id, html: bytes, ...defined({ url }) } : { place: { id }, error };
      if (++count >= limit) return;
    }
  }
  return { total: 0, pages: pages() } satisfies OpenInput;
}

/** Also true for a path that does not exist: the error of the lab lists the files that a corpus needs. */
async function isCorpus(path: string): Promise<boolean> {
  const isThere = (name: string) =>
    stat(name).then(
      () => true,
      () => false,
    );
  if (looksLikeUrl(path)) return false;
  return !(await isThere(path)) || (await isThere(join(path, 'pages.jsonl')));
}

async function* pagesOfCorpus(
  corpus: string,
  { limit }: RunFlags,
  lab: Lab,
): AsyncGenerator<Page | UnreadPage> {
  const problems: CorpusProblem[] = [];
  const onProblem = (problem: CorpusProblem) => void problems.push(problem);
  for await (const page of lab.readCorpus(corpus, { onProblem, limit })) {
    yield* unreadPages(problems.splice(0));
    yield page;
  }
  yield* unreadPages(problems);
}

function unreadPages(problems: readonly CorpusProblem[]): UnreadPage[] {
  return problems.flatMap(({ severity, id, line, message }) =>
    severity === 'skipped' ? [{ place: id === undefined ? { line } : { id }, error: message }] : [],
  );
}

/**
 * Counts the pages for the progress bar; 0 if none is shown. Reads at least one entry in any case, so that an invalid
 * corpus fails before the output is opened.
 */
async function pagesForBar(corpus: string, { out, limit }: RunFlags, lab: Lab, io: Io): Promise<number> {
  const hasBar = io.stderr.isTTY && !(out === '-' && io.stdout.isTTY);
  let count = 0;
  for await (const _ of lab.readGold(corpus, { onProblem: () => {}, limit: hasBar ? limit : 1 })) count++;
  return hasBar ? count : 0;
}

interface Line {
  readonly id?: string;
  readonly line?: number | undefined;
  readonly error?: string | undefined;
  /** Milliseconds of the extraction. */
  readonly ms?: number | undefined;
}

async function lineOf(page: Page | UnreadPage, extract: RunMethod): Promise<Line> {
  if ('error' in page) return { ...page.place, error: oneLine(page.error) };
  const { id } = page;
  const begun = performance.now();
  try {
    const fields = await extract(page);
    return { id, ...fields, ms: Number((performance.now() - begun).toFixed(3)) };
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    return { id, error: oneLine(message) };
  }
}

class Tally {
  readonly #times: number[] = [];
  readonly #begun = performance.now();
  #errors = 0;

  get pages(): number {
    return this.#times.length + this.#errors;
  }

  add({ ms, error }: Line): void {
    if (error === undefined) this.#times.push(ms!);
    else this.#errors++;
  }

  summary() {
    const { pages } = this;
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

function inWords(summary: ReturnType<Tally['summary']>): string {
  const { pages, errors, seconds, pagesPerSecond, medianMs } = summary;
  return `${counted(pages, 'page')}, ${counted(errors, 'error')}, ${seconds.toFixed(1)} s, ${pagesPerSecond} pages/s, median ${medianMs} ms per page`;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  return last < 0 ? 0 : (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2;
}
