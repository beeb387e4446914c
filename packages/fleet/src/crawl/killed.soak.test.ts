import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { crawl } from './crawl.js';
import { rowsIn } from './testing/rows.js';
import { testSite } from './testing/site.js';
import { typedExtraction } from './testing/typed-extraction.js';

// The built file, as for worker threads: it starts several times faster.
const SCRIPT = fileURLToPath(new URL('../../dist/crawl/testing/crawl-process.js', import.meta.url));

describe('a killed crawl', () => {
  const out = mkdtempSync(join(tmpdir(), 'pith-crawl-'));
  afterAll(() => {
    closeServers();
    rmSync(out, { recursive: true, force: true });
  });

  it('writes every page once', async () => {
    const site = testSite(60, false);
    const base = await serve(site.listener);
    for (const count of [30, 60, 90]) {
      const child = spawn(process.execPath, [SCRIPT, `${base}/`, out], { stdio: 'ignore' });
      const ended = new Promise(resolve => child.once('exit', resolve));
      while (site.requests.length < count && child.exitCode === null)
        await new Promise(resolve => setTimeout(resolve, 5));
      expect(child.exitCode, 'the crawl is still running').toBeNull();
      child.kill('SIGKILL');
      await ended;
    }
    const summary = await crawl([`${base}/`], out, {
      extract: typedExtraction,
      allowPrivate: true,
      delay: 0,
      timeout: 5000,
      retryDelay: 50,
      shardRows: 20,
    });
    expect(summary.waiting).toBe(0);
    const paths = (await rowsIn(out)).map(row => new URL(row.url!).pathname + new URL(row.url!).search);
    expect(new Set(paths).size).toBe(paths.length);
    expect(site.articles.filter(path => !paths.includes(path))).toEqual([]);
  });
});
