import { fetchDefaults, looksLikeUrl } from '@webpith/fetch';
import type { PageSource, RenderOptions, RenderPool, Wait } from '@webpith/render';
import type { Command } from 'commander';
import type { PageTree } from 'webpith/stages';
import {
  defined,
  oneOf,
  secondsOption,
  urlArgument,
  viewportArgument,
  withAllowPrivate,
} from './commands/arguments.js';
import type { Context } from './dependencies.js';
import { defaultDependencies, type Fleet, type Page } from './dependencies.js';
import { readPage } from './input/page-source.js';

/** Copied from `@webpith/render`, which is too slow to load for a help text. */
const waits: readonly Wait[] = ['dom', 'load', 'idle'];

export interface RenderFlags {
  readonly url?: string;
  readonly javascript?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly wait?: Wait;
  readonly network?: boolean;
  readonly allowPrivate?: boolean;
  readonly timeout: number;
}

export function withRenderOptions(command: Command): Command {
  return withAllowPrivate(command)
    .option('--no-javascript', 'do not run scripts')
    .option('--viewport <size>', 'window size (default: 1280x1024)', viewportArgument)
    .option(
      '--wait <event>',
      'event to wait for: dom (HTML parsed), load, or idle (network quiet) (default: load)',
      oneOf(waits),
    )
    .option('--url <url>', 'URL of a page read from a file or stdin, to make links absolute', urlArgument)
    .option('--no-network', 'make no network requests')
    .addOption(secondsOption('--timeout <seconds>', 'time limit for the page', 30));
}

export function renderOptions(flags: RenderFlags, signal: AbortSignal): RenderOptions {
  const { javascript, viewport, wait, network, allowPrivate, timeout } = flags;
  return { timeout, signal, ...defined({ javascript, viewport, wait, network, allowPrivate }) };
}

/** Reads FILE|-, which may be HTML or MHTML; a URL is left to the browser. */
export async function renderSource(
  source: string,
  flags: Pick<RenderFlags, 'url' | 'timeout'>,
  { io, dependencies, signal }: Context,
): Promise<PageSource> {
  if (looksLikeUrl(source)) return { url: source };
  const { bytes } = await readPage(source, {
    stdin: io.stdin,
    fetchPage: dependencies.fetchPage,
    allowPrivate: false,
    timeout: flags.timeout,
    maxSize: fetchDefaults.maxSize,
    signal,
  });
  if (isArchive(bytes)) return { mhtml: bytes };
  return { html: bytes, url: flags.url };
}

/** True if the bytes are MHTML, as `pith archive` and browsers save it: a multipart e-mail. */
function isArchive(bytes: Uint8Array): boolean {
  const opening = Buffer.from(bytes.subarray(0, 2_000)).toString('latin1');
  return (
    /^(?:From|MIME-Version|Snapshot-Content-Location|Subject):/i.test(opening) &&
    /^Content-Type: multipart\/related/im.test(opening)
  );
}

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

function lazyBrowsers() {
  let pool: ReturnType<typeof openBrowsers> | undefined;
  return {
    open() {
      pool ??= openBrowsers();
      return pool;
    },
    async close(): Promise<void> {
      // If the browser did not start, rendering the page has already reported the error.
      await pool?.then(
        opened => opened.close(),
        () => {},
      );
    },
  };
}

async function openBrowsers() {
  const { openPool } = await defaultDependencies.renderer();
  return openPool();
}

/** Renders pages of corpora without scripts and network, so that renderings are reproducible. */
export function jobRenderer() {
  const browsers = lazyBrowsers();
  return {
    async render({ html, url }: Page, styles?: readonly string[]): Promise<PageTree> {
      const source = url !== undefined && /^https?:/i.test(url) ? { html, url } : { html };
      const options = { network: false, javascript: false, ...(styles && { styles }) };
      return (await (await browsers.open()).render(source, options)).tree;
    },
    close: browsers.close,
  };
}

type CrawledPage = Parameters<NonNullable<NonNullable<Parameters<Fleet['crawl']>[2]>['render']>>[0];

/** Renders pages with their scripts and network, for `pith crawl` and `pith mcp`. */
export function crawlBrowser(allowPrivate: boolean, signal: AbortSignal, timeout?: number) {
  const browsers = lazyBrowsers();
  const render = async ({ bytes, url, charset }: CrawledPage): Promise<PageTree> => {
    const pool = await browsers.open();
    const options = { wait: 'idle', allowPrivate, signal, ...defined({ timeout }) } as const;
    return (await pool.render({ html: bytes, url, charset }, options)).tree;
  };
  return {
    render,
    async renderHtml(page: CrawledPage): Promise<string> {
      const { htmlOfTree } = await defaultDependencies.renderer();
      return htmlOfTree(await render(page));
    },
    close: browsers.close,
  };
}
