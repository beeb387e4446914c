import type { Command } from 'commander';
import type { Context, Fleet } from '../dependencies.js';
import { byReason, counted, printMessage, reportPages } from '../io.js';
import { PageProgress } from '../progress.js';
import { countArgument } from './arguments.js';
import {
  type ExtractionFlags,
  extractionOptions,
  type FilterFlags,
  type PageColumnFlags,
  pageFilter,
  type ShardFlags,
  withExtraction,
  withFilter,
  withPageColumns,
  withShards,
} from './extraction.js';

interface BatchFlags extends ExtractionFlags, ShardFlags, FilterFlags, PageColumnFlags {
  readonly out: string;
  readonly shardRows?: number;
  readonly sites?: boolean;
}

export function defineBatch(command: Command, context: Context): void {
  command
    .description('extract pages from crawls, folders or URL lists to files; resumable')
    .argument(
      '<input...>',
      'WARC, Parquet, NDJSON or HTML file, sitemap, URL, URL list, folder or corpus; WARC and Parquet also at https:// or s3://',
    )
    .requiredOption('--out <dir>', 'folder for the shards and the manifest (required)')
    .option('--shard-rows <count>', 'rows per shard (default: 5000)', countArgument)
    .option('--sites', 'drop text repeated across pages of a site; reads the inputs twice');
  withPageColumns(command);
  withShards(withFilter(withExtraction(command, 'worker threads (default: one per core)')))
    .addHelpText('after', '\nExample: pith batch crawl/*.warc.gz --out articles --format parquet')
    .action((inputs: string[], flags: BatchFlags) => batch(inputs, flags, context));
}

async function batch(
  inputs: string[],
  flags: BatchFlags,
  { io, dependencies, signal }: Context,
): Promise<void> {
  const fleet = await dependencies.fleet();
  const extraction = await extractionOptions(flags, fleet, dependencies);
  const { out, format, shardRows, sites, allowPrivate = false, json } = flags;
  const progress = new PageProgress(io);
  try {
    const summary = await fleet.runBatch({
      ...extraction,
      filter: pageFilter(flags),
      inputs,
      pageColumns: flags.inputColumn,
      out,
      format,
      shardRows,
      sites,
      allowPrivate,
      signal,
      onProgress: done => progress.show(done),
    });
    progress.stop();
    const where = `the "error" column of the rows in ${out}`;
    await reportPages(io, summary, { json, words: inWords(summary, out), where });
  } catch (error) {
    progress.stop();
    // After a stop, the message of a FleetError contains the progress of the batch.
    if (signal.aborted && (error as Error).name === 'FleetError')
      await printMessage(io, `pith: ${(error as Error).message}`);
    throw error;
  }
}

type Summary = Awaited<ReturnType<Fleet['runBatch']>>;

function inWords(summary: Summary, out: string): string {
  const { pages, before, errors, shards, skipped, lostBytes, seconds, pagesPerSecond, replaced } = summary;
  const parts = [
    `${counted(pages, 'page')} in ${counted(shards, 'shard')} in ${out}`,
    ...(before > 0 ? [`${before} of them from earlier runs`] : []),
    counted(errors, 'error'),
    ...byReason(skipped, 'skipped'),
    ...(lostBytes > 0 ? [`${lostBytes} bytes lost`] : []),
    ...(replaced > 0 ? [`${replaced} workers replaced`] : []),
    `${seconds.toFixed(1)} s, ${pagesPerSecond.toFixed(1)} pages/s`,
  ];
  return parts.join(', ');
}
