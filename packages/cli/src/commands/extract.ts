import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, describeError, fileError, OutputClosed, UsageError } from '../errors.js';
import { describeExtract, type ExtractFlags } from '../extract/flags.js';
import { extractedPage, type PageJob } from '../extract/one-page.js';
import { checkChunkFlags, fileNames, withSource } from '../extract/output.js';
import { readModel } from '../input/model-file.js';
import { readRules } from '../input/rules-file.js';
import { listedSources, type Source, sourcesOf } from '../input/sources.js';
import { openSink, say, writeResult } from '../io.js';
import { startProgress } from '../progress.js';
import type { CommandDefinition, Context } from './command.js';

/** `pith extract`: pages in, what a person would read there out. */
export const extractCommand: CommandDefinition = {
  name: 'extract',
  define(command, context) {
    describeExtract(command).action(async (given: string[], flags: ExtractFlags) => {
      await extract(given, flags, context);
    });
  },
};

async function extract(given: readonly string[], flags: ExtractFlags, context: Context): Promise<void> {
  checkChunkFlags(flags);
  checkFlags(given, flags);
  const listed = flags.input === undefined ? [] : await listedSources(flags.input, context.io.stdin);
  const sources = await sourcesOf([...given, ...listed]);
  const rulesFor = flags.rules === undefined ? () => undefined : await readRules(flags.rules);
  const read = await readModel(flags.model);
  const job: PageJob = { flags, context, rulesFor, ...(read && { model: read.model }) };
  const [only] = sources;
  if (sources.length === 1 && flags.outDir === undefined) {
    return await writeResult(flags.out, context.io, await extractedPage(only!.source, job));
  }
  const failed = flags.outDir === undefined ? await together(sources, job) : await apart(sources, job);
  if (failed > 0)
    throw new CommandError(`expected ${sources.length} pages, but ${failed} failed, as said above`);
}

/** Refuses what makes no sense before a page is fetched. */
function checkFlags(given: readonly string[], flags: ExtractFlags): void {
  const { input, out, outDir, frontMatter, format, url } = flags;
  if (given.length === 0 && input === undefined) {
    throw new UsageError(
      'expected a file, a folder, an address or - for standard input, got none; see pith extract --help',
    );
  }
  if (out !== undefined && outDir !== undefined) {
    throw new UsageError('expected one of --out and --out-dir, got both; leave one out');
  }
  if (frontMatter && (format !== 'markdown' || flags.json)) {
    throw new UsageError('expected --front-matter together with --format markdown; add it');
  }
  if (url !== undefined && given.length > 1) {
    throw new UsageError('expected --url with one page, got several; leave it out');
  }
}

/** All pages to one output, in their order; gives how many failed. */
async function together(sources: readonly Source[], job: PageJob): Promise<number> {
  const sink = await openSink(job.flags.out, job.context.io);
  try {
    let begun = false;
    return await eachPage(sources, job, async ({ source }, text) => {
      await sink.write(withSource(source, text, job.flags, begun));
      begun = true;
    });
  } finally {
    await sink.close();
  }
}

/** A file for each page; gives how many failed. */
async function apart(sources: readonly Source[], job: PageJob): Promise<number> {
  const { context, flags } = job;
  const nameOf = fileNames(extensionOf(flags));
  const progress = flags.quiet ? undefined : startProgress(context.io.stderr, sources.length);
  try {
    return await eachPage(sources, job, async (source, text) => {
      const path = join(flags.outDir!, nameOf(source));
      await mkdir(dirname(path), { recursive: true }).catch(error => {
        throw fileError(error, dirname(path), 'write');
      });
      await writeResult(path, context.io, text);
      progress?.step();
    });
  } finally {
    progress?.stop();
  }
}

/** Extracts pages one after another; one that fails is said and counted, and the next comes. */
async function eachPage(
  sources: readonly Source[],
  job: PageJob,
  write: (source: Source, text: string) => Promise<void>,
): Promise<number> {
  const { io, signal } = job.context;
  let failed = 0;
  for (const source of sources) {
    const text = await extractedPage(source.source, job).catch(async error => {
      signal.throwIfAborted();
      if (error instanceof UsageError || error instanceof OutputClosed) throw error;
      failed++;
      await say(io, `pith: ${source.source}: ${describeError(error, false)}`);
      return undefined;
    });
    if (text !== undefined) await write(source, text);
  }
  return failed;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  text: 'txt',
  markdown: 'md',
  html: 'html',
  json: 'json',
  tei: 'xml',
  thread: 'txt',
  rich: 'html',
};

function extensionOf({ chunks, explain, json, format }: ExtractFlags): string {
  if (chunks !== undefined) return 'jsonl';
  if (json) return 'json';
  return explain ? 'txt' : EXTENSIONS[format]!;
}
