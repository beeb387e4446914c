import { createHash } from 'node:crypto';
import { FleetError } from '../errors.js';

export interface WarcJob {
  readonly kind: 'warc';
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  readonly only?: string;
}

export interface UrlJob {
  readonly kind: 'urls';
  readonly urls: readonly string[];
}

export interface ObjectJob {
  readonly kind: 'objects';
  readonly keys: readonly string[];
  readonly only?: string;
}

export type JobSpec = WarcJob | UrlJob | ObjectJob;

export interface Deaths {
  /** Number of BullMQ stalls already counted. */
  readonly seen: number;
  /** Deaths with an unknown page, such as those in the first attempt, which extracts pages in batches. */
  readonly unknown: number;
  readonly pages: Readonly<Record<string, number>>;
}

export interface JobData {
  readonly spec: JobSpec;
  readonly deaths?: Deaths;
  /** Addresses that could not be fetched and were moved to their own job. */
  readonly later?: readonly string[];
  readonly condemned?: string;
}

export const defaultJobPages = 100;

/** Id of a job, which also names its shard: equal jobs are queued once, and a job delivered twice writes one shard. */
export function jobId(spec: JobSpec): string {
  return `${spec.kind}-${createHash('sha256').update(canonical(spec)).digest('hex').slice(0, 32)}`;
}

function canonical(spec: JobSpec): string {
  if (spec.kind === 'urls') return JSON.stringify([spec.kind, ...spec.urls]);
  const { kind, only = null } = spec;
  if (kind === 'objects') return JSON.stringify([kind, spec.keys, only]);
  return JSON.stringify([kind, spec.key, spec.offset, spec.length, only]);
}

export function jobOfPage(spec: JobSpec, page: string): JobSpec {
  return spec.kind === 'urls' ? { kind: 'urls', urls: [page] } : { ...spec, only: page };
}

export function isOnePage(spec: JobSpec): boolean {
  return spec.kind === 'urls' ? spec.urls.length === 1 : spec.only !== undefined;
}

export function describeJob(spec: JobSpec): string {
  if (spec.kind === 'urls') return andMore(spec.urls);
  const only = spec.only === undefined ? '' : `the page at ${spec.only} of `;
  if (spec.kind === 'objects') return `${only}${andMore(spec.keys)}`;
  return `${only}${spec.key} from ${spec.offset}, ${spec.length} bytes`;
}

function andMore([first = 'nothing', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

/** Data from Redis is untrusted. */
export function checkedJobData(data: unknown): JobData {
  const spec = (data as { spec?: Record<string, unknown> } | null)?.spec;
  if (spec !== undefined && isSpec(spec)) return data as JobData;
  throw new FleetError(
    'queue',
    `expected a job of the kind warc, urls or objects, got ${JSON.stringify(data)?.slice(0, 200)}; remove it from the queue`,
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

const isList = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText);

function isSpec({ kind, key, keys, urls, offset, length, only }: Readonly<Record<string, unknown>>): boolean {
  if (only !== undefined && !isText(only)) return false;
  if (kind === 'objects') return isList(keys);
  if (kind === 'urls') return isList(urls);
  return kind === 'warc' && isText(key) && isCount(offset) && isCount(length);
}

/**
 * A page that crashes or hangs a thread becomes a row with an error. One that kills the whole process only leaves a
 * stalled job, which BullMQ delivers again. From the second delivery on, pages are extracted one by one and the queue
 * records the page in progress. A page that killed its worker three times is removed from the job and becomes a dead
 * letter; the rest of the job completes.
 */
export const mostDeaths = 3;

const none: Deaths = { seen: 0, unknown: 0, pages: {} };

/** Adds the deaths of workers since the last start of a job; only the page of the latest death is known. */
export function withNewDeaths(deaths: Deaths = none, stalls: number, inHand: string | undefined): Deaths {
  const fresh = stalls - deaths.seen;
  if (fresh <= 0) return deaths;
  const { pages, unknown } = deaths;
  if (inHand === undefined) return { seen: stalls, unknown: unknown + fresh, pages };
  const count = (pages[inHand] ?? 0) + 1;
  return { seen: stalls, unknown: unknown + fresh - 1, pages: { ...pages, [inHand]: count } };
}

export function poisonedPages({ pages, unknown }: Deaths = none): string[] {
  // A death in the batched attempt may be due to any page; a single proven death does not suffice.
  return Object.keys(pages).filter(page => pages[page]! >= 2 && pages[page]! + unknown >= mostDeaths);
}

/** True if a job killed too many workers while the page in progress was unknown. */
export function isPoisonedWhole(deaths: Deaths = none): boolean {
  return deaths.unknown >= mostDeaths;
}
