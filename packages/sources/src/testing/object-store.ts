import { serve } from '@webpith/fetch/testing';
import { signed } from '../remote.js';

/** Credentials of the store. */
export const KEYS = {
  AWS_ACCESS_KEY_ID: 'keeper',
  AWS_SECRET_ACCESS_KEY: 'of the lamp',
  AWS_REGION: 'eu-test-1',
};

/** A minimal S3 server: objects by path, ranges, signatures. */
export interface ObjectStore {
  readonly address: string;
  /** Method, path and range of each request. */
  readonly requests: string[];
  /** Number of requests still to refuse with 503. */
  busy: number;
}

/** Starts a store with objects by `bucket/key`; with `isOpen`, requests need no signature. */
export async function objectStore(
  objects: Readonly<Record<string, Uint8Array>>,
  isOpen = false,
): Promise<ObjectStore> {
  const store = { address: '', requests: [] as string[], busy: 0 };
  store.address = await serve((request, response) => {
    const { url = '', headers, method } = request;
    store.requests.push(`${method} ${url} ${headers.range ?? 'all'}`);
    if (store.busy-- > 0) return response.writeHead(503).end('SlowDown');
    if (!isOpen && !isSigned(store.address + url, headers))
      return response.writeHead(403).end('AccessDenied');
    const object = objects[decodeURIComponent(url).slice(1)];
    if (object === undefined) return response.writeHead(404).end('NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return response.writeHead(200).end(object);
    const part = object.subarray(Number(from), Number(to) + 1);
    if (part.length === 0) return response.writeHead(416).end('InvalidRange');
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`;
    response.writeHead(206, { 'content-range': range }).end(part);
  });
  return store;
}

function isSigned(url: string, headers: NodeJS.Dict<string | string[]>): boolean {
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const at = `${date}${time}`.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
  const key = { id: KEYS.AWS_ACCESS_KEY_ID, secret: KEYS.AWS_SECRET_ACCESS_KEY, region: KEYS.AWS_REGION };
  if (Number.isNaN(Date.parse(at))) return false;
  const expected = signed(new URL(url), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }, key, new Date(at));
  return headers.authorization === expected.authorization;
}
