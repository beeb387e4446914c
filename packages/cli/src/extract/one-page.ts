import { looksLikeUrl } from '@webpith/fetch';
import type { Model, Article as PithArticle } from 'webpith';
import type { PageTree } from 'webpith/stages';
import { defined } from '../commands/arguments.js';
import type { Context } from '../commands/command.js';
import type { Article, ExtractOptions, Format } from '../dependencies.js';
import { UsageError } from '../errors.js';
import { type PageInput, readPage } from '../input/page-source.js';
import type { RulesFor } from '../input/rules-file.js';
import { say } from '../io.js';
import { renderSource, withBrowser } from '../rendering.js';
import { FOLLOWED_PAGES, followPages, joinedArticle, withNextPages } from '../run/follow.js';
import { namedExtractor } from '../run/method.js';
import { type ExtractFlags, include } from './flags.js';
import { chunkLines, explainTable } from './output.js';

/** What the pages of one command share. */
export interface PageJob {
  readonly flags: ExtractFlags;
  readonly context: Context;
  readonly rulesFor: RulesFor;
  /** What decides instead of the default. */
  readonly model?: Model;
}

/** One page in, what a person would read there out. */
export async function extractedPage(source: string, job: PageJob): Promise<string> {
  const { flags, context } = job;
  const isDrawn = flags.render || flags.format === 'rich';
  const page = isDrawn ? await draw(source, job) : await read(source, job);
  if (flags.method !== 'default') {
    const found = await otherMethod(source, page, job);
    if (found.trim() === '') await hint(`${flags.method} found nothing to read on the page`, job);
    return found;
  }
  const library = await context.dependencies.library();
  const first = library.extract(page.tree ?? page.bytes, extractOptions(page, job));
  context.signal.throwIfAborted();
  const article = flags.follow ? await withPagesBehind(source, page, first, job) : first;
  if (article.needsRendering) await hintAtRendering(job);
  else if (article.notContent !== undefined) {
    await hint(`the page seems to be none to read: ${article.notContent}`, job);
  }
  return await result(article, page, job);
}

/** Says something that is no failure, unless it is to be quiet. */
async function hint(message: string, { flags, context }: PageJob): Promise<void> {
  if (!flags.quiet) await say(context.io, `pith: ${message}`);
}

/** The article together with the pages behind it, each fetched as the first was. */
async function withPagesBehind(
  source: string,
  page: DrawnPage,
  article: Article,
  job: PageJob,
): Promise<Article> {
  if (page.url === undefined || page.tree !== undefined || !looksLikeUrl(source)) {
    throw new UsageError('expected an http(s) address and no --render with --follow: its pages are fetched');
  }
  const { flags, context } = job;
  const library = await context.dependencies.library();
  const most = flags.follow === true ? FOLLOWED_PAGES : Number(flags.follow);
  const pages = await followPages({ url: page.url, article }, most, async address => {
    const next = await read(address, job);
    const options = { ...extractOptions(next, job), url: next.url ?? address };
    return { url: options.url, article: library.extract(next.bytes, options) };
  });
  return joinedArticle(pages);
}

/** A page, and the tree that a browser made of it. */
interface DrawnPage extends PageInput {
  readonly tree?: PageTree;
}

async function read(source: string, { flags, context }: PageJob): Promise<DrawnPage> {
  const { io, dependencies, signal } = context;
  if (source === '-' && io.stdin.isTTY) await say(io, 'pith: type or paste HTML, and end it with Ctrl-D');
  return await readPage(source, {
    stdin: io.stdin,
    fetchPage: dependencies.fetchPage,
    allowPrivate: flags.allowPrivate ?? false,
    timeout: flags.timeout,
    maxSize: flags.maxSize,
    ...defined({ userAgent: flags.userAgent, headers: flags.header }),
    proxies: io.env,
    signal,
  });
}

async function draw(source: string, { flags, context }: PageJob): Promise<DrawnPage> {
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

async function hintAtRendering(job: PageJob): Promise<void> {
  const remedy = await job.context.dependencies.renderer().then(
    ({ findChromium }) =>
      findChromium() === undefined ? 'install Chromium and add --render' : 'add --render',
    () => 'install Chromium and @webpith/render, and add --render',
  );
  await hint(`the page holds little text, its scripts write the rest; ${remedy}`, job);
}

/** Options that only the default method knows. */
const OWN = [
  'title',
  'byline',
  'captions',
  'comments',
  'explain',
  'lean',
  'rules',
  'model',
  'frontMatter',
] as const;

/** What a method of the lab gives: its text, all it says as JSON, or the article on its page in its own style. */
async function otherMethod(source: string, page: DrawnPage, job: PageJob): Promise<string> {
  const { flags, context } = job;
  const format = flags.json ? 'json' : flags.format;
  if (format !== 'text' && format !== 'json' && format !== 'rich') {
    throw new UsageError(`expected --format text, json or rich with --method ${flags.method}, got ${format}`);
  }
  const flag = OWN.find(name => flags[name] !== undefined);
  if (flag !== undefined) {
    const name = flag.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    throw new UsageError(`expected --${name} with the method default only, got it with ${flags.method}`);
  }
  const lab = await context.dependencies.lab();
  const extractor = namedExtractor(flags.method, lab);
  const extract = async ({ bytes, tree, url }: DrawnPage) =>
    extractor.extract({
      id: 'page',
      html: bytes,
      ...defined({ url, tree }),
    });
  const url = flags.url ?? page.url;
  const first = await extract(url === undefined ? page : { ...page, url });
  // Only what was fetched has pages that may be fetched; a drawn page is taken as it is.
  const extraction =
    page.url === undefined || page.tree !== undefined || !looksLikeUrl(source)
      ? first
      : await withNextPages(first, page.url, async address => {
          const next = await read(address, job);
          return { url: next.url ?? address, extraction: await extract(next) };
        });
  if (format === 'rich') {
    const { richTexts } = await context.dependencies.renderer();
    const found = lab.shownTexts(page.tree!, extraction);
    return richTexts(page.tree!, found, url === undefined ? {} : { url });
  }
  return format === 'json' ? JSON.stringify(extraction, null, 2) : extraction.text;
}

function extractOptions(page: PageInput, { flags, rulesFor, model }: PageJob): ExtractOptions {
  const url = flags.url ?? page.url;
  const rules = rulesFor(url);
  return {
    ...defined({ url, charset: page.charset, lean: flags.lean, rules, model }),
    include: include(flags),
  };
}

async function result(article: Article, page: DrawnPage, { flags, context }: PageJob): Promise<string> {
  const library = await context.dependencies.library();
  const url = flags.url ?? page.url;
  if (flags.chunks !== undefined) {
    const { chunks: size, overlap, format } = flags;
    return chunkLines(library, article, { size, overlap, format }, include(flags));
  }
  if (flags.explain) {
    const decisions = article.explain();
    return flags.json ? JSON.stringify(decisions, null, 2) : explainTable(decisions);
  }
  if (flags.format !== 'rich' || flags.json) {
    const text = library.render(article, flags.json ? 'json' : (flags.format as Format), include(flags));
    if (!flags.frontMatter) return text;
    const { frontMatter } = await import('webpith/stages');
    return frontMatter(article) + text;
  }
  const { richArticle } = await context.dependencies.renderer();
  return richArticle(page.tree!, article as PithArticle, url === undefined ? {} : { url });
}
