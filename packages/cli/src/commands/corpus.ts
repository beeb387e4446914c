import { join } from 'node:path';
import { showSize } from '@webpith/fetch';
import { type Command, InvalidArgumentError } from 'commander';
import type { Context, CorpusInfo, CorpusProblem, Importer, Lab, Page } from '../dependencies.js';
import { CommandError, fileError, UsageError } from '../errors.js';
import { counted, printMessage, writeResult } from '../io.js';
import { columnArgument, countArgument, separatorArgument } from './arguments.js';

export function defineCorpus(command: Command, context: Context): void {
  command.description('inspect, find, import or export a corpus (a folder of saved pages)');
  command
    .command('info')
    .description(
      'print the number of pages, page types, languages, domains, and the ratio of domains to pages',
    )
    .argument('<dir>', 'a folder with pages.jsonl and html/<id>.html.gz')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: pith corpus info corpora/news --json')
    .action((dir: string, flags: { json?: boolean }) => printInfo(dir, flags.json ?? false, context));
  command
    .command('import')
    .description('convert pages and reference texts from another format into a corpus')
    .argument(
      '<layout>',
      'format of the source: dragnet, cleaneval, csv, jsonl, …; an unknown name prints the list',
    )
    .argument('<source>', 'folder or file to read')
    .argument('<out>', 'folder to write; must be empty or not exist')
    .option(
      '--column <field=name>',
      'csv, jsonl: the column of a field, such as text=body; repeatable',
      columnArgument,
    )
    .option('--separator <text>', 'csv: field separator, one character or "tab"', separatorArgument)
    .option('--limit <count>', 'stop after this many pages', countArgument)
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', '\nExample: pith corpus import dragnet dragnet_data corpora/dragnet')
    .action((layout: string, source: string, out: string, flags: ImportFlags) =>
      importCorpus(layout, source, out, flags, context),
    );
  command
    .command('fetch')
    .description('list public corpora with their download pages; convert a downloaded one')
    .argument('[name]', 'name of the corpus; without it, all are listed')
    .argument('[folder]', 'folder with the downloaded corpus')
    .argument('[out]', 'folder to write; must be empty or not exist')
    .option('--digest <hex>', 'fail unless the converted corpus has this SHA-256 digest', digestArgument)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nDownload them yourself: most require you to accept their terms.')
    .addHelpText('after', '\nExample: pith corpus fetch dragnet dragnet_data corpora/dragnet')
    .action(
      (name: string | undefined, folder: string | undefined, out: string | undefined, flags: FetchFlags) =>
        fetchCorpus({ name, folder, out }, flags, context),
    );
  command
    .command('arff')
    .description('export labelled elements and their features as an ARFF file for Weka')
    .argument('<dir>', 'a folder with pages.jsonl and html/<id>.html.gz')
    .option(
      '--task <name>',
      'classes to export: segment (good or bad segmentation), content (main or noisy), or single (main only if also well segmented) (default: segment)',
    )
    .option('--genre <name>', 'only pages of one genre: news, blog or forum (default: all)')
    .option('-o, --out <file>', 'output file (default: stdout)')
    .addHelpText('after', '\nExample: pith corpus arff corpora/news --task content -o news.arff')
    .action((dir: string, flags: ArffFlags) => exportArff(dir, flags, context));
  command.addHelpText('after', '\nExample: pith corpus info corpora/news');
}

interface ArffFlags {
  readonly task?: string;
  readonly genre?: string;
  readonly out?: string;
}

async function exportArff(
  dir: string,
  { out, ...options }: ArffFlags,
  { io, dependencies, signal }: Context,
): Promise<void> {
  const lab = await dependencies.lab();
  await writeResult(out ?? '-', io, await lab.segmentsArff(dir, { ...options, signal }));
}

async function printInfo(dir: string, json: boolean, { io, dependencies }: Context): Promise<void> {
  const lab = await dependencies.lab();
  const info = await lab.corpusInfo(dir);
  await writeResult('-', io, json ? JSON.stringify(info, null, 2) : describe(info));
}

function describe(info: CorpusInfo): string {
  const lines = {
    pages: `${info.pages}${info.skipped === 0 ? '' : ` (${info.skipped} skipped)`}`,
    types: counts(info.types),
    languages: counts(info.languages),
    domains: info.domains,
    diversity: `${info.diversity.toFixed(3)} (domains / pages)`,
    gold: `${info.withText} with text, ${info.withSnippets} with snippets`,
    size: showSize(info.bytes),
  };
  const table = Object.entries(lines).map(([name, value]) => `${name.padEnd(10)}  ${value}`);
  return [...table, ...describeProblems(info.problems)].join('\n');
}

const mostNames = 12;

function counts(byName: Readonly<Record<string, number>>): string {
  const entries = Object.entries(byName);
  const shown = entries.slice(0, mostNames).map(([name, count]) => `${name} ${count}`);
  const rest = entries.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ') || 'none';
}

const mostProblems = 10;

