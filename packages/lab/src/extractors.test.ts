import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baselines } from './baselines/table.js';
import { extractorNames, extractors, extractorVersion, loadExtractor } from './extractors.js';
import { methods } from './methods/table.js';
import { rivals } from './rivals/rivals.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-extractors-'));
});

afterAll(() => rm(folder, { recursive: true }));

const page = (text: string) => ({ id: 'p', html: new TextEncoder().encode(`<p>${text}</p>`) });

describe('the table of extractors', () => {
  it('holds all methods, the library first, all baselines and all rivals', () => {
    expect(extractorNames[0]).toBe('default');
    const tables = [methods, baselines, rivals];
    expect(extractorNames).toEqual(tables.flatMap(table => Object.keys(table)));
    expect(Object.keys(extractors)).toEqual(extractorNames);
  });

  it('names every method as it names itself', async () => {
    for (const [name, load] of Object.entries(methods)) expect((await load()).name).toBe(name);
  });

  it('gives extractors that load when they are first used', async () => {
    expect(await extractors.tb!.extract(page('some words'))).toMatchObject({ text: 'some words' });
  });
});

describe('loadExtractor', () => {
  it('names what there is, nearest first, for a name there is not', () => {
    expect(() => extractorVersion('readabilty')).toThrow(/nearest first\): readability, /);
    expect(() => extractorVersion('lqf50')).toThrow(/nearest first\): lqf-50, /);
    expect(() => extractorVersion('toString')).toThrow(/no extractor “toString”/);
  });

  it('takes a module', async () => {
    const file = join(folder, 'mine.mjs');
    await writeFile(file, "export default { extract: page => ({ text: page.id + '!' }) };");
    const mine = await loadExtractor(file);
    expect(mine.name).toBe(file);
    expect(await mine.extract(page(''))).toEqual({ text: 'p!' });
  });

  it('needs a corpus, and a file, for recorded outputs', async () => {
    expect(() => extractorVersion('recorded:peer')).toThrow(/a corpus to which its outputs belong/);
    expect(() => extractorVersion('recorded:../x', { corpus: folder })).toThrow(/name of a peer/);
    const missing = { corpus: join(folder, 'corpora', 'news') };
    expect(() => extractorVersion('recorded:peer', missing)).toThrow(/news\.peer\.jsonl\.gz/);
    await expect(loadExtractor('recorded:peer', missing)).rejects.toThrow(/no outputs of “peer”/);
  });
});

describe('extractorVersion', () => {
  it('changes with the code of a module and with a recording, and only then', async () => {
    const file = join(folder, 'changing.mjs');
    await writeFile(file, 'export default {};');
    const before = extractorVersion(file);
    expect(extractorVersion(file)).toBe(before);
    await writeFile(file, 'export default { };');
    expect(extractorVersion(file)).not.toBe(before);
    const context = { corpus: join(folder, 'news'), recordings: folder };
    await writeFile(join(folder, 'news.peer.jsonl'), '{"id":"p","text":"a"}\n');
    const recorded = extractorVersion('recorded:peer', context);
    await writeFile(join(folder, 'news.peer.jsonl'), '{"id":"p","text":"b"}\n');
    expect(extractorVersion('recorded:peer', context)).not.toBe(recorded);
  });

  it('names the release of a rival', () => {
    expect(extractorVersion('readability')).toMatch(/^\d+\.\d+\.\d+ lab \d+\.\d+\.\d+\+[0-9a-f]{12}$/);
    expect(extractorVersion('default')).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
  });
});
