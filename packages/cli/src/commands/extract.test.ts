import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODEL_FORMAT, MODEL_VERSION, WEIGHTS } from 'webpith/stages';
import { main } from '../main.js';
import { fakeLibrary } from '../testing/fake-library.js';
import { type MemoryIoOptions, memoryIo } from '../testing/memory-io.js';

let folder: string;
let site: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-extract-'));
  site = await serve((request, response) => {
    if (request.url === '/moved') return response.writeHead(301, { location: '/page' }).end();
    if (request.url === '/slow') return;
    response.writeHead(200, { 'content-type': 'text/html; charset=koi8-r' }).end('<p>web');
  });
});

afterAll(async () => {
  closeServers();
  await rm(folder, { recursive: true });
});

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function pith(args: string[], options: MemoryIoOptions = {}) {
  const io = memoryIo(options);
  const library = fakeLibrary([
    {
      kept: true,
      stage: 'regions',
      reason: 'article',
      score: 0.931,
      path: 'html > body > p',
      text: 'Hello\nthere',
    },
    {
      kept: false,
      stage: 'regions',
      reason: 'navigation',
      path: `${'div > '.repeat(5000)}nav`,
      text: 'Home',
    },
  ]);
  const code = await main(['extract', ...args], io, { library: async () => library });
  return { code, out: io.out(), err: io.err(), calls: library.calls };
}

describe('pith extract', () => {
  it('reads a file', async () => {
    const { code, out, err, calls } = await pith([await file('page.html', '<p>file')]);
    expect({ code, out, err }).toEqual({ code: 0, out: 'text(<p>file) {}\n', err: '' });
    expect(calls).toEqual([{ html: '<p>file', options: { include: {} } }]);
  });

  it('decompresses a .gz file, within the size limit', async () => {
    const path = await file('page.html.gz', gzipSync('<p>packed'));
    expect((await pith([path])).out).toContain('text(<p>packed)');
    const limited = await pith([path, '--max-size', '5']);
    expect(limited.code).toBe(1);
    expect(limited.err).toMatch(/larger than 5 bytes.*--max-size/);
  });

  it('reads standard input', async () => {
    const { out, calls } = await pith(['-', '--url', 'https://example.org/a'], { input: '<p>piped' });
    expect(out).toContain('text(<p>piped)');
    expect(calls[0]?.options.url).toBe('https://example.org/a');
  });

  it('limits standard input', async () => {
    const { code, err } = await pith(['-', '--max-size', '10'], { input: 'x'.repeat(11) });
    expect(code).toBe(1);
    expect(err).toContain('standard input is larger');
  });

  it('fetches a URL and passes on its final URL and charset', async () => {
    const { code, calls } = await pith([`${site}/moved`, '--allow-private']);
    expect(code).toBe(0);
    expect(calls).toEqual([
      { html: '<p>web', options: { url: `${site}/page`, charset: 'koi8-r', include: {} } },
    ]);
  });

  it.each([
    [['--format', 'markdown'], 'markdown(<p>x) {}'],
    [['-f', 'html'], 'html(<p>x) {}'],
    [['--format', 'tei'], 'tei(<p>x) {}'],
    [['--json'], 'json(<p>x) {}'],
    [['--title', '--byline', '--comments'], 'text(<p>x) {"title":true,"byline":true,"comments":true}'],
    [['--no-title'], 'text(<p>x) {"title":false}'],
    [
      ['-f', 'markdown', '--style', 'links=reference, math=none'],
      'markdown(<p>x) {"markdown":{"links":"reference","math":"none"}}',
    ],
  ])('passes on %j', async (flags, expected) => {
    expect((await pith(['-', ...flags], { input: '<p>x' })).out).toBe(`${expected}\n`);
  });

  it.each(['links', 'links=footer', 'link=none', 'links=none=x', ''])(
    'refuses the Markdown settings %j',
    async settings => {
      const { code, err } = await pith(['-', '--style', settings], { input: '<p>x' });
      expect(code).toBe(2);
      expect(err).toContain('links=inline|reference|none');
    },
  );

  it('writes to a file', async () => {
    const path = join(folder, 'out.txt');
    const { code, out } = await pith(['-', '--out', path], { input: '<p>x' });
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(await readFile(path, 'utf8')).toBe('text(<p>x) {}\n');
  });

  it('removes escape sequences for a terminal and keeps them otherwise', async () => {
    const input = '<p>\u001b[31mred';
    expect((await pith(['-'], { input, terminal: true })).out).toContain('text(<p>[31mred)');
    expect((await pith(['-'], { input })).out).toContain('\u001b[31mred');
  });
});

it('pith extract reports a page without content', async () => {
  const io = memoryIo({ input: '' });
  expect(await main(['extract', '-'], io)).toBe(0);
  expect({ out: io.out(), err: io.err() }).toEqual({
    out: '',
    err: 'pith: the page seems to have no content: no text\n',
  });
});

describe('pith extract --explain', () => {
  it('prints one line per block', async () => {
    const { out } = await pith(['-', '--explain'], { input: '<p>x' });
    const lines = out.trimEnd().split('\n');
    expect(lines[1]).toMatch(/^kept +0\.93 +regions +article +html > body > p +Hello there$/);
    expect(lines[2]).toMatch(/^dropped +regions +navigation +…[div> ]+nav +Home$/);
    expect(lines.at(-1)).toBe('1 of 2 blocks kept');
    expect(Math.max(...lines.map(line => line.length))).toBeLessThan(170);
  });

  it('prints the decisions as JSON', async () => {
    const decisions = JSON.parse((await pith(['-', '--explain', '--json'], { input: '<p>x' })).out);
    expect(decisions).toHaveLength(2);
    expect(decisions[0]).toMatchObject({ kept: true, reason: 'article', score: 0.931 });
  });
});

