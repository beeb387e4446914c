import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';

// Loading packages and starting threads is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The corpus that the guides use. */
const CORPUS = fileURLToPath(new URL('../../../../examples/corpus', import.meta.url));
const FIRST = 'The new pier was opened on Friday';

let dir: string;
const at = (name: string) => join(dir, name);
const model = (method: string) => at(`${method}.json`);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-papers-'));
  const html = gunzipSync(await readFile(join(CORPUS, 'html/harbour-1.html.gz'))).toString();
  await writeFile(at('page.html'), html);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function pith(...args: string[]) {
  const io = memoryIo();
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

const METHODS = {
  swarm: { unit: 'block', fact: /average sentence length.*expected at least/ },
  'swarm-plus': { unit: 'block', fact: /average sentence length.*expected at least/ },
  seeker: { unit: 'segment', fact: /good segment: tagName = div/ },
  wrapper: { unit: 'body', fact: /support vector \d+ \(a correct subtree\)/ },
  'wrapper-plus': { unit: 'block', fact: /probability of the body/ },
  density: { unit: 'region', fact: /distance from the densest .*T1 = / },
  'density-plus': { unit: 'element', fact: /\d+ of \d+ characters/ },
  leaves: { unit: 'leaf', fact: /./ },
};

describe.each(Object.entries(METHODS))('%s', (method, { unit, fact }) => {
  it('is trained on a labelled folder, applied and explained', async () => {
    const trained = await pith('train', method, '--corpus', CORPUS, '--out', model(method));
    expect([trained.code, trained.err]).toEqual([0, expect.stringContaining('Trained on 12 pages; ')]);
    const file = JSON.parse(await readFile(model(method), 'utf8'));
    expect(file).toMatchObject({
      format: 'webpith-model',
      version: 1,
      name: method,
      method,
      weights: expect.any(Object),
      card: {
        training: {
          pages: 12,
          corpora: [{ name: 'corpus', digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        },
        metrics: { f1: expect.any(Number), heldOut: expect.any(Number) },
      },
    });
    const extract = ['extract', at('page.html'), '--model', model(method)];
    expect((await pith(...extract)).out).toContain(FIRST);
    const table = await pith(...extract, '--explain');
    expect(table.out).toMatch(/\d+ of \d+ parts kept/);
    const explained = JSON.parse((await pith(...extract, '--explain', '--json')).out);
    const kept = explained.parts.filter((part: { kept: boolean }) => part.kept);
    expect(kept[0].stage).toBe(unit);
    const facts = kept.flatMap(({ evidence }: { evidence: { fact: string }[] }) => evidence);
    expect(facts.some((each: { fact: string }) => fact.test(each.fact))).toBe(true);
    const run = await pith('run', CORPUS, '--limit', '1', '--out', '-', '--model', model(method));
    expect(JSON.parse(run.out).text).toContain(FIRST);
  });
});

describe('models of papers', () => {
  it('are evaluated and applied in threads', async () => {
    const evaluation = await pith(
      ...['eval', CORPUS, '--methods', 'default', '--model', model('density'), '--limit', '2'],
      ...['--workers', '1', '--out', at('evaluation'), '--json'],
    );
    const { summary } = JSON.parse(evaluation.out);
    expect(summary.methods.map(({ name }: { name: string }) => name).sort()).toEqual([
      model('density'),
      'default',
    ]);
    const batch = ['batch', at('page.html'), '--workers', '1', '--format', 'ndjson', '--out', at('batch')];
    expect((await pith(...batch, '--model', model('leaves'))).code).toBe(0);
    const [shard] = (await readdir(at('batch'))).filter(name => name.endsWith('.ndjson'));
    const row = JSON.parse(await readFile(join(at('batch'), shard!), 'utf8'));
    expect(row).toMatchObject({ title: 'Town walks on its new pier', text: expect.stringContaining(FIRST) });
    expect((await pith(...batch, '--model', model('swarm'))).err).toContain('was started with model');
  });

  it('are refused where only the library’s own models work, and with another method', async () => {
    const mcp = await pith('mcp', '--model', model('swarm'));
    expect([mcp.code, mcp.err]).toEqual([2, expect.stringContaining('a model of the method swarm')]);
    const other = await pith('extract', at('page.html'), '--method', 'seeker', '--model', model('swarm'));
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringContaining('is a model of the method swarm, not seeker'),
    ]);
    const classical = await pith('extract', at('page.html'), '--method', 'cetr', '--explain');
    expect([classical.code, classical.err]).toEqual([2, expect.stringContaining('gives no reasons')]);
  });

  it('are refused with a sentence if their file is damaged', async () => {
    await writeFile(at('text.json'), 'no model');
    await writeFile(at('list.json'), '3');
    const swarm = JSON.parse(await readFile(model('swarm'), 'utf8'));
    await writeFile(
      at('thresholds.json'),
      JSON.stringify({ ...swarm, weights: { ...swarm.weights, thresholds: {} } }),
    );
    await writeFile(at('unknown.json'), JSON.stringify({ ...swarm, method: 'magic' }));
    for (const [name, message] of [
      ['text.json', 'is not a model file'],
      ['list.json', 'expected a model, got number'],
      ['thresholds.json', 'swarm: expected a finite number for “sentence-length”'],
      ['unknown.json', 'the model belongs to the method "magic", which is not one of'],
    ] as const) {
      const { code, err } = await pith('extract', at('page.html'), '--model', at(name));
      expect([name, code > 0, err]).toEqual([name, true, expect.stringContaining(message)]);
      expect(err).not.toContain('unexpected');
    }
  });
});

describe('training', () => {
  /** A copy of the first pages with other labels. */
  async function copyWith(name: string, pages: number, label?: (label: string) => string): Promise<string> {
    const { readCorpus, readLabels, writeCorpus, writeLabels } = await import('@webpith/lab');
    const copied = [];
    for await (const page of readCorpus(CORPUS, { limit: pages })) copied.push(page);
    await writeCorpus(at(name), copied);
    for (const page of copied) {
      const own = await readLabels(CORPUS, page);
      if (own === undefined || label === undefined) continue;
      const nodes = Object.fromEntries(Object.entries(own.nodes).map(([node, old]) => [node, label(old)]));
      await writeLabels(at(name), { ...own, nodes });
    }
    return at(name);
  }

  it('is refused if there are too few labels, or labels of another kind, with the reason', async () => {
    const titles = await copyWith('titles', 5, label => (label === 'title' ? label : 'none'));
    const two = await copyWith('two', 2, label => label);
    const bare = await copyWith('bare', 4);
    for (const [method, corpus, message] of [
      ['leaves', titles, 'The leaves are only labelled “none”, “title”, so the model would find no text'],
      ['leaves', two, 'Training needs at least 3 pages with labels of leaves'],
      ['leaves', bare, 'labels of leaves, such as “paragraph” or “title”; 0 of 4 have it'],
      ['swarm', two, 'at least 3 pages with main content; 2 of 2 have it'],
      ['wrapper', two, 'at least 3 pages with a title and main content that are shown on the page'],
      ['seeker', two, 'at least 3 pages with main content or segments, all of one genre'],
    ] as const) {
      const out = at(`refused-${method}.json`);
      const { code, err } = await pith('train', method, '--corpus', corpus, '--out', out);
      expect([method, code, err]).toEqual([method, 1, expect.stringContaining(message)]);
      expect(existsSync(out)).toBe(false);
    }
  });

  it('never replaces a shipped model by one of other pages', async () => {
    const file = fileURLToPath(new URL('../../../papers/models/swarm.json.gz', import.meta.url));
    const before = await readFile(file);
    const { code, err } = await pith('train', 'swarm', '--corpus', CORPUS);
    expect([code, err]).toEqual([2, expect.stringContaining('--corpus needs --out FILE')]);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('of a shipped model needs a checkout', async () => {
    const { code, err } = await pith('train', 'leaves', '--corpora', dir, '--root', dir);
    expect([code, err]).toEqual([2, expect.stringContaining('give --corpus DIR and --out FILE')]);
  });
});
