import { join } from 'node:path';
import {
  addRequests,
  claimAddress,
  countReasons,
  countRequests,
  countShapes,
  type NewRequest,
  openCrawl,
  openStore,
  postponeRequest,
  type Settled,
  type Store,
  settledRequests,
  settleRequest,
  type WaitingRequest,
} from '@webpith/store';
import { loadModel, type ModelFile } from 'webpith';
import { type ModelId, modelId } from '../batch/manifest.js';
import { FleetError, isFullDisk } from '../errors.js';
import { hiddenName, lockFolder, makeFolder } from '../output/folder.js';
import { ARTICLE_COLUMNS } from '../output/row.js';
import { inlineExtraction } from '../workers/extract-row.js';
import { addressOf } from './address.js';
import { chooser, Shapes, scopeOf } from './choose.js';
import { HostTurns, politeFetcher } from './fetch-politely.js';
import { Frontier, visitAll } from './frontier.js';
import { type CrawlOptions, crawlDefaults } from './options.js';
import { Shards } from './shards.js';
import { NearDuplicates } from './simhash.js';
import { CrawlSites } from './sites.js';
import { type Visitor, visit } from './visit.js';

const CRAWL = 'crawl';
const STORE = 'crawl.sqlite';
const SITES = 'sites.ndjson';
/** Limits per address shape: on consecutive pages without content, and on links to next pages. */
const SHAPE_LIMITS = { barren: 20, next: 200 };

/** The limit on waiting addresses is this many per page to fetch, at least `LEAST_WAITING`; sitemaps list millions. */
const WAITING_PER_PAGE = 10;
const LEAST_WAITING = 10_000;

interface Crawl {
  readonly store: Store;
  readonly frontier: Frontier;
  readonly hosts: HostTurns;
  readonly shapes: Shapes;
  readonly shards: Shards;
  readonly visitor: Visitor;
  readonly options: CrawlOptions & Required<Pick<CrawlOptions, keyof typeof crawlDefaults>>;
}

/**
 * Crawls from the seeds into a folder. Resumes if the folder contains a crawl: its state is in `_crawl.sqlite`. A page
 * has exactly one row, even after interruptions.
 */
export async function crawl(
  seeds: readonly string[],
  out: string,
  given: CrawlOptions = {},
): Promise<CrawlSummary> {
  const first = seeds.map(seedOf);
  try {
    await makeFolder(out);
    const unlock = await lockFolder(out);
    try {
      return await crawlInFolder(first, out, given);
    } finally {
      await unlock();
    }
  } catch (error) {
    throw explained(error, out);
  }
}

async function crawlInFolder(
  seeds: readonly NewRequest[],
  out: string,
  given: CrawlOptions,
): Promise<CrawlSummary> {
  const store = await openStore(join(out, hiddenName(STORE)));
  try {
    const work = await begin(seeds, out, store, { ...crawlDefaults, ...given });
    const { frontier, hosts, options } = work;
    await visitAll(frontier, hosts, options, request => oneVisit(request, work));
    await work.shards.write(true);
    return await summaryOf(store, CRAWL);
  } finally {
    await store.close();
  }
}

/** Error for a full disk, which stops a crawl between two pages: the store writes a page in one transaction. */
function explained(error: unknown, out: string): unknown {
  if (!isFullDisk(error) || error instanceof FleetError) return error;
  const message = `the disk of ${out} is full; make room and start the crawl again: it resumes`;
  return new FleetError('disk-full', message, { cause: error });
}

function seedOf(seed: string): NewRequest {
  const address = addressOf(seed);
  if (address !== undefined) return { ...address, kind: 'seed', depth: 0 };
  throw new FleetError(
    'bad-input',
    `expected an address such as https://example.org/, got ${JSON.stringify(seed)}`,
  );
}

