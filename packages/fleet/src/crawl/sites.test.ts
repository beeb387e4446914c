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
  it('grow with each page of a site, and continue after a stop', async () => {
    const path = join(dir, 'sites.json');
    const { extract, known } = recording();
    const first = await CrawlSites.open(path);
    const visit = first.extraction(extract);
    const row = await visit(recordOf('https://www.example.org/boat', 'boat'));
    await visit(recordOf('https://example.org/kite', 'kite'));
    await visit(recordOf('https://other.example/', 'organ'));
    await first.save();
    const second = await CrawlSites.open(path);
    await second.extraction(extract)(recordOf('https://example.org/oven', 'oven'));
    expect(known).toEqual([0, 1, 0, 2]);
    expect(row.text).toContain('never seen a boat');
    expect(row).not.toHaveProperty('fingerprint');
    const saved = await readFile(path, 'utf8');
    expect(saved).not.toContain('boat');
    const { pages } = JSON.parse(saved)['example.org'] as SiteMemoryFile;
    expect(pages.map(({ day }) => day)).toEqual(Array(2).fill(Date.UTC(2026, 0, 2) / 86_400_000));
  });

  it('start empty if their file is truncated', async () => {
    const path = join(dir, 'truncated.json');
    await writeFile(path, '{"example.org": {"format"');
    const { extract, known } = recording();
    await (await CrawlSites.open(path)).extraction(extract)(recordOf('https://example.org/', 'kite'));
    expect(known).toEqual([0]);
  });
});
