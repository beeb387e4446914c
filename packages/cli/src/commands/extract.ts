import { fetchDefaults, looksLikeUrl, showSize } from '@webpith/fetch';
import { type Command, Option } from 'commander';
import type { Article as PithArticle } from 'webpith';
import type { PageTree } from 'webpith/internals';
import { UsageError } from '../errors.js';
import { explainTable } from '../explain-table.js';
import { type PageInput, readPage } from '../input/page-source.js';
import { say } from '../io.js';
import {
  type Article,
  type ExtractOptions,
  type Format,
  formats,
  type Include,
  type Library,
} from '../library.js';
import { writeResult } from '../output.js';
import { renderSource, withBrowser } from '../rendering.js';
import { FOLLOWED_PAGES, followPages, joinedArticle } from '../run/follow.js';
import { namedExtractor } from '../run/method.js';
import { withNextPages } from '../run/next-pages.js';
import {
  addressArgument,
  countArgument,
  oneOf,
  secondsArgument,
  sizeArgument,
  tokensArgument,
} from './arguments.js';
import { checkChunkFlags, chunkLines } from './chunk-lines.js';
import type { CommandDefinition, Context } from './command.js';

/** The outputs, and the article in the style that it has on its page, which only a browser knows. */
const extractFormats = [...formats, 'rich'] as const;

/** The options as the parser gives them. */
interface ExtractFlags {
  readonly format: Format | 'rich';
  readonly render?: boolean;
  readonly method: string;
  readonly title?: boolean;
  readonly byline?: boolean;
  readonly comments?: boolean;
  readonly follow?: boolean | number;
  readonly explain?: boolean;
  readonly chunks?: number;
  readonly overlap?: number;
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
    .argument('<source>', 'a file (.mht and .gz too), an http(s) address, or - for stdin')
    .option('-f, --format <name>', extractFormats.join(', '), oneOf(extractFormats), 'text')
    .option('--render', 'draw it in Chromium first, scripts and all; rich does')
    .option('-m, --method <name>', 'another method of the lab: text and json only', 'default')
    .option('--title', 'with the title; --no-title: without')
    .addOption(new Option('--no-title', 'without the title').hideHelp())
    .option('--byline', 'with authors and date')
    .option('--comments', 'with readers’ comments')
    .option(
      '--follow [pages]',
      `read the pages behind it too (default: ${FOLLOWED_PAGES} in all)`,
      countArgument,
    )
    .option('--explain', 'list every block, kept or dropped, and why')
    .option('--chunks <tokens>', 'cut to at most so many tokens, a JSON line each', tokensArgument)
    .option('--overlap <tokens>', 'of a chunk with the one before it', countArgument)
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
  checkChunkFlags(flags);
  const page =
    flags.render || flags.format === 'rich'
      ? await draw(source, flags, context)
      : await read(source, flags, context);
  if (flags.method !== 'default') {
    const found = await otherMethod(source, page, flags, context);
    if (found.trim() === '') await say(io, `pith: ${flags.method} found nothing to read on the page`);
    await writeResult(flags.out, io, found);
    return;
  }
  const library = await dependencies.library();
  const first = library.extract(page.tree ?? page.bytes, extractOptions(page, flags));
  signal.throwIfAborted();
  const article = flags.follow ? await withPagesBehind(source, page, first, flags, context) : first;
  if (article.needsRendering) await hintAtRendering(context);
  else if (article.notContent !== undefined) {
    await say(io, `pith: the page seems to be none to read: ${article.notContent}`);
  }
  await writeResult(flags.out, io, await result(library, article, page, flags, context));
}

/** The article together with the pages behind it, each fetched as the first was. */
async function withPagesBehind(
  source: string,
  page: DrawnPage,
  article: Article,
  flags: ExtractFlags,
  context: Context,
): Promise<Article> {
  if (page.url === undefined || page.tree !== undefined || !looksLikeUrl(source)) {
    throw new UsageError('expected an http(s) address and no --render with --follow: its pages are fetched');
  }
  const library = await context.dependencies.library();
  const most = flags.follow === true ? FOLLOWED_PAGES : Number(flags.follow);
  const pages = await followPages({ url: page.url, article }, most, async address => {
    const next = await read(address, flags, context);
    const options = { ...extractOptions(next, flags), url: next.url ?? address };
    return { url: options.url, article: library.extract(next.bytes, options) };
  });
  return joinedArticle(pages);
}

