import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, expect, it } from 'vitest';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';

const root = mkdtempSync(join(tmpdir(), 'pith-crawl-command-'));
afterAll(() => {
  closeServers();
  rmSync(root, { recursive: true, force: true });
});

const words = 'The ferry left the harbour at seven and came back with letters for the whole village. ';
const story = (number: number) =>
  `<!doctype html><title>Story ${number}</title><article><h1>Story ${number}</h1>${`<p>${words.repeat(4)}${number}</p>`.repeat(4)}</article>`;
const front = `<!doctype html><title>Front</title><h1>Front</h1>${[1, 2, 3].map(number => `<h2><a href="/s/${number}">Story</a></h2>`).join('')}`;
const site = () =>
  serve((request, response) => {
    const number = /^\/s\/(\d)$/.exec(request.url ?? '')?.[1];
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(number ? story(Number(number)) : front);
  });

it('crawls a site, prints a summary, and tracks the rows', async () => {
  const base = await site();
  const out = join(root, 'out');
  const io = memoryIo();
  const args = [`${base}/`, '--out', out, '--delay', '0.001', '--format', 'ndjson.gz', '--workers', '1'];
  expect(await main(['crawl', ...args, '--allow-private', '--json'], io)).toBe(0);
  expect(JSON.parse(io.out())).toMatchObject({ waiting: 0, hosts: 1 });
  expect(readdirSync(out)).toContain('shard-00000.ndjson.gz');

  const again = memoryIo();
  expect(await main(['crawl', ...args, '--allow-private'], again)).toBe(0);
  expect(again.err()).toMatch(/\d pages? in .*fetched from 1 host,/);

  const tracked = memoryIo();
  const store = join(root, 'sites.sqlite');
  expect(await main(['track', out, '--store', store, '--json'], tracked)).toBe(0);
  expect(JSON.parse(tracked.out())).toMatchObject({ sites: 1, learned: 1, changes: [] });
  const plain = memoryIo();
  expect(await main(['track', out, '--store', store], plain)).toBe(0);
  expect(plain.err()).toMatch(/0 pages of 0 sites, \d seen before, 0 sites learned, 0 changes/);
});

it('fails with advice if no page had content', async () => {
  const io = memoryIo();
  expect(await main(['crawl', await site(), '--out', join(root, 'blocked'), '--workers', '1'], io)).toBe(1);
  expect(io.err()).toMatch(/1 failed \(blocked-address\).*no page had content.*--allow-private/s);
});

it('rejects invalid arguments', async () => {
  const run = async (...args: string[]) => {
    const io = memoryIo();
    return [await main(args, io), io.err()] as const;
  };
  expect(await run('crawl', 'https://example.org/')).toEqual([2, expect.stringContaining('--out')]);
  expect(await run('crawl', 'x', '--out', join(root, 'x'), '--scope', 'world')).toEqual([
    2,
    expect.stringContaining('host, site, any'),
  ]);
  expect(await run('crawl', 'no address', '--out', join(root, 'x'))).toEqual([
    1,
    expect.stringContaining('expected an address'),
  ]);
  expect(await run('track', join(root, 'nowhere'), '--store', join(root, 'y.sqlite'))).toEqual([
    1,
    expect.stringContaining('cannot read'),
  ]);
  expect(await run('track', root, '--store', 'mysql://a/b')).toEqual([
    1,
    expect.stringContaining('expected a file or postgres://'),
  ]);
});
