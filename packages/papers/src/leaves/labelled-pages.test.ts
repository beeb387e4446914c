import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LabelledPage, readUnlabelledPages } from './labelled-pages.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-unlabelled-'));
  await mkdir(join(folder, 'made/html'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

const leavesOf = (count: number) => '<p>A leaf of the page.'.repeat(count);

async function writeCorpus(lines: readonly { id: string; url: string; type?: string; leaves: number }[]) {
  for (const { id, leaves } of lines)
    await writeFile(join(folder, `made/html/${id}.html.gz`), gzipSync(leavesOf(leaves)));
  const gold = lines.map(({ leaves: _, ...line }) => JSON.stringify({ ...line, text: 'x' }));
  await writeFile(join(folder, 'made/pages.jsonl'), gold.join('\n'));
}

const labelled = [
  { key: 'made/read', site: 'read.example', side: 'train' },
  { key: 'made/held', site: 'held.example', side: 'test' },
] as unknown as LabelledPage[];

describe('unlabelled pages', () => {
  it('exclude labelled pages, sites of test pages, other types and other sizes', async () => {
    const skipped = { id: 'skipped', url: 'https://skipped.example/', leaves: 50 };
    const wanted = [
      { id: 'read', url: 'https://read.example/a', leaves: 50 },
      { id: 'held', url: 'https://held.example/a', leaves: 50 },
      { id: 'beside', url: 'https://news.held.example/b', leaves: 50 },
      { id: 'forum', url: 'https://other.example/a', type: 'forum', leaves: 50 },
      { id: 'small', url: 'https://small.example/a', leaves: 10 },
      { id: 'large', url: 'https://large.example/a', leaves: 500 },
      { id: 'fits', url: 'https://fits.example/a', leaves: 50 },
      { id: 'same', url: 'https://read.example/b', type: 'article', leaves: 50 },
    ];
    await writeCorpus(wanted.flatMap(line => [line, { ...skipped, id: `${line.id}-2` }]));
    const pages = await readUnlabelledPages({ corpora: folder, root: folder }, labelled);
    expect(pages.map(({ key }) => key)).toEqual(['made/fits', 'made/same']);
  });
});