export function describeProblems(problems: readonly CorpusProblem[]): string[] {
  const shown = problems.slice(0, mostProblems).map(problem => `  ${problem.severity}: ${problem.message}`);
  const rest = problems.length - shown.length;
  if (shown.length === 0) return [];
  return [`problems    ${problems.length}`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

interface FetchFlags {
  readonly digest?: string;
  readonly json?: boolean;
}

interface Fetched {
  readonly name?: string | undefined;
  readonly folder?: string | undefined;
  readonly out?: string | undefined;
}

function digestArgument(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Must be 64 hexadecimal digits, as printed by pith corpus info --json.');
}

async function fetchCorpus(
  { name, folder, out }: Fetched,
  { digest, json }: FetchFlags,
  context: Context,
): Promise<void> {
  const { io, dependencies } = context;
  const lab = await dependencies.lab();
  const { PUBLIC_CORPORA } = lab;
  const print = (value: object, words: string) =>
    writeResult('-', io, json ? JSON.stringify(value, null, 2) : words);
  if (name === undefined) return await print(PUBLIC_CORPORA, listed(PUBLIC_CORPORA));
  const corpus = Object.hasOwn(PUBLIC_CORPORA, name) ? PUBLIC_CORPORA[name]! : undefined;
  if (corpus === undefined) {
    const names = Object.keys(PUBLIC_CORPORA).join(', ');
    throw new UsageError(`unknown corpus ${JSON.stringify(name)}; use one of: ${names}`);
  }
  if (folder === undefined) return await print(corpus, instructions(name, corpus));
  if (out === undefined) throw new UsageError(`name the folder to write, such as corpora/${name}`);
  if (corpus.layout === undefined)
    throw new UsageError(
      `there is no importer for ${name}; write its pages as JSON lines and use pith corpus import jsonl`,
    );
  await importCorpus(corpus.layout, join(folder, corpus.source ?? ''), out, { json }, context);
  const found = await lab.corpusDigest(out);
  await printMessage(io, `digest ${found}`);
  if (digest !== undefined && digest !== found)
    throw new CommandError(
      `the digest of ${out} is not ${digest}; the download is another version, or incomplete`,
    );
}

type PublicCorpora = Lab['PUBLIC_CORPORA'];

function listed(corpora: PublicCorpora): string {
  const width = Math.max(...Object.keys(corpora).map(name => name.length));
  const lines = Object.entries(corpora).map(
    ([name, { title, licence }]) => `${name.padEnd(width)}  ${title} (${licence})`,
  );
  return [...lines, '', 'pith corpus fetch NAME prints where to download one and how to convert it'].join(
    '\n',
  );
}

function instructions(name: string, { title, licence, url, steps, layout }: PublicCorpora[string]): string {
  const convert =
    layout === undefined
      ? 'there is no importer for its format'
      : `pith corpus fetch ${name} FOLDER corpora/${name}`;
  return [
    title,
    `licence   ${licence}`,
    `download  ${url}`,
    `          ${steps}`,
    `convert   ${convert}`,
  ].join('\n');
}

interface ImportFlags {
  readonly column?: Readonly<Record<string, string>>;
  readonly separator?: string;
  readonly limit?: number;
  readonly json?: boolean | undefined;
}

async function importCorpus(
  layout: string,
  source: string,
  out: string,
  { column: columns = {}, json, ...rest }: ImportFlags,
  { io, dependencies, signal }: Context,
): Promise<void> {
  const lab = await dependencies.lab();
  const problems: CorpusProblem[] = [];
  const onProblem = (problem: CorpusProblem) => problems.push(problem);
  const pages = namedImporter(layout, lab)(source, { ...rest, columns, onProblem });
  const written = await lab
    .writeCorpus(out, untilStopped(pages, signal))
    .catch((error: NodeJS.ErrnoException) => {
      throw error.syscall === 'open' ? fileError(error, error.path ?? source, 'read') : error;
    });
  const skipped = problems.filter(problem => problem.severity === 'skipped').length;
  for (const line of describeProblems(problems)) await printMessage(io, line);
  const summary = `${counted(written, 'page')} written to ${out}, ${skipped} skipped`;
  await writeResult('-', io, json ? JSON.stringify({ pages: written, skipped }) : summary);
  if (written === 0) throw new CommandError(`no pages to import in ${source}; check its layout`);
}

function namedImporter(layout: string, { importers }: Lab): Importer {
  const importer = Object.hasOwn(importers, layout) ? importers[layout] : undefined;
  if (importer !== undefined) return importer;
  const names = Object.keys(importers).join(', ');
  throw new UsageError(`unknown layout ${JSON.stringify(layout)}; use one of: ${names}`);
}

/** Throws when stopped, so that the writer discards its partial output. */
async function* untilStopped(pages: AsyncIterable<Page>, signal: AbortSignal): AsyncGenerator<Page> {
  for await (const page of pages) {
    signal.throwIfAborted();
    yield page;
  }
}
