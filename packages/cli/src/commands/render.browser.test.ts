import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { closeServers, serve } from '@webpith/fetch/testing';
import { findChromium } from '@webpith/render';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../../test/tiers.js';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';

const STORY =
  '<title>The ferry</title><link rel=stylesheet href=/style.css><div id="root"></div><script src="/app.js"></script>';
const PARAGRAPHS = [
  'The ferry left the pier at noon, and nobody on it knew that the fog would come before the evening.',
  'By two o’clock the captain could no longer see the bow of his own ship, and he ordered the engines to be stopped.',
  'Passengers who had been reading on deck came inside, where the crew handed out tea and what bread was left.',
];
const SITE: Record<string, [type: string, body: string]> = {
  '/': ['text/html', STORY],
  '/style.css': ['text/css', 'p{color:rgb(10,20,30)}'],
  '/app.js': [
    'text/javascript',
    `root.innerHTML = ${JSON.stringify(`<article><h1>The ferry</h1>${PARAGRAPHS.map(text => `<p>${text}</p>`).join('')}</article>`)}`,
  ],
};

const EXAMPLE = fileURLToPath(new URL('../../../../examples/lighthouse.html', import.meta.url));

let folder: string;
let site: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-render-'));
  site = await serve((request, response) => {
    const [type, body] = SITE[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
});

afterAll(async () => {
  closeServers();
  await rm(folder, { recursive: true });
});

async function pith(...args: string[]) {
  const io = memoryIo();
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

/** A file with the page before its scripts ran. */
async function shell(): Promise<string> {
  const path = join(folder, 'shell.html');
  await writeFile(path, STORY);
  return path;
}

describe('a page written by scripts', () => {
  it('is detected', async () => {
    const { code, err, out } = await pith('extract', await shell(), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out).needsRendering).toBe(true);
    expect(err).toContain('--render');
  });

  it('cannot be rendered without Chromium, which the error explains', async () => {
    const before = process.env.PITH_CHROMIUM;
    process.env.PITH_CHROMIUM = join(folder, 'nothing-here');
    try {
      const { code, err } = await pith('render', await shell());
      expect(code).toBe(1);
      expect(err).toMatch(/PITH_CHROMIUM is .*nothing-here, which is not a program; install it/);
    } finally {
      if (before === undefined) delete process.env.PITH_CHROMIUM;
      else process.env.PITH_CHROMIUM = before;
    }
  });
});

describe.skipIf(findChromium() === undefined)('with Chromium', () => {
  it('pith extract --render reads text written by scripts', async () => {
    const { code, out, err } = await pith(
      'extract',
      `${site}/`,
      '--render',
      '--allow-private',
      '--explain',
      '--json',
    );
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out).map((decision: { text: string }) => decision.text)).toEqual([
      'The ferry',
      ...PARAGRAPHS,
    ]);
  });

  it('passes the tree to methods of the lab', async () => {
    const { code, out } = await pith(
      'extract',
      `${site}/`,
      '--render',
      '--allow-private',
      '--method',
      'tb-visible',
    );
    expect(code).toBe(0);
    expect(out).toContain(PARAGRAPHS[1]);
  });

  it.each(sampled(['wrapper', 'wrapper-plus', 'leaves', 'seeker', 'density'], 2))(
    'the method %s reads a page with and without its layout',
    async method => {
      for (const drawn of [[], ['--render']]) {
        const { code, out } = await pith('extract', EXAMPLE, '--method', method, ...drawn);
        expect(code).toBe(0);
        expect(out).toContain('The tower went up in the winter of 1868');
        expect(out).not.toContain('We and our 214 partners');
      }
    },
  );

  it('pith extract --format rich writes a page in the style of the original', async () => {
    const { code, out } = await pith('extract', `${site}/`, '--format', 'rich', '--allow-private');
    expect(code).toBe(0);
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).toContain('color:rgb(10, 20, 30)');
    expect(out).not.toContain('<script');
  });

  it.each(sampled(['wrapper', 'wrapper-plus', 'leaves', 'density', 'seeker', 'readability'], 2))(
    'pith extract --method %s --format rich writes the extraction in the style of the original',
    async method => {
      const { code, out } = await pith('extract', EXAMPLE, '--method', method, '--format', 'rich');
      expect(code).toBe(0);
      expect(out).toMatch(/^<!doctype html>/);
      expect(out).toContain('The tower went up in the winter of 1868');
      expect(out).toMatch(/<p[^>]*style="/);
      expect(out).not.toContain('We and our 214 partners');
      expect(out).not.toContain('<script');
    },
  );

  it('pith run --render passes rendered pages of a corpus to methods', async () => {
    const corpus = join(folder, 'corpus');
    await mkdir(join(corpus, 'html'), { recursive: true });
    await writeFile(join(corpus, 'pages.jsonl'), `${JSON.stringify({ id: 'one', text: 'x' })}\n`);
    const html = `<style>.gone{display:none}</style><h1>Tides</h1><div><p>${PARAGRAPHS[0]}</p><p>${PARAGRAPHS[1]}</p><p class=gone>Hidden by a style sheet alone.</p></div>`;
    await writeFile(join(corpus, 'html/one.html.gz'), gzipSync(html));
    const run = async (...flags: string[]) =>
      JSON.parse((await pith('run', corpus, '--out', '-', '--method', 'wrapper', ...flags)).out).text;
    expect(await run()).toContain('Hidden by a style sheet');
    const drawn = await run('--render');
    expect(drawn).toContain(PARAGRAPHS[1]);
    expect(drawn).not.toContain('Hidden by a style sheet');
  });

  it('pith render prints HTML after scripts, boxes, and takes a screenshot', async () => {
    const picture = join(folder, 'page.png');
    const { code, out } = await pith('render', `${site}/`, '--allow-private', '--screenshot', picture);
    expect(code).toBe(0);
    expect(out).toContain('<h1>The ferry</h1>');
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG');
    const json = JSON.parse(
      (await pith('render', `${site}/`, '--allow-private', '--json', '--viewport', '800x600')).out,
    );
    const paragraph = json.nodes.find((node: { tag: string }) => node.tag === 'p');
    expect(json.viewport).toEqual({ width: 800, height: 600 });
    expect(paragraph.box.width).toBeGreaterThan(700);
    expect(paragraph.styles.color).toBe('rgb(10, 20, 30)');
    const still = await pith('render', `${site}/`, '--allow-private', '--no-javascript');
    expect(still.out).toContain('<div id="root"></div>');
  });

  it('pith archive saves a page that can be read offline', async () => {
    const file = join(folder, 'page.mhtml');
    expect((await pith('archive', `${site}/`, '--allow-private', '-o', file)).code).toBe(0);
    const { code, out } = await pith('render', file, '--no-network');
    expect(code).toBe(0);
    expect(out).toContain(PARAGRAPHS[2]);
  });

  it('private addresses are rejected with advice', async () => {
    const { code, err } = await pith('render', `${site}/`);
    expect(code).toBe(1);
    expect(err).toMatch(/^pith: .* not a public address .*--allow-private/);
  });
});
