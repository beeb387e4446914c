import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract, fingerprint, SiteMemory } from 'webpith';
import { rowsOfShard } from '../output/read.js';
import type { Row } from '../output/row.js';
import { type BatchOptions, runBatch } from './batch.js';
import { SITES_FOLDER, SiteFile, writeSites } from './sites.js';

const BOX = 'We are a small group of editors and write about the things that people make with their hands.';

const pageOf = (subject: string) =>
  `<title>The ${subject}</title><h1>The ${subject}</h1><p>The ${subject} was built by people who had never seen one.</p>
  <p>When the ${subject} was done, nobody in the village wanted to try it.</p><div class=side><p>${BOX}</p></div>`;

const SUBJECTS = ['boat', 'kite', 'organ', 'oven', 'sledge'];
const urlOf = (subject: string) => `https://www.example.org/${subject}`;

let dir: string;
let input: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-sites-'));
  input = join(dir, 'pages.ndjson');
  const lines = [
    ...SUBJECTS.map(subject => ({ url: urlOf(subject), html: pageOf(subject) })),
    { url: 'https://alone.example/', html: pageOf('clock') },
    { html: pageOf('harp') },
  ];
  await writeFile(input, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
});
afterAll(() => rm(dir, { recursive: true }));

const optionsOf = (name: string, more: Partial<BatchOptions> = {}): BatchOptions => ({
  inputs: [input],
  out: join(dir, name),
  format: 'ndjson',
  workers: 1,
  columns: ['text'],
  sites: true,
  ...more,
});

async function rowsOf(out: string): Promise<Row[]> {
  const rows: Row[] = [];
  const names = (await readdir(out)).filter(name => name.startsWith('shard-')).sort();
  for (const name of names) for await (const row of rowsOfShard(join(out, name))) rows.push(row);
  return rows;
}

describe('a batch with the memories of sites', () => {
  it('extracts each page with the other pages of its site, for any number of threads', async () => {
    const memory = new SiteMemory();
    for (const subject of SUBJECTS) memory.add(fingerprint(pageOf(subject)));
    const expected = [
      ...SUBJECTS.map(subject => extract(pageOf(subject), { url: urlOf(subject), site: memory }).text),
      extract(pageOf('clock'), { url: 'https://alone.example/' }).text,
      extract(pageOf('harp')).text,
    ];
    expect(expected.map(text => text.includes(BOX))).toEqual([...SUBJECTS.map(() => false), true, true]);
    for (const workers of [1, 2]) {
      const options = optionsOf(`threads-${workers}`, { workers, shardRows: 2 });
      expect((await runBatch(options)).pages).toBe(7);
      expect((await rowsOf(options.out)).map(row => row.text)).toEqual(expected);
    }
  });

  it('has the memories of sites with several pages only, without any text', async () => {
    const options = optionsOf('memories');
    await runBatch(options);
    const file = await SiteFile.read(await writeSites(join(options.out, SITES_FOLDER)));
    expect(file.memoryOf('https://m.example.org/new')?.size).toBe(SUBJECTS.length);
    expect(file.memoryOf('https://alone.example/')).toBeUndefined();
    expect(file.memoryOf(undefined)).toBeUndefined();
    const [row] = await rowsOf(join(options.out, SITES_FOLDER)).catch(() => []);
    expect(row?.text).toBeUndefined();
  });

  it('resumes in either pass', async () => {
    const whole = optionsOf('whole');
    await runBatch(whole);
    const parts = optionsOf('parts', { shardRows: 2 });
    const stopped = new AbortController();
    stopped.abort();
    await expect(runBatch({ ...parts, signal: stopped.signal })).rejects.toMatchObject({ code: 'stopped' });
    const later = new AbortController();
    let pages = 0;
    const onProgress = () => ++pages > 9 && later.abort();
    await runBatch({ ...parts, signal: later.signal, onProgress }).catch(() => {});
    await runBatch(parts);
    expect((await rowsOf(parts.out)).map(row => row.text)).toEqual(
      (await rowsOf(whole.out)).map(row => row.text),
    );
  });

  it('does not resume a batch that was made without them', async () => {
    const options = optionsOf('other', { sites: false });
    await runBatch(options);
    await expect(runBatch({ ...options, sites: true })).rejects.toThrow(/sites/);
  });
});