/** A page, and the tree that a browser made of it. */
interface DrawnPage extends PageInput {
  readonly tree?: PageTree;
}

async function read(
  source: string,
  flags: ExtractFlags,
  { io, dependencies, signal }: Context,
): Promise<DrawnPage> {
  if (source === '-' && io.stdin.isTTY) await say(io, 'pith: type or paste HTML, and end it with Ctrl-D');
  return await readPage(source, {
    stdin: io.stdin,
    fetchPage: dependencies.fetchPage,
    allowPrivate: flags.allowPrivate ?? false,
    timeout: flags.timeout,
    maxSize: flags.maxSize,
    signal,
  });
}

async function draw(source: string, flags: ExtractFlags, context: Context): Promise<DrawnPage> {
  const { RICH_STYLES } = await context.dependencies.renderer();
  const { allowPrivate = false, timeout } = flags;
  const given = await renderSource(source, flags, context);
  const rendered = await withBrowser(context, pool =>
    pool.render(given, { allowPrivate, timeout, styles: RICH_STYLES, signal: context.signal }),
  );
  const bytes = Buffer.from(rendered.html);
  const url = 'html' in given ? given.url : rendered.url;
  return { bytes, tree: rendered.tree, ...(url?.startsWith('http') ? { url } : {}) };
}

async function hintAtRendering({ io, dependencies }: Context): Promise<void> {
  const remedy = await dependencies.renderer().then(
    ({ findChromium }) =>
      findChromium() === undefined ? 'install Chromium and add --render' : 'add --render',
    () => 'install Chromium and @webpith/render, and add --render',
  );
  await say(io, `pith: the page holds little text, its scripts write the rest; ${remedy}`);
}

/** What a method of the lab gives: its text, or all it says as JSON. */
async function otherMethod(
  source: string,
  page: DrawnPage,
  flags: ExtractFlags,
  context: Context,
): Promise<string> {
  const format = flags.json ? 'json' : flags.format;
  if (format !== 'text' && format !== 'json') {
    throw new UsageError(`expected --format text or json with --method ${flags.method}, got ${format}`);
  }
  for (const flag of ['title', 'byline', 'comments', 'explain'] as const) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(`expected --${flag} with the method default only, got it with ${flags.method}`);
  }
  const extractor = namedExtractor(flags.method, await context.dependencies.lab());
  const extract = async ({ bytes, tree, url }: DrawnPage) =>
    extractor.extract({
      id: 'page',
      html: bytes,
      ...(url === undefined ? {} : { url }),
      ...(tree === undefined ? {} : { tree }),
    });
  const url = flags.url ?? page.url;
  const first = await extract(url === undefined ? page : { ...page, url });
  // Only what was fetched has pages that may be fetched; a drawn page is taken as it is.
  const extraction =
    page.url === undefined || page.tree !== undefined || !looksLikeUrl(source)
      ? first
      : await withNextPages(first, page.url, async address => {
          const next = await read(address, flags, context);
          return { url: next.url ?? address, extraction: await extract(next) };
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

async function result(
  library: Library,
  article: Article,
  page: DrawnPage,
  flags: ExtractFlags,
  { dependencies }: Context,
): Promise<string> {
  if (flags.chunks !== undefined)
    return chunkLines(library, article, flags.chunks, flags.overlap, include(flags));
  if (flags.explain) {
    const decisions = article.explain();
    return flags.json ? JSON.stringify(decisions, null, 2) : explainTable(decisions);
  }
  if (flags.format !== 'rich' || flags.json) {
    return library.render(article, flags.json ? 'json' : (flags.format as Format), include(flags));
  }
  const { richArticle } = await dependencies.renderer();
  const url = flags.url ?? page.url;
  return richArticle(page.tree!, article as PithArticle, url === undefined ? {} : { url });
}
