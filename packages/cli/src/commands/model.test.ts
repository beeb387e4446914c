import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelFile } from 'webpith';
import { MODEL_FORMAT, MODEL_VERSION, WEIGHTS } from 'webpith/stages';
import { hasRedisServer, startTestRedis } from '../../../fleet/src/queue/testing/redis-server.js';
import { main } from '../main.js';
import { sessionPages } from '../mcp/pages.js';
import { memoryIo } from '../testing/memory-io.js';

// Loading packages and starting threads is slow on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

// Each test runs a command with a model that keeps everything, recognisable by the boilerplate in the output.
const paragraph = '<p>The ferry left the harbour at seven and came back with letters for the village.</p>';
const page = `<!doctype html><title>Ferry</title><nav><a href="/">Imprint of the house</a></nav><article><h1>Ferry</h1>${paragraph.repeat(4)}</article>`;
const NOISE = 'Imprint of the house';
const model = (offset: number): ModelFile => {
  const weights = { ...WEIGHTS, blockCalibration: { slope: 0, offset } };
  return { format: MODEL_FORMAT, version: MODEL_VERSION, name: 'everything', weights };
};

let dir: string;
const at = (name: string) => join(dir, name);
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-model-'));
  await writeFile(at('mine.json'), JSON.stringify(model(6)));
  await writeFile(at('other.json'), JSON.stringify(model(7)));
  await writeFile(at('broken.json'), '{"format": "other"}');
  await writeFile(at('page.html'), page);
  await mkdir(at('corpus/html'), { recursive: true });
  await writeFile(at('corpus/pages.jsonl'), '{"id":"a"}\n');
  await writeFile(at('corpus/html/a.html.gz'), gzipSync(page));
});
afterAll(async () => {
  closeServers();
  await rm(dir, { recursive: true });
});

async function pith(args: readonly string[], input = '') {
  const io = memoryIo({ input });
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

/** All lines of the files in a folder. */
async function linesIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const shards = names.filter(name => name.endsWith('.ndjson'));
  return (await Promise.all(shards.map(name => readFile(join(folder, name), 'utf8')))).join('');
}

const BATCH = ['--workers', '1', '--format', 'ndjson'];

