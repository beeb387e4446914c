import { setTimeout as sleep } from 'node:timers/promises';
import { FetchError, type FetchOptions, fetchPage } from '@webpith/fetch';
import type { RandomAccess } from '../byte-source.js';
import { s3Request } from './s3.js';

/** How files on other machines are asked for. */
export type RemoteOptions = Pick<FetchOptions, 'allowPrivate' | 'signal'>;

/** Bytes asked for at once: what a window of the reader holds. */
const MOST = 8 << 20;
/** Bytes that come with the question how large a file is: by them it is known what it is. */
const FIRST = 64;
/** A list of files, unpacked. */
const LONGEST_LIST = 100_000_000;
/** Milliseconds for one request; stores may be slow to begin. */
const TIMEOUT = 60_000;
/** Milliseconds before a request is made again: stores refuse some now and then, and lines break. */
const PAUSES = [500, 2000, 8000];

/** Whether the bytes of an input lie on another machine. */
export function isRemote(path: string): boolean {
  return /^(?:https?|s3):\/\//i.test(path);
}

/** A file on another machine, of which only those bytes are fetched that are read. */
export async function openRemote(address: string, options: RemoteOptions = {}): Promise<RandomAccess> {
  const { bytes: first, size } = await fetchRange(address, 0, FIRST, options);
  return {
    size,
    async read(buffer, at, length, position) {
      const count = Math.min(length, size - position, MOST);
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
  const { bytes, size } = await again(() => asked(address, { ...options, range, maxSize: to - from }));
  return { bytes, size: size ?? 0 };
}

/** All bytes of a small file. */
export async function fetchWhole(address: string, options: RemoteOptions = {}): Promise<Uint8Array> {
  return (await again(() => asked(address, { ...options, maxSize: LONGEST_LIST }))).bytes;
}

function asked(address: string, options: FetchOptions) {
  const isS3 = /^s3:/i.test(address);
  const { url, headers } = isS3 ? s3Request(address, process.env, new Date()) : { url: address, headers: {} };
  return fetchPage(url, { timeout: TIMEOUT, proxies: process.env, ...options, headers, mediaTypes: 'any' });
}

/** Tries again where waiting may help. */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await sleep(pause);
    }
  }
  return await attempt();
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof FetchError)) return false;
  const { code, status = 0 } = error;
  return code === 'network' || code === 'timeout' || status === 429 || status >= 500;
}
