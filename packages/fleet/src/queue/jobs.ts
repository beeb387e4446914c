import { createHash } from 'node:crypto';
import { FleetError } from '../errors.js';

/** A part of a WARC file of the object store: the records that begin in it. */
export interface WarcJob {
  readonly kind: 'warc';
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  /** Only this page of it. */
  readonly only?: string;
}

/** Addresses of one host, fetched in turn. */
export interface UrlJob {
  readonly kind: 'urls';
  readonly urls: readonly string[];
}

/** Whole objects of the store: pages, or files of pages. */
export interface ObjectJob {
  readonly kind: 'objects';
  readonly keys: readonly string[];
  /** Only this page of it. */
  readonly only?: string;
}

/** What a job is to extract. */
export type JobSpec = WarcJob | UrlJob | ObjectJob;

/** Which pages of a job killed their workers; see `poison.ts`. */
export interface Deaths {
  /** How many of BullMQ's stalls are accounted for. */
  readonly seen: number;
  /** Deaths in the first, quick try, when it is not known which page was in hand. */
  readonly unknown: number;
  /** Deaths by page in hand. */
  readonly pages: Readonly<Record<string, number>>;
}

/** What the queue keeps of a job. */
export interface JobData {
  readonly spec: JobSpec;
  readonly deaths?: Deaths;
  /** Addresses that could not be fetched in this job and have one of their own. */
  readonly later?: readonly string[];
  /** Why the job goes straight to the dead letters. */
  readonly condemned?: string;
}

/** Pages in a job when nothing else is said. */
export const defaultJobPages = 100;

/**
 * The job's name in the queue and of its shard: the same work has the same name, so that it is queued once however
 * often it is asked for, and comes out once however often it is delivered.
 */
export function jobId(spec: JobSpec): string {
  return `${spec.kind}-${createHash('sha256').update(canonical(spec)).digest('hex').slice(0, 32)}`;
}

const canonicalFields: {
  readonly [K in JobSpec['kind']]: (spec: Extract<JobSpec, { kind: K }>) => unknown[];
} = {
  warc: ({ key, offset, length, only }) => [key, offset, length, only ?? null],
  urls: ({ urls }) => [...urls],
  objects: ({ keys, only }) => [keys, only ?? null],
};

function canonical(spec: JobSpec): string {
  const fields = canonicalFields[spec.kind] as (spec: JobSpec) => unknown[];
  return JSON.stringify([spec.kind, ...fields(spec)]);
}

export function jobOfPage(spec: JobSpec, page: string): JobSpec {
  return spec.kind === 'urls' ? { kind: 'urls', urls: [page] } : { ...spec, only: page };
}

/** Whether a job is for one page by its nature. */
export function isOnePage(spec: JobSpec): boolean {
  return spec.kind === 'urls' ? spec.urls.length === 1 : spec.only !== undefined;
}

/** One line for a person: what a job is about. */
export function describeJob(spec: JobSpec): string {
  if (spec.kind === 'urls') return andMore(spec.urls);
  const only = spec.only === undefined ? '' : `the page at ${spec.only} of `;
  if (spec.kind === 'objects') return `${only}${andMore(spec.keys)}`;
  return `${only}${spec.key} from ${spec.offset}, ${spec.length} bytes`;
}

function andMore([first = 'nothing', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

/** The job's data as they came from Redis, where anybody may have put them. */
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
