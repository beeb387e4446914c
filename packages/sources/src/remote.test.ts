import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServers } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inputOf, recordsOf } from './input.js';
import type { PageRecord, ReadOptions } from './record.js';
import { s3Request, signed } from './remote.js';
import { KEYS, objectStore } from './testing/object-store.js';
import { gzipMembers, pageRecords } from './testing/warc.js';

const WARC = gzipMembers(pageRecords(40));
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-remote-'));
  await writeFile(join(dir, 'crawl.warc.gz'), WARC);
});
afterAll(async () => {
  closeServers();
  await rm(dir, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

function setEnvironment(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

async function pagesOf(input: string, options: ReadOptions = {}): Promise<PageRecord[]> {
  const pages: PageRecord[] = [];
  for await (const page of recordsOf(input, { allowPrivate: true, ...options })) pages.push(page);
  return pages;
}
const urlsOf = (pages: readonly PageRecord[]) => pages.map(({ url }) => url);

describe('S3 requests', () => {
  it('are signed as in Amazon’s example “GET Object”', () => {
    const headers = signed(
      new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      {
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
      {
        id: 'AKIAIOSFODNN7EXAMPLE',
        secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
      },
      new Date('2013-05-24T00:00:00Z'),
    );
    expect(headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('put the bucket in the host name if possible, and are unsigned without keys', () => {
    const now = new Date();
    expect(s3Request('s3://commoncrawl/a b/c+d', {}, now)).toEqual({
      url: 'https://commoncrawl.s3.us-east-1.amazonaws.com/a%20b/c%2Bd',
      headers: {},
    });
    expect(s3Request('s3://my.bucket/k', { AWS_REGION: 'eu-west-1' }, now).url).toBe(
      'https://s3.eu-west-1.amazonaws.com/my.bucket/k',
    );
    const session = s3Request('s3://bucket/k', { ...KEYS, AWS_SESSION_TOKEN: 'brief' }, now).headers;
    expect(session).toMatchObject({ 'x-amz-security-token': 'brief' });
    expect(session.authorization).toContain('x-amz-security-token');
  });

  it('are refused without a key in the address', () => {
    expect(() => s3Request('s3://bucket', {}, new Date())).toThrow('expected s3://bucket/key');
  });
});

describe('a WARC file in an object store', () => {
  it('yields the records of the local file, using range requests only', async () => {
    const store = await objectStore({ 'crawls/2026/crawl.warc.gz': WARC });
    setEnvironment({ ...KEYS, AWS_ENDPOINT_URL: store.address });
    const here = await pagesOf(join(dir, 'crawl.warc.gz'));
    const there = await pagesOf('s3://crawls/2026/crawl.warc.gz');
    expect(there.map(({ url, digest }) => [url, digest])).toEqual(
      here.map(({ url, digest }) => [url, digest]),
    );
    expect(there[3]!.source).toEqual({ ...here[3]!.source, file: 's3://crawls/2026/crawl.warc.gz' });
    expect(store.requests.every(request => request.includes('bytes='))).toBe(true);
    const rest = await pagesOf('s3://crawls/2026/crawl.warc.gz', { after: there[30]!.source });
    expect(urlsOf(rest)).toEqual(urlsOf(here.slice(31)));
  });

  it('is refused without keys or with wrong ones', async () => {
    const store = await objectStore({ 'crawls/crawl.warc.gz': WARC });
    setEnvironment({ AWS_ENDPOINT_URL: store.address });
    await expect(pagesOf('s3://crawls/crawl.warc.gz')).rejects.toThrow('403');
    setEnvironment({ ...KEYS, AWS_SECRET_ACCESS_KEY: 'another', AWS_ENDPOINT_URL: store.address });
    await expect(pagesOf('s3://crawls/crawl.warc.gz')).rejects.toThrow('403');
  });

  it('is requested again if the store is busy', async () => {
    const store = await objectStore({ 'crawls/crawl.warc.gz': WARC }, true);
    store.busy = 1;
    expect(await pagesOf(`${store.address}/crawls/crawl.warc.gz`)).toHaveLength(40);
  });

  it('is refused on a private address unless allowed', async () => {
    const store = await objectStore({ 'crawls/crawl.warc.gz': WARC }, true);
    setEnvironment({ AWS_ENDPOINT_URL: store.address });
    for (const input of [`${store.address}/crawls/crawl.warc.gz`, 's3://crawls/crawl.warc.gz'])
      await expect(pagesOf(input, { allowPrivate: false })).rejects.toThrow('allowPrivate');
    expect(store.requests).toEqual([]);
  });
});

describe('a list of WARC files', () => {
  it('resolves paths against the root of the list’s host', async () => {
    const paths = 'crawl-data/one.warc.gz\ncrawl-data/two.warc.gz\n';
    const objects = { 'crawl-data/one.warc.gz': WARC, 'crawl-data/two.warc.gz': gzipMembers(pageRecords(3)) };
    const store = await objectStore({ ...objects, 'crawl-data/warc.paths.gz': gzipSync(paths) }, true);
    const pages = await pagesOf(`${store.address}/crawl-data/warc.paths.gz`);
    expect(pages).toHaveLength(43);
    expect(pages.at(-1)!.source.file).toBe(`${store.address}/crawl-data/two.warc.gz`);
    const rest = await pagesOf(`${store.address}/crawl-data/warc.paths.gz`, { after: pages[39]!.source });
    expect(rest).toHaveLength(3);
  });

  it('may be local and contain addresses', async () => {
    const store = await objectStore({ 'crawls/one.warc.gz': WARC }, true);
    setEnvironment({ AWS_ENDPOINT_URL: store.address });
    const list = join(dir, 'mine.txt');
    await writeFile(list, `s3://crawls/one.warc.gz\n# done: \n${store.address}/crawls/one.warc.gz\n`);
    expect(await inputOf(list)).toMatchObject({ kind: 'paths' });
    expect(await pagesOf(list)).toHaveLength(80);
  });

  it('is refused if it names other files', async () => {
    await writeFile(join(dir, 'wet.paths'), 'crawl-data/one.warc.wet.gz\n');
    await expect(pagesOf(join(dir, 'wet.paths'))).rejects.toThrow('warc.paths.gz');
  });
});

it('rejects other objects of a store', async () => {
  await expect(inputOf('s3://bucket/page.html')).rejects.toThrow('download it');
});
