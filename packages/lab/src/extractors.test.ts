import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractorNames, extractors, extractorVersion, loadExtractor } from './extractors.js';
import { methods } from './methods/table.js';
import { peers } from './peers/peers.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-extractors-'));
});

afterAll(() => rm(folder, { recursive: true }));

const page = (text: string) => ({ id: 'p', html: new TextEncoder().encode(`<p>${text}</p>`) });

describe('the table of extractors', () => {
  it('contains all methods, the library first, and all peers', () => {
    expect(extractorNames[0]).toBe('default');
    const tables = [methods, peers];
    expect(extractorNames).toEqual(tables.flatMap(table => Object.keys(table)));
    expect(Object.keys(extractors)).toEqual(extractorNames);
  });

  it('lists every method under its own name', async () => {
    for (const [name, load] of Object.entries(methods)) expect((await load()).name).toBe(name);
  });

  it('loads extractors on first use', async () => {
    expect(await extractors.default!.extract(page('some words'))).toMatchObject({ text: 'some words' });
  });
});

describe('loadExtractor', () => {
  it('lists the known names, nearest first, for an unknown one', async () => {
    await expect(extractorVersion('readabilty')).rejects.toThrow(/nearest first: readability, /);
    await expect(extractorVersion('toString')).rejects.toThrow(/Unknown extractor “toString”/);
  });

  it('loads a module', async () => {
    const file = join(folder, 'mine.mjs');
    await writeFile(file, "export default { extract: page => ({ text: page.id + '!' }) };");
    const mine = await loadExtractor(file);
    expect(mine.name).toBe(file);
    expect(await mine.extract(page(''))).toEqual({ text: 'p!' });
  });

  it('loads methods of other modules and names the package of paper methods', async () => {
    const file = join(folder, 'more.mjs');
    const method =
      "{ name: 'mine', load: async () => ({ name: 'mine', extract: page => ({ text: page.id }) }) }";
    await writeFile(file, `export const methods = { mine: async () => (${method}) };`);
    const context = { modules: [pathToFileURL(file).href] };
    expect(await (await loadExtractor('mine', context)).extract(page(''))).toEqual({ text: 'p' });
    expect(await extractorVersion('mine', context)).toMatch(/^[0-9a-f]{12} pith /);
    await expect(loadExtractor('mime', context)).rejects.toThrow(/nearest first: mine, /);
    await expect(loadExtractor('swarm')).rejects.toThrow(/npm install @webpith\/papers/);
  });

  it('needs a corpus, and a file, for recorded outputs', async () => {
    await expect(extractorVersion('recorded:peer')).rejects.toThrow(/the corpus of its outputs/);
    await expect(extractorVersion('recorded:../x', { corpus: folder })).rejects.toThrow(/name of a peer/);
    const missing = { corpus: join(folder, 'corpora', 'news') };
    await expect(extractorVersion('recorded:peer', missing)).rejects.toThrow(/news\.peer\.jsonl\.gz/);
    await expect(loadExtractor('recorded:peer', missing)).rejects.toThrow(/No recorded outputs of “peer”/);
  });
});

describe('extractorVersion', () => {
  it('changes exactly when the code of a module or a recording changes', async () => {
    const file = join(folder, 'changing.mjs');
    await writeFile(file, 'export default {};');
    const before = await extractorVersion(file);
    expect(await extractorVersion(file)).toBe(before);
    await writeFile(file, 'export default { };');
    expect(await extractorVersion(file)).not.toBe(before);
    const context = { corpus: join(folder, 'news'), recordings: folder };
    await writeFile(join(folder, 'news.peer.jsonl'), '{"id":"p","text":"a"}\n');
    const recorded = await extractorVersion('recorded:peer', context);
    await writeFile(join(folder, 'news.peer.jsonl'), '{"id":"p","text":"b"}\n');
    expect(await extractorVersion('recorded:peer', context)).not.toBe(recorded);
  });

  it('contains the release of a peer', async () => {
    expect(await extractorVersion('readability')).toMatch(/^\d+\.\d+\.\d+ lab \d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    expect(await extractorVersion('default')).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  });
});
