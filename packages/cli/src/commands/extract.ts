import { fetchDefaults, showSize } from '@pith/fetch';
import { type Command, Option } from 'commander';
import { UsageError } from '../errors.js';
import { explainTable } from '../explain-table.js';
import { type PageInput, readPage } from '../input/page-source.js';
import {
  type Article,
  type ExtractOptions,
  type Format,
  formats,
  type Include,
  type Library,
} from '../library.js';
import { writeResult } from '../output.js';
import { namedExtractor } from '../run/method.js';
import { addressArgument, formatArgument, secondsArgument, sizeArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

/** The options as the parser gives them. */
interface ExtractFlags {
  readonly format: Format;
  readonly method: string;
  readonly title?: boolean;
  readonly byline?: boolean;
  readonly comments?: boolean;
  readonly explain?: boolean;
  readonly json?: boolean;
  readonly url?: string;
  readonly out?: string;
  readonly allowPrivate?: boolean;
  readonly timeout: number;
  readonly maxSize: number;
}

/** `pith extract`: one page in, what a person would read there out. */
export const extractCommand: CommandDefinition = {
  name: 'extract',
  define(command, context) {
    describe(command).action(async (source: string, flags: ExtractFlags) => {
      await extractPage(source, flags, context);
    });
  },
};

function describe(command: Command): Command {
  return command
    .description('extract what a person would read on a page')
    .argument('<source>', 'a file (.gz too), an http(s) address, or - for stdin')
    .option('-f, --format <name>', formats.join(', '), formatArgument, 'text')
    .option('-m, --method <name>', 'another method of the lab: text and json only', 'default')
    .option('--title', 'with the title; --no-title: without')
    .addOption(new Option('--no-title', 'without the title').hideHelp())
    .option('--byline', 'with authors and date')
    .option('--comments', 'with readers’ comments')
    .option('--explain', 'list every block, kept or dropped, and why')
    .option('--json', 'for programs: the article, or the list of --explain')
    .option('--url <url>', 'where a file is from: makes its links absolute', addressArgument)
    .option('-o, --out <file>', 'write to a file')
    .option('--allow-private', 'fetch from private and loopback addresses too')
    .addOption(
      new Option('--timeout <seconds>', 'for the whole fetch')
        .argParser(secondsArgument)
        .default(fetchDefaults.timeout, String(fetchDefaults.timeout / 1000)),
    )
    .addOption(
      new Option('--max-size <size>', 'of the page')
        .argParser(sizeArgument)
        .default(fetchDefaults.maxSize, showSize(fetchDefaults.maxSize)),
    )
    .addHelpText('after', '\nExample: pith extract https://example.org/story --format markdown -o story.md');
}

async function extractPage(source: string, flags: ExtractFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const page = await readPage(source, {
    stdin: io.stdin,
    fetchPage: dependencies.fetchPage,
    allowPrivate: flags.allowPrivate ?? false,
    timeout: flags.timeout,
    maxSize: flags.maxSize,
    signal,
  });
  if (flags.method !== 'default') {
    await writeResult(flags.out, io, await otherMethod(page, flags, context));
    return;
  }
  const library = await dependencies.library();
  const article = library.extract(page.bytes, extractOptions(page, flags));
  signal.throwIfAborted();
  await writeResult(flags.out, io, result(library, article, flags));
}

/** What a method of the lab gives: its text, or all it says as JSON. */
async function otherMethod(page: PageInput, flags: ExtractFlags, { dependencies }: Context): Promise<string> {
  const format = flags.json ? 'json' : flags.format;
  if (format !== 'text' && format !== 'json') {
    throw new UsageError(`expected --format text or json with --method ${flags.method}, got ${format}`);
  }
  for (const flag of ['title', 'byline', 'comments', 'explain'] as const) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(`expected --${flag} with the method default only, got it with ${flags.method}`);
  }
  const extractor = namedExtractor(flags.method, await dependencies.lab());
  const url = flags.url ?? page.url;
  const extraction = await extractor.extract({
    id: 'page',
    html: page.bytes,
    ...(url === undefined ? {} : { url }),
  });
  return format === 'json' ? JSON.stringify(extraction, null, 2) : extraction.text;
}

function extractOptions(page: PageInput, flags: ExtractFlags): ExtractOptions {
  const url = flags.url ?? page.url;
  return {
    ...(url === undefined ? {} : { url }),
    ...(page.charset === undefined ? {} : { charset: page.charset }),
    include: include(flags),
  };
}

function include({ title, byline, comments }: ExtractFlags): Include {
  return {
    ...(title === undefined ? {} : { title }),
    ...(byline === undefined ? {} : { byline }),
    ...(comments === undefined ? {} : { comments }),
  };
}

function result(library: Library, article: Article, flags: ExtractFlags): string {
  if (!flags.explain) return library.render(article, flags.json ? 'json' : flags.format, include(flags));
  const decisions = article.explain();
  return flags.json ? JSON.stringify(decisions, null, 2) : explainTable(decisions);
}
