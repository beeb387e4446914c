import { fetchDefaults, looksLikeUrl } from '@webpith/fetch';
import type { PageSource, RenderOptions, RenderPool, Wait } from '@webpith/render';
import { type Command, Option } from 'commander';
import type { PageTree } from 'webpith/stages';
import { addressArgument, defined, oneOf, secondsArgument, viewportArgument } from './commands/arguments.js';
import type { Context } from './commands/command.js';
import { type Fleet, loadRenderer, type Page } from './dependencies.js';
import { readPage } from './input/page-source.js';
import { installed } from './installed.js';

/** When a page counts as there; `@webpith/render` has the same list, and is too heavy to load for a help text. */
const waits: readonly Wait[] = ['dom', 'load', 'idle'];

/** The options that all commands share which draw a page. */
export interface RenderFlags {
  readonly url?: string;
  readonly javascript?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly wait?: Wait;
  readonly network?: boolean;
  readonly allowPrivate?: boolean;
  readonly timeout: number;
}

/** Adds them to a command. */
export function withRenderOptions(command: Command): Command {
  return command
    .option('--no-javascript', 'without running its scripts')
    .option('--viewport <size>', 'of the window; else 1280x1024', viewportArgument)
    .option('--wait <what>', `for ${waits.join(', ')}; else load`, oneOf(waits))
    .option('--url <url>', 'where a file is from', addressArgument)
    .option('--no-network', 'ask nobody for anything')
    .option('--allow-private', 'ask private and loopback addresses too')
    .addOption(
      new Option('--timeout <seconds>', 'for the whole').argParser(secondsArgument).default(30_000, '30'),
    );
}

/** What the renderer is told. */
export function renderOptions(flags: RenderFlags, signal: AbortSignal): RenderOptions {
  const { javascript, viewport, wait, network, allowPrivate, timeout } = flags;
  return {
    timeout,
    signal,
    ...defined({ javascript, viewport, wait, network, allowPrivate }),
  };
}

/** What FILE|URL|- is to a renderer: an address, an archive, or HTML. */
export async function renderSource(
  source: string,
  flags: Pick<RenderFlags, 'url' | 'timeout'>,
  { io, dependencies, signal }: Context,
): Promise<PageSource> {
  if (looksLikeUrl(source)) return { url: source };
  const { maxSize } = fetchDefaults;
  const options = {
    stdin: io.stdin,
    fetchPage: dependencies.fetchPage,
    allowPrivate: false,
    maxSize,
    signal,
  };
  const { bytes } = await readPage(source, { ...options, timeout: flags.timeout });
  if (isArchive(bytes)) return { mhtml: bytes };
  return { html: bytes, ...(flags.url === undefined ? {} : { url: flags.url }) };
}

/** Whether bytes are a page kept by `pith archive` or a browser: an e-mail of several parts. */
function isArchive(bytes: Uint8Array): boolean {
  const opening = Buffer.from(bytes.subarray(0, 2_000)).toString('latin1');
  return (
    /^(?:From|MIME-Version|Snapshot-Content-Location|Subject):/i.test(opening) &&
    /^Content-Type: multipart\/related/im.test(opening)
  );
}

/** Does something with a browser for one page, and ends it. */
export async function withBrowser<T>(
  { dependencies }: Context,
  task: (pool: RenderPool) => Promise<T>,
): Promise<T> {
  const { openPool } = await dependencies.renderer();
  const pool = openPool({ pages: 1 });
  try {
    return await task(pool);
  } finally {
    await pool.close();
  }
}

/** Browsers that start when the first page needs one. */
export function lazyBrowsers() {
  let pool: ReturnType<typeof openBrowsers> | undefined;
  return {
    open() {
      pool ??= openBrowsers();
      return pool;
    },
    async close(): Promise<void> {
      // A browser that could not be started has said so with its page.
      await pool?.then(
        opened => opened.close(),
        () => {},
      );
    },
  };
}

async function openBrowsers() {
  const { openPool } = await installed('@webpith/render', loadRenderer);
  return openPool();
}

/** Draws pages of corpora for methods that look at them. */
export interface JobRenderer {
  render(page: Page, styles?: readonly string[]): Promise<PageTree>;
  close(): Promise<void>;
}

/** Browsers that start with the first page: scripts and network are off, so that a page is drawn the same every time. */
export function jobRenderer(): JobRenderer {
  const browsers = lazyBrowsers();
  return {
    async render({ html, url }, styles) {
      const source = url !== undefined && /^https?:/i.test(url) ? { html, url } : { html };
      const pool = await browsers.open();
      const { tree } = await pool.render(source, {
        network: false,
        javascript: false,
        ...(styles && { styles }),
      });
      return tree;
    },
    close: browsers.close,
  };
}

type RenderPage = NonNullable<NonNullable<Parameters<Fleet['crawl']>[2]>['render']>;

/** A browser for the pages of a crawl that need one. */
export interface CrawlBrowser {
  readonly render: RenderPage;
  close(): Promise<void>;
}

/** Browsers that start with the first page that needs one. */
export function crawlBrowser(allowPrivate: boolean, signal: AbortSignal): CrawlBrowser {
  const browsers = lazyBrowsers();
  return {
    async render({ bytes, url, charset }) {
      const source = { html: bytes, url, ...(charset === undefined ? {} : { charset }) };
      const pool = await browsers.open();
      return (await pool.render(source, { wait: 'idle', allowPrivate, signal })).html;
    },
    close: browsers.close,
  };
}