describe('--model', () => {
  it('applies to pith run', async () => {
    const run = ['run', at('corpus'), '--out', '-'];
    expect((await pith([...run, '--model', at('mine.json')])).out).toContain(NOISE);
    expect((await pith(run)).out).not.toContain(NOISE);
  });

  it('applies to pith pipe, in its threads', async () => {
    const input = `${JSON.stringify({ html: page })}\n`.repeat(2);
    const { out } = await pith(['pipe', '--columns', 'text', '--model', at('mine.json')], input);
    expect(out.split(NOISE)).toHaveLength(3);
    expect((await pith(['pipe', '--columns', 'text'], input)).out).not.toContain(NOISE);
  });

  it('applies to pith batch, which does not resume with another model', async () => {
    const batch = ['batch', at('page.html'), '--out', at('batch'), ...BATCH];
    expect((await pith([...batch, '--model', at('mine.json')])).code).toBe(0);
    expect(await linesIn(at('batch'))).toContain(NOISE);
    expect(await readFile(at('batch/_manifest.jsonl'), 'utf8')).toContain('"model":{"name":"everything"');
    expect((await pith([...batch, '--model', at('mine.json')])).code).toBe(0);
    for (const others of [['--model', at('other.json')], []]) {
      const { code, err } = await pith([...batch, ...others]);
      expect([code, err]).toEqual([1, expect.stringContaining('was started with model')]);
    }
  });

  it('applies to pith crawl, which does not resume with another model', async () => {
    const site = await serve((request, response) =>
      request.url === '/robots.txt'
        ? response.writeHead(404).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    const crawl = ['crawl', site, '--out', at('crawl'), '--pages', '1', '--allow-private', ...BATCH];
    expect((await pith([...crawl, '--model', at('mine.json')])).code).toBe(0);
    expect(await linesIn(at('crawl'))).toContain(NOISE);
    const { code, err } = await pith([...crawl, '--model', at('other.json')]);
    expect([code, err]).toEqual([1, expect.stringContaining('was started with the model')]);
  });

  it.skipIf(!hasRedisServer)('applies to pith work', async () => {
    const redis = await startTestRedis();
    try {
      const queue = ['--redis', redis.url];
      await pith(['enqueue', at('page.html'), '--root', dir, ...queue]);
      const work = ['work', '--root', dir, '--out', at('work'), '--until-empty', ...BATCH, ...queue];
      expect((await pith([...work, '--model', at('mine.json')])).code).toBe(0);
      expect(await linesIn(at('work'))).toContain(NOISE);
    } finally {
      await redis.remove();
    }
  });

  it('applies to pith serve if a request names no method, and is named in the response', async () => {
    const stop = new AbortController();
    const io = memoryIo({ signal: stop.signal });
    const flags = ['--port', '0', '--workers', '1', '--store', at('serve.sqlite'), '--json', '--no-open'];
    const ended = main(['serve', ...flags, '--model', at('mine.json')], io);
    while (io.out() === '') await new Promise(done => setTimeout(done, 20));
    const { address } = JSON.parse(io.out());
    const request = async (more: object) => {
      const body = JSON.stringify({ html: page, outputs: ['text'], ...more });
      const headers = { 'content-type': 'application/json' };
      return await (await fetch(`${address}/v1/extract`, { method: 'POST', headers, body })).json();
    };
    const answer = await request({});
    expect(answer).toMatchObject({ method: 'default', modelName: 'everything' });
    expect(answer.outputs.text).toContain(NOISE);
    expect((await request({ method: 'default' })).outputs.text).not.toContain(NOISE);
    const settings = await (await fetch(`${address}/v1/settings`)).json();
    expect(settings.model).toMatchObject({ name: 'everything' });
    const file = await (await fetch(`${address}/v1/models/${settings.model.id}/file`)).json();
    expect(file).toMatchObject({ name: 'everything', weights: model(6).weights });
    stop.abort();
    expect(await ended).toBe(0);
  });

  it('applies to the pages that pith mcp reads', async () => {
    const { loadModel } = await import('webpith');
    const given = { roots: [dir], allowPrivate: false, timeout: 1000, maxSize: 1e6, proxies: {} };
    const fetchPage = () => Promise.reject(new Error('no page is fetched here'));
    const pages = sessionPages({ ...given, fetchPage, model: loadModel(model(6)) });
    const { article } = await pages(at('page.html'), new AbortController().signal);
    expect(article.text).toContain(NOISE);
  });

  const commands: readonly (readonly string[])[] = [
    ['run', 'corpus', '--out', 'none'],
    ['batch', 'page.html', '--out', 'none'],
    ['pipe'],
    ['work', '--out', 'none', '--redis', 'redis://127.0.0.1:1'],
    ['crawl', 'https://example.org', '--out', 'none'],
    ['track', 'page.html', '--store', 'none'],
    ['serve', '--store', 'none', '--port', '0'],
    ['mcp'],
  ];
  it.each(commands)('stops pith %s at once if it is invalid', async (...command) => {
    const args = command.map(word => (['corpus', 'page.html', 'none'].includes(word) ? at(word) : word));
    for (const [file, message] of [
      ['broken.json', 'expected a model'],
      ['missing.json', 'missing.json'],
    ] as const) {
      const { code, err, out } = await pith([...args, '--model', at(file)]);
      expect([code, err, out]).toEqual([1, expect.stringContaining(message), '']);
    }
    expect(existsSync(at('none'))).toBe(false);
  });

  it.each([
    ['run', ['corpus', '--out', '-']],
    ['extract', ['page.html']],
  ] as const)('cannot be combined with another method: pith %s', async (command, [source, ...rest]) => {
    const flags = ['--method', 'tb', '--model', at('mine.json')];
    const { code, err } = await pith([command, at(source), ...rest, ...flags]);
    expect([code, err]).toEqual([2, expect.stringContaining('is a model of the method default, not tb')]);
  });
});
