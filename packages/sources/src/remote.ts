import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError, type FetchOptions, fetchPage } from '@webpith/fetch';
import type { RandomAccess } from './byte-source.js';
import { InputError, type ReadOptions } from './record.js';

export type RemoteOptions = Pick<ReadOptions, 'allowPrivate' | 'signal'>;

const MAX_RANGE = 8 << 20;
/** Bytes fetched together with the size of a file, enough to detect its format. */
const PROBE = 64;
/** Largest decompressed list of files, in bytes; Common Crawl's monthly lists have a few megabytes. */
export const MAX_LIST = 100_000_000;
/** Milliseconds per request; object stores can be slow to respond. */
const TIMEOUT = 60_000;
/** Milliseconds between attempts; object stores refuse some requests, and connections break. */
const RETRY_DELAYS = [500, 2000, 8000];

export function isRemote(path: string): boolean {
  return /^(?:https?|s3):\/\//i.test(path);
}

export async function openRemote(address: string, options: RemoteOptions = {}): Promise<RandomAccess> {
  const { bytes: first, size } = await fetchRange(address, 0, PROBE, options);
  return {
    size,
    async read(buffer, at, length, position) {
      const count = Math.min(length, size - position, MAX_RANGE);
      if (count <= 0) return 0;
      if (position + count <= first.length) {
        buffer.set(first.subarray(position, position + count), at);
        return count;
      }
      const { bytes } = await fetchRange(address, position, position + count, options);
      buffer.set(bytes, at);
      return bytes.length;
    },
    close: async () => {},
  };
}

async function fetchRange(address: string, from: number, to: number, options: RemoteOptions) {
  const range = { from, to };
  const { bytes, size } = await withRetries(() =>
    request(address, { ...options, range, maxSize: to - from }),
  );
  return { bytes, size: size ?? 0 };
}

export async function fetchWhole(address: string, options: RemoteOptions = {}): Promise<Uint8Array> {
  return (await withRetries(() => request(address, { ...options, maxSize: MAX_LIST }))).bytes;
}

type Request = RemoteOptions & Pick<FetchOptions, 'maxSize' | 'range'>;

function request(address: string, { allowPrivate = false, ...options }: Request) {
  const isS3 = /^s3:/i.test(address);
  const { url, headers } = isS3 ? s3Request(address, process.env, new Date()) : { url: address, headers: {} };
  const settings = { allowPrivate, timeout: TIMEOUT, proxies: process.env, mediaTypes: 'any' } as const;
  return fetchPage(url, { ...options, ...settings, headers });
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_DELAYS) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(delay);
    }
  }
  return await attempt();
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  const { code, status = 0 } = error;
  return code === 'network' || code === 'timeout' || status === 429 || status >= 500;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * Builds the request for an object, signed if there are keys. `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` selects
 * another S3-compatible store; without keys the object must be public.
 */
export function s3Request(address: string, env: NodeJS.ProcessEnv, now: Date) {
  const [, bucket, key] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined || key === undefined)
    throw new InputError(`expected s3://bucket/key, got ${address.slice(0, 200)}; check the address`);
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const url = objectUrl(bucket, key, region, env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL);
  const id = env.AWS_ACCESS_KEY_ID;
  const secret = env.AWS_SECRET_ACCESS_KEY;
  if (!id || !secret) return { url, headers: {} as Readonly<Record<string, string>> };
  const token = env.AWS_SESSION_TOKEN;
  const headers = {
    'x-amz-content-sha256': UNSIGNED,
    ...(token ? { 'x-amz-security-token': token } : {}),
  };
  return { url, headers: signed(new URL(url), headers, { id, secret, region }, now) };
}

/** Path-style for other stores and for bucket names with dots, which certificates do not cover. */
function objectUrl(bucket: string, key: string, region: string, endpoint: string | undefined): string {
  const path = key.split('/').map(encoded).join('/');
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`;
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}/${path}`;
  return `https://${bucket}.s3.${region}.amazonaws.com/${path}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export interface S3Key {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

export function signed(
  { host, pathname }: URL,
  headers: Readonly<Record<string, string>>,
  { id, secret, region }: S3Key,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const sent: Record<string, string> = { ...headers, 'x-amz-date': time };
  const all = Object.entries({ ...sent, host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = all.map(([name]) => name).join(';');
  const lines = all.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const request = ['GET', pathname, '', lines, names, sent['x-amz-content-sha256']].join('\n');
  const hash = createHash('sha256').update(request).digest('hex');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${id}/${scope},SignedHeaders=${names},Signature=${signature}`;
  return { ...sent, authorization };
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
