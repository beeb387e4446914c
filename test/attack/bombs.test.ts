import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { closeServers, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsIn } from '../../packages/fleet/src/crawl/testing/rows.js';

const COMMAND = fileURLToPath(new URL('../../packages/cli/bin/pith.js', import.meta.url));

/** Prints the peak of the resident memory in kilobytes when the process exits. */
const MEASURE = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;

/** Megabytes; a process that unpacked a bomb would need more than a thousand. */
const MOST_MEMORY = 500;

/** Two gigabytes of spaces in two megabytes. */
const bomb = (() => {
  const member = gzipSync(Buffer.alloc(100 << 20, ' '));
  return Buffer.concat(Array.from({ length: 20 }, () => member));
})();
const STORY =
  '<title>Lamps</title><article><h1>Lamps</h1><p>The keeper filled the lamp with oil at nine and trimmed the wick at ten, as every evening.</p></article>';

describe('a decompression bomb given to the command', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bomb-'));
  const path = (name: string) => join(folder, name);
  let site: string;
  beforeAll(async () => {
    writeFileSync(path('page.html.gz'), bomb);
    writeFileSync(path('twice.html.gz'), gzipSync(bomb));
    writeFileSync(path('model.json.gz'), bomb);
    site = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
    );
  });
  afterAll(() => {
    closeServers();
    rmSync(folder, { recursive: true });
  });

  async function pith(args: readonly string[], input?: Uint8Array) {
    const child = spawn(process.execPath, ['--import', MEASURE, COMMAND, ...args], { cwd: folder });
    let [out, err] = ['', ''];
    child.stdout.on('data', piece => {
      out += piece;
    });
    child.stderr.on('data', piece => {
      err += piece;
    });
    child.stdin.on('error', () => {}); // it may exit before it has read all
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    const peak = Number(/peak (\d+)$/.exec(err)?.[1]) / 1024;
    expect(peak, err).toBeGreaterThan(10);
    expect(peak, err).toBeLessThan(MOST_MEMORY);
    return { code, out, err };
  }

  it.each(['page.html.gz', 'twice.html.gz'])('is refused as the file %s', async name => {
    const { code, err } = await pith(['extract', name]);
    expect(code).toBe(1);
    expect(err).toMatch(/is larger than 50 MB; raise the limit with --max-size/);
  });

  it('is refused on standard input', async () => {
    const { code, err } = await pith(['extract', '-'], bomb);
    expect(code).toBe(1);
    expect(err).toContain('standard input is larger than 50 MB');
  });

  it('is refused as a response', async () => {
    const { code, err } = await pith(['extract', `${site}/`, '--allow-private']);
    expect(code).toBe(1);
    expect(err).toMatch(/is larger than 50 MB/);
  });

  it('is refused as a model', async () => {
    const { code, err } = await pith(['extract', '-', '--model', './model.json.gz'], Buffer.from(STORY));
    expect(code).toBe(1);
    expect(err).toMatch(/model\.json\.gz is not a model file/);
  });

  it('is one row of a batch, which extracts the other pages', async () => {
    await mkdir(path('pages'));
    writeFileSync(path('pages/a.html'), STORY);
    writeFileSync(path('pages/b.html.gz'), bomb);
    writeFileSync(path('pages/c.html'), STORY.replaceAll('Lamps', 'Wicks'));
    const { code, err } = await pith(['batch', 'pages', '--out', 'rows', '--workers', '1']);
    expect(code, err).toBe(0);
    const rows = await rowsIn(path('rows'));
    expect(rows.filter(row => row.error === undefined).map(row => row.title)).toEqual(['Lamps', 'Wicks']);
  });

  it('is a row with an error in a run over a corpus', async () => {
    await mkdir(path('corpus/html'), { recursive: true });
    writeFileSync(path('corpus/html/a.html.gz'), gzipSync(STORY));
    writeFileSync(path('corpus/html/b.html.gz'), bomb);
    const text = 'The keeper filled the lamp with oil';
    writeFileSync(
      path('corpus/pages.jsonl'),
      `${JSON.stringify({ id: 'a', text })}\n${JSON.stringify({ id: 'b', text })}\n`,
    );
    const { code, out, err } = await pith(['run', './corpus', '--out', '-']);
    expect(code, err).toBe(0);
    const rows = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { error?: string });
    expect(rows.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringMatching(/b\.html\.gz: .* larger than 67108864 bytes/),
    ]);
  });

  it('is refused unread as an archive of files', async () => {
    // A local header and the start of deflated data, as in a ZIP file or an office document.
    const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(20), bomb]);
    writeFileSync(path('pages.zip'), zip);
    const { code, err } = await pith(['extract', 'pages.zip']);
    expect(code).toBe(1);
    expect(err).toMatch(/is a ZIP/i);
    expect((await readFile(path('pages.zip'))).length).toBe(zip.length);
  });
});
