import { looksLikeUrl } from '@webpith/fetch';
import type { Model, Article as PithArticle } from 'webpith';
import type { PageTree } from 'webpith/stages';
import { defined } from '../commands/arguments.js';
import type { Article, Context, ExtractOptions, Extractor, Format, Lab } from '../dependencies.js';
import { UsageError } from '../errors.js';
import { type PageInput, readPage } from '../input/page-source.js';
import type { RulesFor } from '../input/rules-file.js';
import { printMessage } from '../io.js';
import { renderSource, withBrowser } from '../rendering.js';
import { extractNextPages, followPages, joinedArticle, MAX_PAGES } from '../run/follow.js';
import { type ExtractFlags, include, outputOptions } from './flags.js';
import { chunkLines, explainTable, methodTable } from './output.js';
import type { PageSites } from './sites.js';

export interface PageJob {
  readonly flags: ExtractFlags;
  readonly context: Context;
  readonly rulesFor: RulesFor;
  readonly model?: Model | undefined;
  readonly extractor?: Extractor | undefined;
  readonly sites?: PageSites | undefined;
}

export async function extractedPage(source: string, job: PageJob): Promise<string> {
  const { flags, context } = job;
  const isRendered = flags.render || flags.format === 'rich';
  const page = isRendered ? await render(source, job) : await read(source, job);
  if (job.extractor !== undefined) {
    const found = await otherMethod(source, page, job.extractor, job);
    if (found.trim() === '') await hint(`${job.extractor.name} found no content on the page`, job);
    return found;
  }
  const library = await context.dependencies.library();
  const options = extractOptions(page, job);
  const site = job.sites?.memoryOf(page.url);
  const first = library.extract(page.tree ?? page.bytes, { ...options, site });
  job.sites?.addArticle(page.url, first);
  context.signal.throwIfAborted();
  const article = flags.follow ? await withNextPages(source, page, first, job) : first;
  if (article.needsRendering) await suggestRendering(job);
  else if (article.notContent !== undefined) {
    await hint(`the page seems to have no content: ${article.notContent}`, job);
  }
  return await result(article, page, job);
}

/** Adds a page to the memory of its site. Failures are ignored here and reported when the page is extracted. */
export async function learnPage(source: string, job: PageJob): Promise<void> {
  const page = await read(source, job).catch(() => undefined);
  job.context.signal.throwIfAborted();
  try {
    if (page !== undefined) job.sites?.addPage(page.bytes, page.url, { charset: page.charset });
  } catch (error) {
    if ((error as Error).name !== 'PithError') throw error;
  }
}

async function hint(message: string, { flags, context }: PageJob): Promise<void> {
  if (!flags.quiet) await printMessage(context.io, `pith: ${message}`);
}

async function withNextPages(
  source: string,
  page: SourcePage,
  article: Article,
  job: PageJob,
): Promise<Article> {
  if (page.url === undefined || page.tree !== undefined || !looksLikeUrl(source))
    throw new UsageError('--follow needs an http(s) URL and does not work with --render');
  const { flags, context } = job;
  const library = await context.dependencies.library();
  const most = flags.follow === true ? MAX_PAGES : Number(flags.follow);
  const pages = await followPages({ url: page.url, article }, most, async address => {
    const next = await read(address, job);
    const options = { ...extractOptions(next, job), url: next.url ?? address };
    return { url: options.url, article: library.extract(next.bytes, options) };
  });
  return joinedArticle(pages);
}

interface SourcePage extends PageInput {
  readonly tree?: PageTree | undefined;
}

async function read(source: string, { flags, context }: PageJob): Promise<SourcePage> {
  const { io, dependencies, signal } = context;
  if (source === '-' && io.stdin.isTTY)
    await printMessage(io, 'pith: reading HTML from the terminal; end it with Ctrl-D');
  return await readPage(source, {
    stdin: io.stdin,
    fetchPage: dependencies.fetchPage,
    allowPrivate: flags.allowPrivate ?? false,
    timeout: flags.timeout,
    maxSize: flags.maxSize,
    userAgent: flags.userAgent,
    headers: flags.header,
    proxies: io.env,
    signal,
  });
}