describe('pith extract --model', () => {
  it('reads a model file', async () => {
    const model = { format: MODEL_FORMAT, version: MODEL_VERSION, name: 'mine', weights: WEIGHTS };
    const path = await file('mine.json', JSON.stringify(model));
    const { code, calls } = await pith(['-', '--model', path], { input: '<p>x' });
    expect(code).toBe(0);
    expect(calls[0]!.options).toMatchObject({ model: { name: 'mine' } });
  });

  it('accepts the wide model by name', async () => {
    const { calls } = await pith(['-', '--model', 'wide'], { input: '<p>x' });
    expect(calls[0]!.options).toMatchObject({ model: { name: 'wide' } });
  });

  it.each([
    ['no-model.json', '{"format": "other"}', 'expected a model'],
    ['no-json.json', 'nothing', 'no-json.json'],
  ])('rejects a file that is not a model: %s', async (name, content, message) => {
    const { code, err } = await pith(['-', '--model', await file(name, content)], { input: '<p>x' });
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('pith extract --chunks', () => {
  it('prints Markdown chunks with metadata if requested', async () => {
    const { out } = await pith(['-', '--chunks', '100', '--format', 'markdown'], { input: '<p>x' });
    const [first] = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(first.options).toMatchObject({ size: 100, format: 'markdown', facts: true });
  });

  it('prints one line of JSON per chunk', async () => {
    const { code, out } = await pith(['-', '--chunks', '100', '--overlap', '20', '--title'], {
      input: '<p>x',
    });
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toEqual([
      { text: '<p>x', options: { size: 100, overlap: 20, title: true } },
      { text: 'the rest' },
    ]);
  });

  it.each([
    [['--chunks', '5'], /'5'.*16 or more/],
    [['--overlap', '5'], /--overlap needs --chunks/],
    [['--chunks', '50', '--overlap', '26'], /--overlap is 26, but may be at most half of --chunks, 25/],
    [['--chunks', '50', '--format', 'html'], /--format text or markdown, not html/],
    [['--chunks', '50', '--method', 'swarm'], /only with --method default, not swarm/],
    [['--chunks', '50', '--explain'], /--chunks and --explain cannot be combined/],
  ])('rejects %j', async (flags, message) => {
    const { code, out, err } = await pith(['-', ...flags], { input: '<p>x' });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});

describe('pith extract fails with one line', () => {
  async function failure(args: string[], options: MemoryIoOptions = {}): Promise<string> {
    const { code, out, err } = await pith(args, options);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^pith: [^\n]+\n$/);
    return err;
  }

  it('for a missing file', async () => {
    expect(await failure([join(folder, 'absent.html')])).toMatch(
      /absent\.html.*does not exist; check the path/,
    );
  });

  it('for a URL without its scheme', async () => {
    expect(await failure(['example.org/story'])).toContain('write https://example.org/story');
    expect(await failure(['absent.html'])).not.toContain('https://');
  });

  it('for a folder without pages', async () => {
    expect(await failure([await mkdtemp(join(folder, 'empty-'))])).toMatch(
      /no \.html files in the folder .*; check the path/,
    );
  });

  it.each([
    ['photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), /photo\.jpg is a JPEG image/],
    ['paper.html', Buffer.from('%PDF-1.7 …'), /is a PDF document/],
    ['noise.html', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251)), /is binary data/],
    ['cut.html.gz', gzipSync('<p>a longer text').subarray(0, 20), /damaged or truncated/],
  ])('for the file %s', async (name, content, message) => {
    expect(await failure([await file(name, content)])).toMatch(message);
  });

  it('for an output that cannot be written', async () => {
    const path = join(folder, 'absent', 'out.txt');
    expect(await failure(['-', '-o', path], { input: '<p>x' })).toMatch(
      /cannot write .*its folder does not exist; create the folder/,
    );
    expect(await failure(['-', '-o', folder], { input: '<p>x' })).toContain('it is a folder');
  });

  it('for a private address', async () => {
    expect(await failure([site])).toContain('--allow-private');
  });

  it('for a host that cannot be reached or takes too long', async () => {
    expect(await failure(['http://127.0.0.1:2/', '--allow-private'])).toContain('refused');
    expect(await failure([`${site}/slow`, '--allow-private', '--timeout', '0.1'])).toMatch(
      /0\.1 s.*--timeout/,
    );
  });

  it('for a page that the library rejects', async () => {
    expect(await failure(['-'], { input: 'fail' })).toContain('this page fails');
  });
});

describe('pith extract when stopped', () => {
  it('stops fetching', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const { code, err } = await pith([`${site}/slow`, '--allow-private'], { signal: stop.signal });
    expect(code).toBe(130);
    expect(err).toBe('pith: stopped before the end\n');
  });

  it('stops waiting for standard input', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const io = { ...memoryIo({ signal: stop.signal }), stdin: new PassThrough() };
    expect(await main(['extract', '-'], io)).toBe(130);
    expect(io.err()).toBe('pith: stopped before the end\n');
    expect(io.stdin.destroyed).toBe(true);
  });

  it('exits on SIGINT and removes its listeners', async () => {
    const listeners = new Set<() => void>();
    const io = {
      ...memoryIo(),
      stdin: new PassThrough(),
      on: (_event: string, listener: () => void) => listeners.add(listener),
      off: (_event: string, listener: () => void) => listeners.delete(listener),
    };
    const ended = main(['extract', '-'], io);
    for (const interrupt of listeners) interrupt();
    expect(await ended).toBe(130);
    expect(listeners.size).toBe(0);
  });

  it('exits quietly when its output is closed', async () => {
    const { code, err } = await pith(['-'], { input: '<p>x', closesAfter: 0 });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
