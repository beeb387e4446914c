import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Fleet } from '../dependencies.js';
import { CommandError, Interrupted } from '../errors.js';
import { readModel, withModel } from '../input/model-file.js';
import { say, writeResult } from '../io.js';
import { startPageCounter } from '../progress.js';
import { crawlBrowser } from '../rendering.js';
import { countArgument, defined, oneOf, secondsArgument, sizeArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

type CrawlOptions = NonNullable<Parameters<Fleet['crawl']>[2]>;
type Defined<Name extends keyof CrawlOptions> = NonNullable<CrawlOptions[Name]>;

interface CrawlFlags {
  readonly out: string;
  readonly depth: number;
  readonly pages: number;
  readonly perHost?: number;
  readonly hosts: number;
  readonly scope: Defined<'scope'>;
  readonly follow: Defined<'follow'>;
  readonly sources: boolean;
  readonly delay: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly maxSize?: number;
  readonly format: Defined<'format'>;
  readonly workers?: number;
  readonly render?: boolean;
  readonly allowPrivate?: boolean;
  readonly json?: boolean;
  readonly model?: string;
}

const formats = ['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'] as const satisfies Defined<'format'>[];
const scopes = ['host', 'site', 'any'] as const satisfies Defined<'scope'>[];
const rules = ['content', 'all'] as const satisfies Defined<'follow'>[];

/** `pith crawl`: pages of a site as they are found, extracted as they arrive. */
export const crawlCommand: CommandDefinition = {
  name: 'crawl',
  define(command, context) {
    describe(command).action((seeds: string[], flags: CrawlFlags) => crawlFrom(seeds, flags, context));
  },
};

function describe(command: Command): Command {
  const seconds = (flag: string, text: string, value: number) =>
    new Option(flag, text).argParser(secondsArgument).default(value * 1000, String(value));
  return withModel(command)
    .description('crawl sites and extract their pages; goes on where it was stopped')
    .argument('<seed...>', 'addresses of pages, feeds or sitemaps')
    .requiredOption('--out <dir>', 'where the shards go, and what the crawl knows')
    .option('--depth <steps>', 'from a seed; 0: seeds and their next pages', depthArgument, 3)
    .option('--pages <count>', 'most to fetch, over all starts', countArgument, 1000)
    .option('--per-host <count>', 'most to fetch from a host', countArgument)
    .option('--hosts <count>', 'most hosts', countArgument, 100)
    .option('--scope <name>', 'the seeds’ host or site, or any', oneOf(scopes), 'host')
    .option('--follow <rule>', 'what the page type says, or all', oneOf(rules), 'content')
    .option('--no-sources', 'read no sitemaps and feeds that sites name')
    .addOption(seconds('--delay <seconds>', 'between two requests to a host', 1))
    .option('--concurrency <count>', 'pages at work at once', countArgument, 8)
    .addOption(seconds('--timeout <seconds>', 'for a fetch', 20))
    .option('--max-size <size>', 'of a page (default: 20MB)', sizeArgument)
    .option('--format <name>', 'ndjson, ndjson.gz, ndjson.zst, parquet', oneOf(formats), 'ndjson.zst')
    .option('--workers <count>', 'threads (default: one a core)', countArgument)
    .option('--render', 'draw pages that are empty without scripts in Chromium')
    .option('--allow-private', 'fetch from private and loopback addresses too')
    .option('--json', 'the closing summary as JSON')
    .addHelpText('after', '\nExample: pith crawl https://example.org/ --out example --pages 500');
}

function depthArgument(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('Expected a whole number such as 3, or 0.');
  return Number(text);
}

async function crawlFrom(seeds: string[], flags: CrawlFlags, context: Context): Promise<void> {
  const { io, dependencies, signal } = context;
  const fleet = await dependencies.fleet();
  const read = await readModel(flags.model);
  const browser = flags.render ? crawlBrowser(flags.allowPrivate ?? false, signal) : undefined;
  const pool = new fleet.ExtractionPool({
    columns: fleet.ARTICLE_COLUMNS.filter(column => column !== 'content'),
    ...(flags.workers === undefined ? {} : { workers: flags.workers }),
    ...(read && { model: read.file }),
  });
  const progress = startPageCounter(io);
  try {
    const summary = await fleet.crawl(seeds, flags.out, {
      ...crawlOptions(flags),
      ...(browser === undefined ? {} : { render: browser.render }),
      extract: record => pool.extract(record),
      ...(read && { model: read.file }),
      signal,
      onProgress: ({ fetched, waiting }) => progress.show(fetched, `${waiting} waiting`),
    });
    progress.stop();
    if (flags.json) await writeResult('-', io, JSON.stringify(summary));
    else await say(io, inWords(summary, flags.out));
    if (summary.pages === 0 && !signal.aborted) throw nothingCame(summary, flags.out);
  } finally {
    progress.stop();
    await pool.close();
    await browser?.close();
  }
  if (signal.aborted) throw new Interrupted();
}

function crawlOptions(flags: CrawlFlags): CrawlOptions {
  const { depth, pages, perHost, hosts, scope, follow, sources, delay, concurrency, timeout } = flags;
  const { maxSize, format, allowPrivate = false } = flags;
  return {
    ...{ depth, pages, hosts, scope, follow, sources, delay, concurrency, timeout, format, allowPrivate },
    ...defined({ pagesPerHost: perHost, maxSize }),
  };
}

function nothingCame({ failures }: Summary, out: string): CommandError {
  const hint =
    'blocked-address' in failures ? '; give --allow-private for addresses of your own network' : '';
  return new CommandError(`expected some page with content, but none came; ${out} says why${hint}`);
}

type Summary = Awaited<ReturnType<Fleet['crawl']>>;

function inWords(summary: Summary, out: string): string {
  const counted = (counts: Readonly<Record<string, number>>, what: string) =>
    Object.entries(counts).map(([reason, count]) => `${count} ${what} (${reason})`);
  const { fetched, pages, waiting, hosts, skipped, failures, refused } = summary;
  const parts = [
    `${pages} pages in ${out}`,
    `${fetched} fetched from ${hosts} hosts`,
    ...counted(skipped, 'skipped'),
    ...counted(failures, 'failed'),
    ...counted(refused, 'not asked for'),
    ...(waiting > 0 ? [`${waiting} still to be asked for`] : []),
  ];
  return parts.join(', ');
}