async function begin(
  seeds: readonly NewRequest[],
  out: string,
  store: Store,
  options: Crawl['options'],
): Promise<Crawl> {
  await openSame(store, seeds, options.model, out);
  await addRequests(store.db, CRAWL, seeds);
  const signal = options.signal ?? new AbortController().signal;
  const hosts = new HostTurns(options.delay, signal);
  const frontier = await Frontier.open(store, CRAWL, hosts, {
    pages: options.pages,
    pagesPerHost: options.pagesPerHost ?? options.pages,
    longestPause: pauseBefore(options.retries, options),
  });
  const inScope = scopeOf(
    seeds.map(({ url }) => url),
    options.scope,
  );
  const shapes = new Shapes(SHAPE_LIMITS);
  const known = new NearDuplicates();
  for (const { key, shape, state, textHash } of await settledRequests(store, CRAWL)) {
    if (textHash !== undefined) known.add(textHash, key);
    if (COUNTED.has(state)) shapes.visited(shape, state === 'done');
  }
  for (const [shape, count] of await countShapes(store, CRAWL, 'next')) shapes.addedNext(shape, count);
  const { maxSize, timeout, allowPrivate = false } = options;
  const limits = { maxSize, timeout, allowPrivate, signal };
  const requested = new Set(frontier.hosts.keys());
  const mayRequest = (host: string) => {
    if (requested.size < options.hosts) requested.add(host);
    return requested.has(host);
  };
  const room = () =>
    Math.max(0, Math.max(LEAST_WAITING, options.pages * WAITING_PER_PAGE) - frontier.waiting);
  const columns = options.columns ?? ARTICLE_COLUMNS.filter(column => column !== 'content');
  const extracted = options.sites ? [...columns, 'fingerprint' as const] : columns;
  const extract = options.extract ?? inlineExtraction(extracted, options.model && loadModel(options.model));
  const sites = options.sites ? await CrawlSites.open(join(out, hiddenName(SITES))) : undefined;
  return {
    store,
    frontier,
    hosts,
    shapes,
    options,
    shards: new Shards(store, CRAWL, out, {
      rows: options.shardRows,
      format: options.format,
      columns: [...columns, 'structure'],
    }),
    visitor: {
      fetcher: politeFetcher(hosts, limits, inScope),
      extract: sites?.extraction(extract) ?? extract,
      render: options.render,
      known,
      rule: options.follow,
      retries: options.retries,
      signal,
      choose: chooser({ inScope, shapes, depth: options.depth, sources: options.sources, mayRequest, room }),
      claim: (final, by) => claimAddress(store, CRAWL, final, by),
    },
  };
}

async function openSame(
  store: Store,
  seeds: readonly NewRequest[],
  file: ModelFile | undefined,
  out: string,
): Promise<void> {
  const model = modelId(file);
  const settings = { seeds: seeds.map(({ url }) => url), model };
  const was = JSON.parse(await openCrawl(store, CRAWL, JSON.stringify(settings))) as { model?: ModelId };
  if (was.model?.digest === model?.digest) return;
  const [then, now] = [was.model?.name ?? 'the default', model?.name ?? 'the default'];
  const message = `the crawl in ${out} was started with the model ${then}, got ${now}; choose another folder, or the same model`;
  throw new FleetError('bad-output', message);
}

const COUNTED: ReadonlySet<string> = new Set(['done', 'skipped', 'failed']);

const BARREN = { state: 'refused', reason: 'similar addresses had no content' } as const;

/** Milliseconds between a temporary failure and the next request. */
function pauseBefore(tries: number, { retryDelay }: Pick<Crawl['options'], 'retryDelay'>): number {
  return retryDelay * 4 ** tries;
}

async function oneVisit(request: WaitingRequest, work: Crawl): Promise<void> {
  const { store, frontier, shapes, visitor, shards, options } = work;
  let settled: Settled | undefined;
  try {
    const isBarren = request.kind !== 'seed' && shapes.isBarren(request.shape);
    const outcome = isBarren ? BARREN : await visit(request, visitor);
    if (outcome === 'later') {
      const pause = pauseBefore(request.tries, options);
      await postponeRequest(store, CRAWL, request.key, Date.now() + pause);
      return;
    }
    settled = await settleRequest(store, CRAWL, request.key, outcome);
    if (COUNTED.has(settled.state)) shapes.visited(request.shape, settled.state === 'done');
    frontier.added(settled.added);
  } finally {
    frontier.release(request, settled);
  }
  if (settled.row !== undefined && (settled.row + 1) % options.shardRows === 0) await shards.write();
  options.onProgress?.({ fetched: frontier.fetched, waiting: frontier.waiting });
}

export interface CrawlSummary {
  readonly fetched: number;
  readonly pages: number;
  readonly failed: number;
  readonly sources: number;
  /** Addresses that redirected to another address of the crawl. */
  readonly redirected: number;
  readonly waiting: number;
  readonly hosts: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
}

export async function summaryOf(store: Store, crawl: string): Promise<CrawlSummary> {
  const counts = await countRequests(store, crawl);
  const reasons = await countReasons(store, crawl);
  const of = (state: string) =>
    counts.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);
  const why = (state: string) =>
    Object.fromEntries(
      reasons.filter(each => each.state === state).map(({ reason, count }) => [reason, count]),
    );
  const sources = Object.values(why('done')).reduce((sum, count) => sum + count, 0);
  return {
    fetched: of('done') + of('skipped') + of('failed'),
    pages: of('done') - sources,
    failed: of('failed'),
    sources,
    redirected: of('redirected'),
    waiting: of('waiting'),
    hosts: new Set(counts.map(({ host }) => host)).size,
    skipped: why('skipped'),
    failures: why('failed'),
    refused: why('refused'),
  };
}
