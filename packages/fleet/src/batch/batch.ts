import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DEFAULT_MAX_SIZE,
  type Input,
  inputOf,
  isRemote,
  type PageColumns,
  type SkipCounts,
  sumOfSkips,
} from '@webpith/sources';
import { FleetError, isFullDisk } from '../errors.js';
import { lockFolder, makeFolder } from '../output/folder.js';
import { ARTICLE_COLUMNS } from '../output/row.js';
import { FORMATS, type Format, type OpenFile } from '../output/shard.js';
import { untilStopped } from '../stop.js';
import { ExtractionPool, type PoolOptions } from '../workers/pool.js';
import { chunksInOrder } from './chunks.js';
import { type BatchPlace, type BatchSettings, Manifest, modelId, type ShardEntry } from './manifest.js';
import { checkShards, ShardSequence } from './shards.js';
import { SITES_FOLDER, writeSites } from './sites.js';
import { extentOf, unitsOf } from './units.js';

export interface BatchOptions extends Omit<PoolOptions, 'packing' | 'sites'> {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly pageColumns?: PageColumns | undefined;
  /** Default: `ndjson.zst`. */
  readonly format?: Format | undefined;
  /** Read the inputs twice and drop text that repeats on other pages of the same site. Default: false. */
  readonly sites?: boolean | undefined;
  /** Rows per shard; after a crash at most this many are extracted again. Default: 5,000. */
  readonly shardRows?: number | undefined;
  /** Largest page in bytes. Default: 20 MB. */
  readonly maxSize?: number | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** Stops the batch; finished rows are written to a shard first. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined;
  readonly openFile?: OpenFile | undefined;
}

export interface BatchProgress {
  readonly pages: number;
  readonly before: number;
  readonly seconds: number;
  readonly share: number | undefined;
  readonly place: BatchPlace;
}

/** Totals over all runs, except `seconds`, `pagesPerSecond` and `replaced`, which cover this run only. */
export interface BatchSummary extends SkipCounts {
  readonly pages: number;
  readonly before: number;
  readonly errors: number;
  readonly shards: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly pagesPerSecond: number;
  readonly replaced: number;
}

/**
 * Extracts every page of the inputs into shards in a folder. A stopped batch resumes: shards are written under a
 * temporary name and renamed when complete, the manifest lists the input range of each, and rows are in input order, so
 * a resumed batch starts after the last page of the last shard.
 */
export async function runBatch(options: BatchOptions): Promise<BatchSummary> {
  try {
    return await runInFolder(options, options.sites ? await sitesOf(options) : undefined);
  } catch (error) {
    throw isFullDisk(error) ? diskFull(error, options, []) : error;
  }
}

/** First pass over the inputs: writes the fingerprints of all pages, and from them the memories of their sites. */
async function sitesOf(options: BatchOptions): Promise<string> {
  const out = join(options.out, SITES_FOLDER);
  const { sites: _, filter: __, ...first } = options;
  await runBatch({ ...first, out, columns: ['fingerprint'], format: 'ndjson.zst' });
  return await writeSites(out);
}

async function runInFolder(options: BatchOptions, sites: string | undefined): Promise<BatchSummary> {
  const settings = settingsOf(options, await Promise.all(options.inputs.map(sizedInput)));
  await makeFolder(options.out);
  const release = await lockFolder(options.out);
  try {
    const manifest = await Manifest.open(options.out, settings);
    try {
      const { shards, end } = manifest.state;
      await removeUnlisted(options.out, shards);
      await checkShards(options.out, shards, options.signal);
      return end === undefined
        ? await extractRest(options, settings, manifest, sites)
        : summaryOf(shards, end, { before: rowsOf(shards), seconds: 0, replaced: 0 });
    } finally {
      await manifest.close();
    }
  } finally {
    await release();
  }
}

