import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteMemoryFile } from 'webpith';
import { inlineExtraction } from '../workers/extract-row.js';
import type { ExtractPage } from './options.js';
import { CrawlSites } from './sites.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-crawl-sites-'));
});
afterAll(() => rm(dir, { recursive: true }));

const recordOf = (url: string, subject: string) => ({
  url,
  date: '2026-01-02T03:04:05Z',
  bytes: Buffer.from(
    `<title>The ${subject}</title><h1>The ${subject}</h1><p>The ${subject} was built by people who had never seen a ${subject}.</p>`,
  ),
  source: { file: url, offset: 0, length: 0 },
});

/** Extracts pages, and records the number of pages in the memory given with each. */
function recording(): { extract: ExtractPage; known: number[] } {
  const known: number[] = [];
  const inline = inlineExtraction(['text', 'fingerprint']);
  const extract: ExtractPage = record => {
    known.push((record.site as SiteMemoryFile | undefined)?.pages.length ?? 0);
    return inline(record);
  };
  return { extract, known };
}

describe('the memories of a crawl', () => {
  it('grow with each page of a site, and are the same after a kill', async () => {
    const path = join(dir, 'sites.ndjson');
    const { extract, known } = recording();
    const first = await CrawlSites.open(path);
    const visit = first.extraction(extract);
    const row = await visit(recordOf('https://www.example.org/boat', 'boat'));
    await visit(recordOf('https://example.org/kite', 'kite'));
    await visit(recordOf('https://other.example/', 'organ'));
    const second = await CrawlSites.open(path);
    await second.extraction(extract)(recordOf('https://example.org/oven', 'oven'));
    expect(known).toEqual([0, 1, 0, 2]);
    expect(row.text).toContain('never seen a boat');
    expect(row).not.toHaveProperty('fingerprint');
    const saved = await readFile(path, 'utf8');
    expect(saved).not.toContain('people');
    const days = Array.from(saved.matchAll(/"day":(\d+)/g), ([, day]) => Number(day));
    expect(days).toEqual(Array(4).fill(Date.UTC(2026, 0, 2) / 86_400_000));
  });

  it('lose only the page whose line was cut', async () => {
    const path = join(dir, 'cut.ndjson');
    const { extract, known } = recording();
    const visit = (await CrawlSites.open(path)).extraction(extract);
    for (const subject of ['boat', 'kite']) await visit(recordOf(`https://example.org/${subject}`, subject));
    const written = await readFile(path, 'utf8');
    await writeFile(path, written.slice(0, -20));
    for (const subject of ['oven', 'organ']) {
      const again = (await CrawlSites.open(path)).extraction(extract);
      await again(recordOf(`https://example.org/${subject}`, subject));
    }
    expect(known).toEqual([0, 1, 1, 2]);
  });
});
