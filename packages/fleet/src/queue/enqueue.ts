import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  addressesOfList,
  addressesOfSitemap,
  type Input,
  type InputKind,
  inputOf,
  isRemote,
  type ListedAddress,
} from '@webpith/sources';
import { batches } from '../batches.js';
import { FleetError } from '../errors.js';
import { defaultJobPages, type JobData, type JobSpec, jobId } from './jobs.js';
import type { FleetQueue } from './queue.js';

export interface EnqueueOptions {
  /** Jobs with a lower number run first. Default: 10. */
  readonly priority?: number | undefined;
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt, doubled for each further one. Default: 5,000. */
  readonly backoff?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Enqueued {
  readonly added: number;
  readonly known: number;
}

const remembered = 1000;

const batchSize = 500;

export async function enqueue(
  queue: FleetQueue,
  specs: AsyncIterable<JobSpec> | Iterable<JobSpec>,
  options: EnqueueOptions = {},
): Promise<Enqueued> {
  let added = 0;
  let known = 0;
  for await (const batch of batches(specs, batchSize)) {
    options.signal?.throwIfAborted();
    const there = await areQueued(queue, batch.map(jobId));
    await queue.jobs.addBulk(batch.map(spec => bulkJob({ spec }, options)));
    const old = there.filter(Boolean).length;
    known += old;
    added += batch.length - old;
  }
  return { added, known };
}

export async function enqueueOne(
  queue: FleetQueue,
  data: JobData,
  { delay = 0, ...options }: EnqueueOptions & { readonly delay?: number | undefined },
): Promise<void> {
  const { name, opts } = bulkJob(data, options);
  await queue.jobs.add(name, data, { ...opts, delay });
}

function bulkJob(data: JobData, { priority = 10, attempts = 3, backoff = 5000 }: EnqueueOptions) {
  return {
    name: data.spec.kind,
    data,
    opts: {
      jobId: jobId(data.spec),
      priority,
      attempts,
      // Jitter, so that jobs that failed together are not retried together.
      backoff: { type: 'exponential', delay: backoff, jitter: 0.3 },
      removeOnComplete: { count: remembered },
      keepLogs: 0,
      stackTraceLimit: 1,
    },
  };
}

async function areQueued(queue: FleetQueue, ids: readonly string[]): Promise<boolean[]> {
  const pipeline = queue.redis.pipeline();
  for (const id of ids) pipeline.exists(queue.jobs.toKey(id));
  return ((await pipeline.exec()) ?? []).map(([, count]) => count === 1);
}

/** Maximum number of hosts whose addresses are collected at a time; with more, the longest list becomes a job. */
const mostHosts = 10_000;

/** Groups addresses into jobs of one host each, so that waiting for a host delays no other. */
export async function* jobsFromUrls(
  urls: AsyncIterable<string> | Iterable<string>,
  perJob: number = defaultJobPages,
): AsyncGenerator<JobSpec> {
  const byHost = new Map<string, string[]>();
  for await (const url of urls) {
    const host = hostOf(url);
    const list = byHost.get(host) ?? [];
    byHost.set(host, list);
    list.push(url);
    const isTooMany = byHost.size > mostHosts;
    if (list.length < perJob && !isTooMany) continue;
    const [sent, addresses] = isTooMany ? fullest(byHost) : [host, list];
    byHost.delete(sent);
    yield { kind: 'urls', urls: addresses };
  }
  for (const addresses of byHost.values()) yield { kind: 'urls', urls: addresses };
}

function fullest(byHost: ReadonlyMap<string, string[]>): [string, string[]] {
  let best: [string, string[]] = ['', []];
  for (const entry of byHost) if (entry[1].length > best[1].length) best = entry;
  return best;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

export interface CutOptions {
  readonly root: string;
  /** Addresses or objects per job. Default: 100. */
  readonly perJob?: number | undefined;
  /** Bytes of a WARC file per job. Default: 4 MB, about a hundred pages. */
  readonly rangeSize?: number | undefined;
  readonly allowPrivate?: boolean | undefined;
}

const defaultRangeSize = 4_000_000;

type Cutter = (path: string, options: CutOptions) => AsyncIterable<JobSpec>;

const cutters: Readonly<Record<InputKind, Cutter>> = {
  warc: rangesOf,
  paths: refused,
  urls: (path, { perJob }) => jobsFromUrls(urlsOf(addressesOfList(path)), perJob),
  sitemap: (path, options) => jobsFromUrls(urlsOf(addressesOfSitemap(path, options)), options.perJob),
  address: path => jobsFromUrls([path]),
  page: objectOf,
  ndjson: objectOf,
  parquet: notByWorkers,
  folder: jobsOfFolder,
  corpus: jobsOfFolder,
};

export async function* jobsFromInputs(
  paths: readonly string[],
  options: CutOptions,
): AsyncGenerator<JobSpec> {
  const inputs: Input[] = [];
  for (const path of paths) inputs.push(await inputOf(path)); // reject bad inputs before queueing any
  const addresses = inputs.filter(({ kind }) => kind === 'address').map(({ path }) => path);
  yield* jobsFromUrls(addresses, options.perJob);
  for (const { kind, path } of inputs) if (kind !== 'address') yield* cutters[kind](path, options);
}

async function* urlsOf(listed: AsyncIterable<ListedAddress>): AsyncGenerator<string> {
  for await (const { url } of listed) yield url;
}

/** Adjacent ranges; a record belongs to the range it begins in. */
async function* rangesOf(
  path: string,
  { root, rangeSize = defaultRangeSize }: CutOptions,
): AsyncGenerator<JobSpec> {
  if (isRemote(path)) refused(path);
  const key = await keyOf(path, root);
  const { size } = await stat(path);
  for (let offset = 0; offset < size; offset += rangeSize) {
    yield { kind: 'warc', key, offset, length: Math.min(rangeSize, size - offset) };
  }
}

/** Workers read from their object store; only a batch reads remote files. */
function refused(path: string): never {
  const message = `${path} is remote, but workers read from their store; use pith batch, or copy it into the store`;
  throw new FleetError('bad-input', message);
}

function notByWorkers(path: string): never {
  throw new FleetError('bad-input', `${path} is Parquet, which workers do not read; use pith batch`);
}

async function* objectOf(path: string, { root }: CutOptions): AsyncGenerator<JobSpec> {
  yield { kind: 'objects', keys: [await keyOf(path, root)] };
}

/** One job per range of a WARC file, per NDJSON file and per group of pages; other files are ignored. */
async function* jobsOfFolder(folder: string, options: CutOptions): AsyncGenerator<JobSpec> {
  const pages: string[] = [];
  for await (const { kind, path } of filesOf(folder)) {
    if (kind === 'page') pages.push(path);
    else if (kind === 'warc' || kind === 'ndjson') yield* cutters[kind](path, options);
  }
  for await (const paths of batches(pages, options.perJob ?? defaultJobPages)) {
    yield { kind: 'objects', keys: await Promise.all(paths.map(path => keyOf(path, options.root))) };
  }
}

async function* filesOf(folder: string): AsyncGenerator<Input> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) {
    const input = await inputOf(path).catch(() => undefined);
    if (input !== undefined) yield input;
  }
}

async function keyOf(path: string, root: string): Promise<string> {
  const key = relative(await realpath(root), await realpath(path))
    .split(sep)
    .join('/');
  if (key !== '' && !key.startsWith('../') && !/^([A-Za-z]:|\/)/.test(key)) return key;
  throw new FleetError(
    'bad-input',
    `${path} is not below ${root}, which workers read from; give another --root`,
  );
}
