import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError, fetchPage } from '@webpith/fetch';
import {
  type InputKind,
  inputOf,
  type PageRecord,
  type RecordSource,
  recordOfFailed,
  recordOfFetched,
  recordsOf,
  recordsOfWarc,
} from '@webpith/sources';
import type { Redis } from 'ioredis';
import { FleetError } from '../errors.js';
import { hostOf } from './enqueue.js';
import type { JobSpec, ObjectJob, UrlJob, WarcJob } from './jobs.js';
import type { ObjectStore } from './object-store.js';
import { fleetKey } from './queue.js';

export interface JobPage {
  readonly name: string;
  readonly record: PageRecord;
}

export interface PageSources {
  readonly input: ObjectStore;
  readonly politeness: Politeness;
  readonly allowPrivate: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly signal: AbortSignal;
  readonly onTrouble: (url: string, error: FetchError) => void;
}

export function pagesFromJob(spec: JobSpec, sources: PageSources): AsyncIterable<JobPage> {
  if (spec.kind === 'warc') return pagesOfWarc(spec, sources);
  return spec.kind === 'urls' ? pagesOfUrls(spec, sources) : pagesOfObjects(spec, sources);
}

async function* pagesOfWarc(spec: WarcJob, { input, maxSize, signal }: PageSources): AsyncGenerator<JobPage> {
  const { key, offset, length, only } = spec;
  const file = await input.get(key);
  const records = recordsOfWarc(file, { from: offset, to: offset + length }, { maxSize, signal });
  for await (const record of records) {
    const name = placeName(record.source);
    if (only === undefined || only === name) yield { name, record: ofKey(record, key) };
  }
}

async function* pagesOfObjects({ keys, only }: ObjectJob, sources: PageSources): AsyncGenerator<JobPage> {
  const { input, maxSize, signal } = sources;
  for (const key of keys) {
    const source = await inputOf(await input.get(key));
    if (!readable.has(source.kind)) throw unreadable(key);
    for await (const record of recordsOf(source, { maxSize, signal })) {
      const name = `${key}@${placeName(record.source)}`;
      if (only === undefined || only === name) yield { name, record: ofKey(record, key) };
    }
  }
}

/** Lists of addresses are queued as jobs of their own, so that the delay per host applies. */
const readable: ReadonlySet<InputKind> = new Set(['warc', 'ndjson', 'page']);

function unreadable(key: string): FleetError {
  return new FleetError(
    'bad-input',
    `${key} is not a page, NDJSON or a WARC file; queue it with pith enqueue`,
  );
}

/** Replaces the local path by the key, which is what rows contain. */
function ofKey(record: PageRecord, key: string): PageRecord {
  return { ...record, source: { ...record.source, file: key } };
}

function placeName({ offset, part }: RecordSource): string {
  return part === undefined ? String(offset) : `${offset}.${part}`;
}

async function* pagesOfUrls({ urls }: UrlJob, sources: PageSources): AsyncGenerator<JobPage> {
  for (const [index, url] of urls.entries()) {
    // The turn for the first address was reserved before the job began.
    if (index > 0) await waitForTurn(url, sources);
    if (sources.signal.aborted) return;
    const record = await fetched(url, sources);
    if (record !== undefined) yield { name: url, record };
  }
}

async function waitForTurn(url: string, { politeness, signal }: PageSources): Promise<void> {
  const { wait } = await politeness.turn(hostOf(url), Number.MAX_SAFE_INTEGER);
  if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
}

async function fetched(url: string, sources: PageSources): Promise<PageRecord | undefined> {
  const { allowPrivate, timeout, maxSize, signal } = sources;
  try {
    const page = recordOfFetched(await fetchPage(url, { allowPrivate, timeout, maxSize, signal }));
    return { ...page, id: url, source: { ...page.source, file: url } };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (!isTemporary(error)) return { ...recordOfFailed(url, error.message), id: url };
    sources.onTrouble(url, error);
    return undefined;
  }
}

const TEMPORARY: ReadonlySet<string> = new Set(['network', 'timeout', 'unknown-host', 'stopped']);

function isTemporary({ code, status = 0 }: FetchError): boolean {
  if (code === 'http-status') return status >= 500 || status === 408 || status === 429;
  return TEMPORARY.has(code);
}

/**
 * Reserves the next turn at a host if that is soon enough. Runs inside Redis and by its clock, so that all machines
 * share one schedule. The time of the last reservation is stored with the next turn: if the clock was set back since,
 * the turn moves back by as much.
 */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local next, last = string.match(redis.call('GET', KEYS[1]) or '0:0', '(%d+):(%d+)')
local wait = math.max(next - math.max(now, last), 0)
if wait > tonumber(ARGV[2]) then return { wait, 0 } end
local delay = tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%d:%d', now + wait + delay, now), 'PX', wait + delay + 1000)
return { wait, 1 }
`;

export interface Turn {
  readonly wait: number;
  readonly taken: boolean;
}

export interface Politeness {
  turn(host: string, longest: number): Promise<Turn>;
}

export function politeness(redis: Redis, queue: string, delay: number): Politeness {
  return {
    async turn(host, longest) {
      const key = fleetKey(queue, 'host', host);
      const [wait, taken] = (await redis.eval(takeTurn, 1, key, delay, longest)) as [number, number];
      return { wait, taken: taken === 1 };
    },
  };
}
