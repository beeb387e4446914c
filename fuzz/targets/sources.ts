import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSitemap, recordsOf } from '@webpith/sources';
import { gzipMembers, pageRecords, warcRecord } from '../../packages/sources/src/testing/warc.js';
import { randomOf } from '../random.js';
import { mutated } from './mutate-bytes.js';
import { lineOf, ownError, type Target } from './target.js';

const RECORDS = [
  ...pageRecords(3),
  warcRecord({ type: 'warcinfo', body: 'software: x' }),
  warcRecord({ http: { 'Transfer-Encoding': 'chunked' }, body: '5\r\n<p>ab\r\n0\r\n\r\n' }),
  warcRecord({ http: { 'Content-Encoding': 'gzip' }, body: gzipSync('<p>packed') }),
];
const LINES = Buffer.from(
  ['{"id":"a","html":"<p>one"}', '{"url":"https://example.org/","html":"<p>two"}', '{"html":7}', ''].join(
    '\n',
  ),
);
const SITEMAP = Buffer.from(
  '<?xml version="1.0"?><urlset><url><loc>https://example.org/a</loc></url><url><loc>https://example.org/b</loc></url></urlset>',
);

/** The first byte of an input selects the reader. */
const KINDS: readonly { readonly name: string; readonly bytes: Buffer }[] = [
  { name: 'a.warc', bytes: Buffer.concat(RECORDS) },
  { name: 'a.warc.gz', bytes: gzipMembers(RECORDS) },
  { name: 'a.warc.gz', bytes: gzipSync(Buffer.concat(RECORDS)) },
  { name: 'a.ndjson', bytes: LINES },
  { name: 'a.ndjson.gz', bytes: gzipMembers([LINES, LINES]) },
  { name: 'a.html.gz', bytes: gzipSync('<p>Some words') },
  { name: 'sitemap', bytes: SITEMAP },
];
const WORDS = [
  'WARC/1.0\r\n',
  'WARC-Type: response\r\n',
  'Content-Length: 99999999999\r\n',
  '\r\n\r\n',
  '\x1f\x8b\x08\0',
  '{"html":',
  '<loc>',
  '<sitemapindex>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '\n',
];
/** More records than a few kilobytes can contain. */
const MOST_RECORDS = 10_000;
const LONGEST = 2 ** 20;

const folder = mkdtempSync(join(tmpdir(), 'pith-fuzz-'));

export const sources: Target = {
  name: 'sources',
  about:
    'damaged and cut WARC files, packed or not, JSON lines, pages and sitemaps: reading ends, holds to its limits, and fails with a typed error at most',
  make(seed, number) {
    const random = randomOf(seed, number);
    const kind = random.below(KINDS.length);
    return Buffer.concat([Uint8Array.of(kind), mutated(KINDS[kind]!.bytes, random, WORDS)]);
  },
  async check(input) {
    const kind = KINDS[input[0]!]!;
    const bytes = input.subarray(1);
    try {
      if (kind.name === 'sitemap')
        return mistakeIn(parseSitemap(Buffer.from(bytes).toString()).addresses.length);
      const file = join(folder, kind.name);
      writeFileSync(file, bytes);
      let count = 0;
      for await (const record of recordsOf(file, { maxSize: LONGEST, onSkipped: () => {} })) {
        if (++count > MOST_RECORDS || record.bytes.length > LONGEST)
          return `${count} records, the last of ${record.bytes.length} bytes`;
      }
      return undefined;
    } catch (error) {
      return ownError(error) === undefined ? lineOf(error) : undefined;
    }
  },
  close: async () => rmSync(folder, { recursive: true, force: true }),
};

const mistakeIn = (addresses: number) => (addresses > MOST_RECORDS ? `${addresses} addresses` : undefined);
