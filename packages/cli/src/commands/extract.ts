import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { looksLikeUrl } from '@webpith/fetch';
import type { Command } from 'commander';
import type { Context } from '../dependencies.js';
import { CommandError, describeError, fileError, OutputClosed, UsageError } from '../errors.js';
import { describeExtract, type ExtractFlags } from '../extract/flags.js';
import { checkMethodFlags, extractedPage, learnPage, type PageJob } from '../extract/one-page.js';
import { checkChunkFlags, fileNames, withSource } from '../extract/output.js';
import type { PageSites } from '../extract/sites.js';
import { readModel } from '../input/model-file.js';
import { readRules } from '../input/rules-file.js';
import { listedSources, type Source, sourcesOf } from '../input/sources.js';
import { openSink, printMessage, writeResult } from '../io.js';
import { PageProgress } from '../progress.js';
import { chosenMethod, methodExtractor } from '../run/method.js';

/** Maximum number of local files that are read twice: first for the memory of their site, then to extract them. */
const MOST_READ_TWICE = 1000;

export function defineExtract(command: Command, context: Context): void {
  describeExtract(command).action((given: string[], flags: ExtractFlags) => extract(given, flags, context));
}

async function extract(given: readonly string[], flags: ExtractFlags, context: Context): Promise<void> {
  checkChunkFlags(flags);
  checkFlags(given, flags);
  const listed = flags.input === undefined ? [] : await listedSources(flags.input, context.io.stdin);
  const sources = await sourcesOf([...given, ...listed]);
  const rulesFor = flags.rules === undefined ? () => undefined : await readRules(flags.rules);
  const sites = flags.site ? await emptySites() : undefined;
  const job: PageJob = { flags, context, rulesFor, sites, ...(await extractionBy(flags, context)) };
  if (sites !== undefined) await learnSites(sources, job);
  const [only] = sources;
  if (sources.length === 1 && flags.outDir === undefined)
    return await writeResult(flags.out, context.io, await extractedPage(only!.source, job));
  const failed =
    flags.outDir === undefined ? await extractToOne(sources, job) : await extractToFolder(sources, job);
  if (failed > 0) throw new CommandError(`${failed} of ${sources.length} pages failed; see the errors above`);
}

async function extractionBy(
  flags: ExtractFlags,
  { dependencies }: Context,
): Promise<Pick<PageJob, 'model' | 'extractor'>> {
  const read = await readModel(flags.model);
  const name = chosenMethod(flags, read);
  if (name === 'default') return { model: read?.model };
  checkMethodFlags(name, flags);
  return { extractor: await methodExtractor(name, read, await dependencies.lab()) };
}

/** Loads the library on demand, since loading it takes most of the time of a short command. */
async function emptySites(): Promise<PageSites> {
  const { PageSites } = await import('../extract/sites.js');
  return new PageSites();
}

async function learnSites(sources: readonly Source[], job: PageJob): Promise<void> {
  const local = sources.filter(({ source }) => source !== '-' && !looksLikeUrl(source));
  for (const { source } of local.slice(0, MOST_READ_TWICE)) await learnPage(source, job);
}

/** Checks combinations of options before a page is fetched. */
function checkFlags(given: readonly string[], flags: ExtractFlags): void {
  const { input, out, outDir, frontMatter, format, url } = flags;
  if (given.length === 0 && input === undefined) {
    throw new UsageError(
      'no page given; name a file, a folder, a URL or - for stdin; see pith extract --help',
    );
  }
  if (out !== undefined && outDir !== undefined)
    throw new UsageError('--out and --out-dir cannot be combined; choose one');
  if (frontMatter && (format !== 'markdown' || flags.json))
    throw new UsageError('--front-matter needs --format markdown');
  if (flags.site && (flags.render || format === 'rich'))
    throw new UsageError('--site does not work with --render; leave one of them out');
  if (url !== undefined && given.length > 1)
    throw new UsageError('--url applies to one page only; leave it out');
}

async function extractToOne(sources: readonly Source[], job: PageJob): Promise<number> {
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

async function extractToFolder(sources: readonly Source[], job: PageJob): Promise<number> {
  const { context, flags } = job;
  const nameOf = fileNames(extensionOf(flags));
  const progress = flags.quiet ? undefined : new PageProgress(context.io);
  const total = sources.length;
  let pages = 0;
  progress?.show({ pages, total });
  try {
    return await eachPage(sources, job, async (source, text) => {
      const path = join(flags.outDir!, nameOf(source));
      await mkdir(dirname(path), { recursive: true }).catch(error => {
        throw fileError(error, dirname(path), 'write');
      });
      await writeResult(path, context.io, text);
      progress?.show({ pages: ++pages, total });
    });
  } finally {
    progress?.stop();
  }
}

/** Reports pages that fail and continues; returns their number. */
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
      await printMessage(io, `pith: ${source.source}: ${describeError(error, false)}`);
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
