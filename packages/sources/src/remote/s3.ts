import { createHash, createHmac } from 'node:crypto';
import { InputError } from '../errors.js';

/** Who asks a store, and where it is: the variables that programs for S3 share. */
export type S3Variables = Readonly<Record<string, string | undefined>>;

/** A request as it goes out. */
export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;
/** The body is empty, and need not be signed. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * The request for an object, signed where there are keys. `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` names any store that
 * speaks S3; without keys the object must be open to all.
 */
export function s3Request(address: string, env: S3Variables, now: Date): Request {
  const [, bucket, key] = ADDRESS.exec(address) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new InputError(`expected s3://bucket/key, got ${address.slice(0, 200)}; check the address`);
  }
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1';
  const url = objectUrl(bucket, key, region, env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL);
  const id = env.AWS_ACCESS_KEY_ID;
  const secret = env.AWS_SECRET_ACCESS_KEY;
  if (!id || !secret) return { url, headers: {} };
  const token = env.AWS_SESSION_TOKEN;
  const headers = {
    'x-amz-content-sha256': UNSIGNED,
    ...(token ? { 'x-amz-security-token': token } : {}),
  };
  return { url, headers: signed(new URL(url), headers, { id, secret, region }, now) };
}

/** Buckets are in the path where the store is another than Amazon's, or where their name would not pass as a host. */
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

/** What a signature is made with. */
export interface S3Key {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

/** The headers of a GET request with its signature, by version 4 of Amazon's scheme. */
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

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