async function extractRest(
  options: BatchOptions,
  settings: BatchSettings,
  manifest: Manifest,
  sites: string | undefined,
): Promise<BatchSummary> {
  const { signal, onProgress } = options;
  const begun = performance.now();
  const { inputs } = settings;
  const shards = [...manifest.state.shards];
  const before = rowsOf(shards);
  const share = onProgress === undefined ? () => undefined : await extentOf(inputs);
  const { packing } = FORMATS[settings.format];
  const pool = new ExtractionPool({ ...options, columns: settings.columns, packing, sites });
  const sequence = new ShardSequence(options, shards.length, async entry => {
    await manifest.addShard(entry);
    shards.push(entry);
  });
  try {
    const { maxSize, pageColumns: columns } = settings;
    const reading = { allowPrivate: options.allowPrivate, maxSize, signal, columns, threads: pool.workers };
    const units = unitsOf(inputs, shards.at(-1)?.last, reading);
    let pages = before;
    for await (const chunk of untilStopped(chunksInOrder(units, pool), signal)) {
      await sequence.write(chunk);
      pages += chunk.rows;
      const { last: place } = chunk;
      const seconds = (performance.now() - begun) / 1000;
      if (place !== undefined)
        onProgress?.({ pages, before, seconds, share: share(place, chunk.rows), place });
    }
    await sequence.close();
    if (signal?.aborted) throw new FleetError('stopped', stoppedMessage(options, shards));
    await manifest.addEnd(sequence.behind);
    const seconds = (performance.now() - begun) / 1000;
    return summaryOf(shards, sequence.behind, { before, seconds, replaced: pool.replaced });
  } catch (error) {
    await sequence.discard();
    throw isFullDisk(error) ? diskFull(error, options, shards) : error;
  } finally {
    await pool.close();
  }
}

async function sizedInput(path: string): Promise<Input & { size: number }> {
  const input = await inputOf(path);
  const isFile = !['folder', 'corpus', 'address'].includes(input.kind) && !isRemote(path);
  return { ...input, size: isFile ? (await stat(path)).size : 0 };
}

function settingsOf(options: BatchOptions, inputs: BatchSettings['inputs']): BatchSettings {
  if (inputs.length === 0) throw new FleetError('bad-input', 'no input given; name a file or folder');
  return {
    inputs,
    format: options.format ?? 'ndjson.zst',
    columns: options.columns ?? ARTICLE_COLUMNS,
    maxSize: options.maxSize ?? DEFAULT_MAX_SIZE,
    pageColumns: options.pageColumns,
    extract: options.extract ?? {},
    filter: options.filter,
    sites: options.sites || undefined,
    model: modelId(options.model),
  };
}

/** Removes incomplete shards, and shards that were renamed but not yet listed when the batch stopped. */
async function removeUnlisted(folder: string, shards: readonly ShardEntry[]): Promise<void> {
  const listed = new Set(shards.map(({ name }) => name));
  for (const name of await readdir(folder)) {
    if (/^_?shard-\d{5,}\./.test(name) && !listed.has(name)) await rm(join(folder, name));
  }
}

function rowsOf(shards: readonly ShardEntry[]): number {
  return shards.reduce((sum, { rows }) => sum + rows, 0);
}

function summaryOf(
  shards: readonly ShardEntry[],
  end: SkipCounts,
  { before, seconds, replaced }: { before: number; seconds: number; replaced: number },
): BatchSummary {
  const pages = rowsOf(shards);
  const sum = (of: (shard: ShardEntry) => number) => shards.reduce((total, shard) => total + of(shard), 0);
  return {
    pages,
    before,
    errors: sum(shard => shard.errors),
    ...sumOfSkips([...shards, end]),
    shards: shards.length,
    bytes: sum(shard => shard.bytes),
    seconds,
    pagesPerSecond: seconds === 0 ? 0 : (pages - before) / seconds,
    replaced,
  };
}

function progressText(shards: readonly ShardEntry[]): string {
  const last = shards.at(-1)?.last;
  const where = last === undefined ? 'nothing done yet' : `done up to ${last.file} at byte ${last.offset}`;
  const noun = shards.length === 1 ? 'shard' : 'shards';
  return `${rowsOf(shards)} pages are saved in ${shards.length} ${noun}, ${where}`;
}

function stoppedMessage({ out }: BatchOptions, shards: readonly ShardEntry[]): string {
  return `stopped before the end; ${progressText(shards)}; run the same command again to resume in ${out}`;
}

function diskFull(cause: unknown, { out }: BatchOptions, shards: readonly ShardEntry[]): FleetError {
  if (cause instanceof FleetError) return cause;
  const message = `the disk is full, no room for another shard in ${out}; ${progressText(shards)}; make room and run the same command again`;
  return new FleetError('disk-full', message, { cause });
}
