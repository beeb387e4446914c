import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError, fetchPage } from '@webpith/fetch';
import {
  digestOf,
  type InputKind,
  inputOf,
  type PageRecord,
  type RecordSource,
  recordsOf,
  recordsOfWarc,
} from '@webpith/sources';
import { FleetError } from '../errors.js';
import { hostOf } from './enqueue.js';
import type { JobSpec, ObjectJob, UrlJob, WarcJob } from './jobs.js';
import type { ObjectStore } from './object-store.js';
import type { Politeness } from './politeness.js';

/** A page of a job, with the name it has there. */
export interface JobPage {
  readonly name: string;
  readonly record: PageRecord;
}

/** What reading a job's pages needs. */
export interface PageSources {
  readonly input: ObjectStore;
  readonly politeness: Politeness;
  /** Whether private and loopback addresses may be fetched from. */
  readonly allowPrivate: boolean;
  /** Most milliseconds for a fetch. */
  readonly timeout: number;
  /** Most bytes of a page. */
  readonly maxSize: number;
  readonly signal: AbortSignal;
  /** Told of addresses that could not be fetched now and may be later. */
  readonly onTrouble: (url: string, error: FetchError) => void;
}

type Reader<Spec> = (spec: Spec, sources: PageSources) => AsyncIterable<JobPage>;

const readers: { readonly [K in JobSpec['kind']]: Reader<Extract<JobSpec, { kind: K }>> } = {
  warc: pagesOfWarc,
  urls: pagesOfUrls,
  objects: pagesOfObjects,
};

/** The pages of a job, in an order that is always the same. */
export function pagesFromJob(spec: JobSpec, sources: PageSources): AsyncIterable<JobPage> {
  return (readers[spec.kind] as Reader<JobSpec>)(spec, sources);
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

/** Objects that hold pages; addresses of pages are queued as such, so that politeness is kept. */
const readable: ReadonlySet<InputKind> = new Set(['warc', 'ndjson', 'page']);

function unreadable(key: string): FleetError {
  return new FleetError(
    'bad-input',
    `expected a page, NDJSON or a WARC file, but ${key} is none; queue it by pith enqueue`,
  );
}

/** A row names the key, not where this machine has the file. */
function ofKey(record: PageRecord, key: string): PageRecord {
  return { ...record, source: { ...record.source, file: key } };
}

function placeName({ offset, part }: RecordSource): string {
  return part === undefined ? String(offset) : `${offset}.${part}`;
}

async function* pagesOfUrls({ urls }: UrlJob, sources: PageSources): AsyncGenerator<JobPage> {
  for (const [index, url] of urls.entries()) {
    // The first turn was taken when the job was.
    if (index > 0) await myTurn(url, sources);
    if (sources.signal.aborted) return;
    const record = await fetched(url, sources);
    if (record !== undefined) yield { name: url, record };
  }
}

async function myTurn(url: string, { politeness, signal }: PageSources): Promise<void> {
  const { wait } = await politeness.turn(hostOf(url), Number.MAX_SAFE_INTEGER);
  if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
}

/** The page at an address; a failure that will stay is a page with an error, one that may pass is none. */
async function fetched(url: string, sources: PageSources): Promise<PageRecord | undefined> {
  const { allowPrivate, timeout, maxSize, signal } = sources;
  const date = new Date().toISOString();
  try {
    const page = await fetchPage(url, { allowPrivate, timeout, maxSize, signal });
    const { bytes, charset, mediaType } = page;
    return {
      id: url,
      url: page.url,
      date,
      digest: digestOf(bytes),
      bytes,
      ...(charset === undefined ? {} : { charset }),
      ...(mediaType === undefined ? {} : { mediaType }),
      source: { file: url, offset: 0, length: bytes.length },
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (mayPass(error)) {
      sources.onTrouble(url, error);
      return undefined;
    }
    return {
      id: url,
      url,
      date,
      bytes: new Uint8Array(),
      error: error.message,
      source: { file: url, offset: 0, length: 0 },
    };
  }
}

const passing: ReadonlySet<FetchError['code']> = new Set(['network', 'timeout', 'unknown-host', 'stopped']);

/** Whether the same address may give a page another time. */
function mayPass({ code, status = 0 }: FetchError): boolean {
  return passing.has(code) || (code === 'http-status' && (status >= 500 || status === 408 || status === 429));
}
