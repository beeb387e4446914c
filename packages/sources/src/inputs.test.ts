import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSitemap } from './addresses.js';
import { inputOf, recordsOf } from './input.js';
import type { PageRecord, ReadOptions } from './record.js';
import { pageRecords } from './testing/warc.js';

let dir: string;
let site: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-inputs-'));
  site = await serve((request, response) => {
    if (request.url === '/gone') response.writeHead(404).end();
    else if (request.url === '/more.xml.gz') {
      const more = gzipSync(`<urlset><url><loc>${site}/c</loc></url></urlset>`);
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(more);
    } else html(`<p>page ${request.url}</p>`)(request, response);
  });
});
afterAll(async () => {
  closeServers();
  await rm(dir, { recursive: true });
});

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(dir, name), content);
  return join(dir, name);
}

async function read(input: string, options: ReadOptions = {}): Promise<PageRecord[]> {
  const records: PageRecord[] = [];
  for await (const record of recordsOf(input, { allowPrivate: true, ...options })) records.push(record);
  return records;
}

const texts = (records: readonly PageRecord[]) =>
  records.map(({ bytes, error }) => (error === undefined ? Buffer.from(bytes).toString() : 'error'));

describe('inputOf', () => {
  it.each([
    ['a', Buffer.concat(pageRecords(1)), 'warc'],
    ['b', gzipSync(Buffer.concat(pageRecords(1))), 'warc'],
    ['c', '{"html":"x"}\n', 'ndjson'],
    ['d', '<?xml version="1.0"?>\n<urlset></urlset>', 'sitemap'],
    ['e', '# addresses\nhttps://example.org/\n', 'urls'],
    ['f', '\n<html><p>x', 'page'],
    ['g.html', '', 'page'],
    ['h.mht', 'From: <Saved by Blink>', 'page'],
    ['i.mhtml.gz', '', 'page'],
  ])('detects the kind by name or first bytes: %s', async (name, content, kind) => {
    expect((await inputOf(await fileOf(name, content))).kind).toBe(kind);
  });

  it('rejects a file of unknown kind', async () => {
    await expect(inputOf(await fileOf('z', 'some words'))).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('addresses', () => {
  it('are fetched in order; a failed one becomes a record with an error', async () => {
    const list = await fileOf('urls.txt', `# list\n${site}/a\n\n${site}/gone\n${site}/b\nnot an address\n`);
    const records = await read(list);
    expect(texts(records)).toEqual(['<p>page /a</p>', 'error', '<p>page /b</p>', 'error']);
    expect(records[1]!.error).toContain('404');
    expect(texts(await read(list, { after: records[1]!.source }))).toEqual(['<p>page /b</p>', 'error']);
  });

  it('are read from sitemaps and sitemap indexes, from the start or after a place', async () => {
    await fileOf('inner.xml', '');
    const index = await fileOf(
      'index.xml',
      `<sitemapindex><sitemap><loc>${site}/more.xml.gz</loc></sitemap></sitemapindex>`,
    );
    expect(texts(await read(index))).toEqual(['<p>page /c</p>']);
    const map = await fileOf(
      'map.xml',
      `<urlset><url><loc>${site}/a?x=1&amp;y=2</loc></url><url><loc><![CDATA[${site}/b]]></loc></url></urlset>`,
    );
    const records = await read(map);
    expect(texts(records)).toEqual(['<p>page /a?x=1&y=2</p>', '<p>page /b</p>']);
    expect(texts(await read(map, { after: records[0]!.source }))).toEqual(['<p>page /b</p>']);
  });

  it('are refused if private, unless allowed', async () => {
    const [record] = await read(`${site}/a`, { allowPrivate: false });
    expect(record!.error).toMatch(/public|private|loopback/);
  });
});

describe('a page that could not be read', () => {
  it('has an error and no digest', async () => {
    const corpus = join(dir, 'corpus');
    await mkdir(corpus);
    await writeFile(join(corpus, 'pages.jsonl'), '{"id":"gone","text":"x"}\n');
    const inputs = [
      await fileOf('missing.txt', `${site}/gone\n`),
      await fileOf('broken.ndjson', 'nonsense\n{"html":5}\n'),
      corpus,
    ];
    for (const input of inputs) {
      const records = await read(input);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) {
        expect(record).toMatchObject({ error: expect.any(String) });
        expect(record.digest).toBeUndefined();
      }
    }
  });
});

it.each([
  ['bomb.paths.gz', 'crawl-data/x.warc.gz\n', 101_000_000],
  ['bomb.xml.gz', '<urlset>', 53_000_000],
])('rejects a list that unpacks to too much: %s', async (name, start, size) => {
  const file = await fileOf(
    name,
    gzipSync(Buffer.concat([Buffer.from(start), Buffer.alloc(size, 32)]), { level: 1 }),
  );
  await expect(read(file)).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringMatching(/unpacks to more than \d+(?:\.\d+)? MB; split it$/),
  });
});

it('reports damaged lines after lost bytes, except the fragment directly after them', async () => {
  const line = (html: string) => `${JSON.stringify({ html })}\n`;
  const lost = gzipSync(line('<p>two'.repeat(50)));
  lost.fill(0x41, 12);
  const rest = `ment of a line"}\n${line('<p>three')}no json\n${line('<p>four')}`;
  const file = await fileOf('gap.ndjson.gz', Buffer.concat([gzipSync(line('<p>one')), lost, gzipSync(rest)]));
  expect(texts(await read(file))).toEqual(['<p>one', '<p>three', 'error', '<p>four']);
});

describe('parseSitemap', () => {
  it.each([
    '',
    '<loc',
    '<loc>',
    '<loc>x',
    '<loc></loc>',
    '<loc>javascript:alert(1)</loc>',
    '<loc>https://</loc>',
  ])('finds no address in %j', text => {
    expect(parseSitemap(text).addresses).toEqual([]);
  });

  it('takes linear time for unclosed tags', () => {
    const before = process.cpuUsage();
    const { addresses } = parseSitemap(`${'<loc'.repeat(1_000_000)}>x<loc>https://example.org/</loc>`);
    expect(addresses).toEqual(['https://example.org/']);
    // A hundred times the usual time; quadratic parsing would take half a minute.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
