import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, listening, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../output/row.js';
import { type CrawlSummary, crawl } from './crawl.js';
import type { CrawlOptions } from './options.js';
import { rowsIn } from './testing/rows.js';
import { type TestSite, testSite } from './testing/site.js';
import { typedExtraction } from './testing/typed-extraction.js';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'pith-crawl-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  closeServers();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const quick = {
  extract: typedExtraction,
  allowPrivate: true,
  delay: 0,
  timeout: 5000, // generous for busy machines; one page of the site never ends
  retryDelay: 50,
  shardRows: 50,
} satisfies CrawlOptions;
const pathOf = (url: string | undefined) => {
  const { pathname, search } = new URL(url!);
  return `${pathname}${search}`;
};
const rowsAt = (rows: readonly Row[], path: string) => rows.filter(row => pathOf(row.url) === path);

describe('a crawl of a site with traps', () => {
  let site: TestSite;
  let summary: CrawlSummary;
  let rows: Row[];
  let memory: number;
  const out = folder();

  beforeAll(async () => {
    site = testSite(120);
    const base = await serve(site.listener);
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const before = process.memoryUsage.rss();
    summary = await crawl([`${base}/`], out, quick);
    clearInterval(watch);
    memory = most - before;
    rows = await rowsIn(out);
  });

  it('writes one row with text per article', () => {
    const found = rows.filter(row => row.error === undefined).map(row => pathOf(row.url));
    expect(site.articles.filter(path => !found.includes(path))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
    const story = rowsAt(rows, site.articles[7]!)[0]!;
    expect(story).toMatchObject({ type: 'article', authors: ['Ada Sample'], published: '2026-01-08' });
    expect(story.text?.split(' ').length).toBeGreaterThan(100);
    expect(summary).toMatchObject({ pages: found.length, waiting: 0, hosts: 1 });
  });

  it('writes whole shards and no temporary files', () => {
    const shards = readdirSync(out).filter(name => name.startsWith('shard-'));
    expect(shards).toHaveLength(Math.ceil(rows.length / 50));
    expect(shards.filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  it('never requests what robots.txt disallows, even after a redirect', () => {
    expect(site.requests.filter(path => path.startsWith('/private'))).toEqual([]);
    expect(site.requests).toContain('/go-private');
    expect(site.requests.filter(path => path === '/robots.txt')).toHaveLength(1);
    expect(summary.refused['robots.txt']).toBe(2);
  });

  it('opens one connection per host at a time', () => {
    expect(site.most()).toBe(1);
  });

  it('requests a page once, whatever its session id', () => {
    expect(site.requests.filter(path => path.includes('PHPSESSID'))).toEqual([]);
    const news = site.requests.filter(path => /^\/news\/\d+-story\.html$/.test(path));
    // One more for a redirect followed before its target was known.
    expect(news.length).toBeLessThanOrEqual(site.articles.length + 1);
  });

  it('follows the next pages of articles and lists', () => {
    expect(['/long/1', '/long/1?page=2', '/long/1?page=3'].map(path => rowsAt(rows, path).length)).toEqual([
      1, 1, 1,
    ]);
    expect(site.requests).toContain('/section/town?page=3');
  });

  it('reads feeds and sitemaps, including compressed ones', () => {
    expect(summary.sources).toBe(4);
    expect(site.requests).toContain('/sitemap-1.xml.gz');
  });

  it('gives up on an endless calendar and on repeating paths', () => {
    expect(site.requests.filter(path => path.startsWith('/calendar')).length).toBeLessThan(30);
    expect(site.requests.filter(path => path.startsWith('/deep')).length).toBe(0);
  });

  it('skips duplicates, pages without content, and noindex pages', () => {
    expect(rowsAt(rows, '/print/3')).toEqual([]);
    expect(rowsAt(rows, '/script')).toEqual([]);
    expect(rowsAt(rows, '/unindexed')).toEqual([]);
    expect(rowsAt(rows, '/login')).toEqual([]);
    expect(summary.skipped['near-duplicate']).toBeGreaterThan(0);
    expect(site.requests).not.toContain('/login');
  });

  it('writes an error row for each page that fails to load', () => {
    expect(summary.failures).toEqual({
      'bad-content-type': 1,
      'http-status': 1,
      'redirect-loop': 1,
      timeout: 1,
      'too-large': 1,
      'too-many-redirects': 1,
    });
    for (const path of ['/loop/a', '/chain/1', '/drip', '/bomb', '/gone', '/picture']) {
      expect(
        rowsAt(rows, path).map(row => typeof row.error),
        path,
      ).toEqual(['string']);
    }
  });

  it('retries temporary failures', () => {
    expect(site.requests.filter(path => path === '/flaky')).toHaveLength(2);
    expect(rowsAt(rows, '/flaky')[0]?.error).toBeUndefined();
  });

  it('reads no more of a decompression bomb than the page limit', () => {
    expect(memory).toBeLessThan(800e6); // 10 GB decompressed
  });
});

describe('a stopped crawl', () => {
  const whole = async () => {
    const out = folder();
    await crawl([`${await serve(testSite(60, false).listener)}/`], out, quick);
    return (await rowsIn(out)).map(row => pathOf(row.url)).sort();
  };

  it('resumes and writes every page once', async () => {
    const site = testSite(60, false);
    const base = await serve(site.listener);
    const out = folder();
    let starts = 0;
    for (let waiting = 1; waiting > 0; starts++) {
      const controller = new AbortController();
      let fetched: number | undefined;
      const options = {
        ...quick,
        delay: 2,
        signal: controller.signal,
        onProgress: (progress: { fetched: number }) => {
          fetched ??= progress.fetched;
          if (progress.fetched >= fetched + 25) controller.abort();
        },
      };
      ({ waiting } = await crawl([`${base}/`], out, options));
    }
    expect(starts).toBeGreaterThan(2);
    const paths = (await rowsIn(out)).map(row => pathOf(row.url)).sort();
    expect(paths).toEqual(await whole());
  });

  it('reports the file that it cannot write, and resumes after that is fixed', async () => {
    const base = await serve(testSite(60, false).listener);
    const out = folder();
    const blocked = join(out, 'shard-00000.ndjson');
    mkdirSync(blocked);
    const options = { ...quick, format: 'ndjson', shardRows: 5, pages: 12, sources: false } as const;
    const failure = await crawl([`${base}/`], out, options).catch(error => error);
    expect(failure).toMatchObject({ name: 'FleetError', code: 'bad-output' });
    expect(failure.message).toContain('shard-00000.ndjson');
    rmSync(blocked, { recursive: true });
    const summary = await crawl([`${base}/`], out, options);
    expect(summary.fetched).toBe(12);
    const paths = (await rowsIn(out)).map(row => pathOf(row.url));
    expect(paths.length).toBe(summary.pages + summary.failed);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('rejects a second crawl in the same folder', async () => {
    const base = await serve(testSite(60, false).listener);
    const out = folder();
    const small = { ...quick, pages: 3 };
    const both = await Promise.allSettled([crawl([`${base}/`], out, small), crawl([`${base}/`], out, small)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(result => result.status === 'rejected')?.reason).toMatchObject({ code: 'in-use' });
  });
});

describe("a crawl's limits", () => {
  it('cap the pages over several runs together', async () => {
    const base = await serve(testSite().listener);
    const out = folder();
    expect((await crawl([`${base}/`], out, { ...quick, pages: 10 })).fetched).toBe(10);
    expect((await crawl([`${base}/`], out, { ...quick, pages: 10 })).fetched).toBe(10);
    expect((await crawl([`${base}/`], out, { ...quick, pages: 15 })).fetched).toBe(15);
  });

  it('cap the steps: with none, only the seeds are requested', async () => {
    const site = testSite();
    const base = await serve(site.listener);
    await crawl([`${base}${site.articles[3]}`, `${base}/long/1`], folder(), { ...quick, depth: 0 });
    const requests = ['/robots.txt', site.articles[3], '/long/1', '/long/1?page=2', '/long/1?page=3'];
    expect([...site.requests].sort()).toEqual(requests.sort());
  });

  it('cap the hosts: others are requested only if in scope', async () => {
    const second = testSite();
    const other = await serve(second.listener);
    const page = (body: string) => `<!doctype html><title>Front</title><h1>Front</h1>${body}`;
    const first = createServer((request, response) => {
      if (request.url === '/away') return response.writeHead(302, { location: `${other}/long/2` }).end();
      if (request.url !== '/') return response.writeHead(404).end();
      const links = `<a href="${other}/long/1">there</a> <a href="/away">away</a>`;
      return response.writeHead(200, { 'content-type': 'text/html' }).end(page(links));
    });
    const base = `http://127.0.0.1:${await listening(first)}`;
    const summary = await crawl([`${base}/`], folder(), { ...quick, retries: 0 });
    expect(second.requests).toEqual([]);
    expect(summary.refused).toEqual({ 'redirects to another site': 1 });
    await crawl([`${base}/`], folder(), { ...quick, scope: 'any', hosts: 1 });
    expect(second.requests).toContain('/long/2'); // redirects within scope are followed
    expect(second.requests).not.toContain('/long/1'); // but no second host is added
  });
});

describe('a crawl', () => {
  it('waits between two requests to a host', async () => {
    const times: number[] = [];
    const site = testSite();
    const base = await serve((request, response) => {
      times.push(Date.now());
      site.listener(request, response);
    });
    await crawl([`${base}/long/1`], folder(), { ...quick, depth: 0, delay: 150 });
    expect(times.length).toBeGreaterThanOrEqual(4);
    const gaps = times.slice(1).map((time, place) => time - times[place]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(149);
  });

  it('renders pages that are empty without scripts', async () => {
    const site = testSite();
    const base = await serve(site.listener);
    const words =
      'The script wrote this sentence about the harbour and its ships after the page was loaded. ';
    const rendered: string[] = [];
    const render: CrawlOptions['render'] = async ({ url }) => {
      rendered.push(pathOf(url));
      return `<!doctype html><title>App</title><article><h1>App</h1><p>${words.repeat(8)}</p></article>`;
    };
    const out = folder();
    await crawl([`${base}/script`, `${base}${site.articles[0]}`], out, { ...quick, depth: 0, render });
    expect(rendered).toEqual(['/script']);
    expect(rowsAt(await rowsIn(out), '/script')[0]?.text).toContain('after the page was loaded');
    const broken = folder();
    const failing = () => Promise.reject(new Error('no browser'));
    const summary = await crawl([`${base}/script`], broken, { ...quick, depth: 0, render: failing });
    expect(summary.skipped).toEqual({ 'no content: no text': 1 });
  });

  it('rejects a seed that is not a URL, and private addresses unless allowed', async () => {
    await expect(crawl(['not an address'], folder())).rejects.toThrow(/expected an address/);
    const out = folder();
    const summary = await crawl(['http://127.0.0.1:9/'], out, { ...quick, allowPrivate: false, retries: 0 });
    expect(summary.failures).toEqual({ 'bad-url': 1 });
    const blocked = await crawl(['http://127.0.0.1:8080/'], folder(), { ...quick, allowPrivate: false });
    expect(blocked.failures).toEqual({ 'blocked-address': 1 });
  });

  it('does not read a site whose robots.txt fails to load', async () => {
    const requests: string[] = [];
    const base = await serve((request, response) => {
      requests.push(request.url!);
      response
        .writeHead(request.url === '/robots.txt' ? 500 : 200, { 'content-type': 'text/html' })
        .end('<p>hello');
    });
    const summary = await crawl([`${base}/`], folder(), { ...quick, retries: 1 });
    expect(summary.failures).toEqual({ 'http-status': 1 });
    expect(new Set(requests)).toEqual(new Set(['/robots.txt']));
  });
});