async function render(source: string, { flags, context }: PageJob): Promise<SourcePage> {
  const { RICH_STYLES } = await context.dependencies.renderer();
  const { allowPrivate = false, timeout } = flags;
  const given = await renderSource(source, flags, context);
  const rendered = await withBrowser(context, pool =>
    pool.render(given, { allowPrivate, timeout, styles: RICH_STYLES, signal: context.signal }),
  );
  const bytes = Buffer.from(rendered.html);
  const url = 'html' in given ? given.url : rendered.url;
  return { bytes, tree: rendered.tree, url: url?.startsWith('http') ? url : undefined };
}

async function suggestRendering(job: PageJob): Promise<void> {
  const remedy = await job.context.dependencies.renderer().then(
    ({ findChromium }) =>
      findChromium() === undefined ? 'install Chromium and add --render' : 'add --render',
    () => 'install Chromium and @webpith/render, and add --render',
  );
  await hint(`the page has little text without its scripts; ${remedy}`, job);
}

const DEFAULT_ONLY = [
  'title',
  'byline',
  'captions',
  'comments',
  'lean',
  'site',
  'rules',
  'frontMatter',
] as const;

export function checkMethodFlags(method: string, flags: ExtractFlags): void {
  const format = methodFormat(flags);
  if (format !== 'text' && format !== 'json' && format !== 'rich')
    throw new UsageError(`--method ${method} supports --format text, json and rich, not ${format}`);
  const flag = DEFAULT_ONLY.find(name => flags[name] !== undefined);
  if (flag === undefined) return;
  const name = flag.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${name} works only with --method default, not ${method}`);
}

const methodFormat = ({ json, format }: ExtractFlags) => (json ? 'json' : format);

async function otherMethod(
  source: string,
  page: SourcePage,
  extractor: Extractor,
  job: PageJob,
): Promise<string> {
  const { flags, context } = job;
  const format = methodFormat(flags);
  const lab = await context.dependencies.lab();
  if (flags.explain) return await methodExplanation(page, extractor, lab, job);
  const extract = async ({ bytes, tree, url }: SourcePage) =>
    extractor.extract({ id: 'page', html: bytes, ...defined({ url, tree }) });
  const url = flags.url ?? page.url;
  const first = await extract({ ...page, url });
  // Next pages are followed only for pages fetched without a browser.
  const extraction =
    page.url === undefined || page.tree !== undefined || !looksLikeUrl(source)
      ? first
      : await extractNextPages(first, page.url, async address => {
          const next = await read(address, job);
          return { url: next.url ?? address, extraction: await extract(next) };
        });
  if (format === 'rich') {
    const { richTexts } = await context.dependencies.renderer();
    const found = lab.shownTexts(page.tree!, extraction);
    return richTexts(page.tree!, found, { url });
  }
  return format === 'json' ? JSON.stringify(extraction, null, 2) : extraction.text;
}

async function methodExplanation(
  { bytes, tree, url: own }: SourcePage,
  extractor: Extractor,
  lab: Lab,
  { flags }: PageJob,
): Promise<string> {
  const url = flags.url ?? own;
  const explained = await lab.explainPage(extractor, { id: 'page', html: bytes, ...defined({ url, tree }) });
  if (explained === undefined)
    throw new UsageError(`--explain does not work with --method ${extractor.name}, which gives no reasons`);
  return methodFormat(flags) === 'json' ? JSON.stringify(explained, null, 2) : methodTable(explained);
}

function extractOptions(page: PageInput, { flags, rulesFor, model }: PageJob): ExtractOptions {
  const url = flags.url ?? page.url;
  const { lean, style: markdown } = flags;
  return { url, charset: page.charset, lean, markdown, rules: rulesFor(url), model, include: include(flags) };
}

async function result(article: Article, page: SourcePage, { flags, context }: PageJob): Promise<string> {
  const library = await context.dependencies.library();
  const url = flags.url ?? page.url;
  if (flags.chunks !== undefined) return chunkLines(library, article, flags.chunks, flags);
  if (flags.explain) {
    const decisions = article.explain();
    return flags.json ? JSON.stringify(decisions, null, 2) : explainTable(decisions);
  }
  if (flags.format !== 'rich' || flags.json) {
    const format = flags.json ? 'json' : (flags.format as Format);
    const text = library.render(article, format, outputOptions(flags));
    if (!flags.frontMatter) return text;
    const { frontMatter } = await import('webpith/stages');
    return frontMatter(article) + text;
  }
  const { richArticle } = await context.dependencies.renderer();
  return richArticle(page.tree!, article as PithArticle, { url });
}
