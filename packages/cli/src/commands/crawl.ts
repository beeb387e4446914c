import type { Command } from 'commander';
import type { Context, Fleet, MarkdownOptions } from '../dependencies.js';
import { CommandError, Interrupted } from '../errors.js';
import { withModel } from '../input/model-file.js';
import { byReason, counted, printMessage, writeResult } from '../io.js';
import { PageProgress } from '../progress.js';
import { crawlBrowser } from '../rendering.js';
import { countArgument, depthArgument, oneOf, secondsOption, sizeArgument, withStyle } from './arguments.js';
import { type ShardFlags, threadModel, withShards } from './extraction.js';

type CrawlOptions = NonNullable<Parameters<Fleet['crawl']>[2]>;
type Defined<Name extends keyof CrawlOptions> = NonNullable<CrawlOptions[Name]>;

interface CrawlFlags extends ShardFlags {
  readonly out: string;
  readonly depth: number;
  readonly pages: number;
  readonly perHost?: number;
  readonly hosts: number;
  readonly scope: Defined<'scope'>;
  readonly follow: Defined<'follow'>;
  readonly sources: boolean;
  readonly sites?: boolean;
  readonly delay: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly maxSize?: number;
  readonly workers?: number;
  readonly render?: boolean;
  readonly model?: string;
  readonly style?: MarkdownOptions;
}

const scopes = ['host', 'site', 'any'] as const satisfies Defined<'scope'>[];
const rules = ['content', 'all'] as const satisfies Defined<'follow'>[];

export function defineCrawl(command: Command, context: Context): void {
  command
    .description('crawl sites and extract their pages; resumes a stopped crawl')
    .argument('<seed...>', 'URLs of pages, feeds or sitemaps')
    .requiredOption('--out <dir>', 'folder for the shards and the crawl’s state (required)')
    .option(
      '--depth <steps>',
      'maximum number of links between a seed and a page; “next page” links do not count',
      depthArgument,
      3,
    )
    .option('--pages <count>', 'page limit, over all runs', countArgument, 1000)
    .option('--per-host <count>', 'maximum pages per host (default: the value of --pages)', countArgument)
    .option('--hosts <count>', 'maximum hosts', countArgument, 100)
    .option(
      '--scope <name>',
      'hosts to crawl: host (same host as a seed), site (same site) or any',
      oneOf(scopes),
      'host',
    )
    .option(
      '--follow <rule>',
      'links to follow: all, or content (next pages, list items, and all links on a seed that is a front page, or no article, product or documentation)',
      oneOf(rules),
      'content',
    )
    .option('--no-sources', 'do not look for sitemaps and feeds')
    .addOption(secondsOption('--delay <seconds>', 'delay between requests to a host', 1))
    .option('--concurrency <count>', 'pages to fetch at the same time', countArgument, 8)
    .addOption(secondsOption('--timeout <seconds>', 'time limit for each request', 20))
    .option('--max-size <size>', 'size limit per page (default: 20MB)', sizeArgument)
    .option('--workers <count>', 'worker threads (default: one per core)', countArgument)
    .option('--sites', 'drop text repeated from earlier pages of the same site')
    .option('--render', 'use Chromium to render pages that need scripts');
  withModel(withShards(withStyle(command)))
    .addHelpText('after', '\nExample: pith crawl https://example.org/ --out example --pages 500')
    .action((seeds: string[], flags: CrawlFlags) => crawlFrom(seeds, flags, context));
}

async function crawlFrom(seeds: string[], flags: CrawlFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const { out, workers, render, json, model, style, perHost: pagesPerHost, ...options } = flags;
  const fleet = await dependencies.fleet();
  const read = await threadModel(model, dependencies);
  const browser = render ? crawlBrowser(flags.allowPrivate ?? false, signal) : undefined;
  const pool = new fleet.ExtractionPool({
    columns: [
      ...fleet.ARTICLE_COLUMNS.filter(column => column !== 'content'),
      ...(flags.sites ? (['fingerprint'] as const) : []),
    ],
    workers,
    extract: { markdown: style },
    ...read,
  });
  const progress = new PageProgress(io);
  try {
    const summary = await fleet.crawl(seeds, out, {
      ...options,
      pagesPerHost,
      render: browser?.renderHtml,
      extract: record => pool.extract(record),
      model: read.model,
      signal,
      onProgress: ({ fetched, waiting }) => progress.show({ pages: fetched, note: `${waiting} pending` }),
    });
    progress.stop();
    if (json) await writeResult('-', io, JSON.stringify(summary));
    else await printMessage(io, inWords(summary, out));
    if (summary.pages === 0 && !signal.aborted) throw noContent(summary);
  } finally {
    progress.stop();
    await pool.close();
    await browser?.close();
  }
  if (signal.aborted) throw new Interrupted();
}

function noContent({ failures }: Summary): CommandError {
  const hint = 'blocked-address' in failures ? '; use --allow-private to crawl private addresses' : '';
  return new CommandError(`no page had content; the summary lists the reasons${hint}`);
}

type Summary = Awaited<ReturnType<Fleet['crawl']>>;

function inWords(summary: Summary, out: string): string {
  const { fetched, pages, waiting, hosts, skipped, failures, refused } = summary;
  const parts = [
    `${counted(pages, 'page')} in ${out}`,
    `${fetched} fetched from ${counted(hosts, 'host')}`,
    ...byReason(skipped, 'skipped'),
    ...byReason(failures, 'failed'),
    ...byReason(refused, 'not fetched'),
    ...(waiting > 0 ? [`${waiting} pending`] : []),
  ];
  return parts.join(', ');
}
