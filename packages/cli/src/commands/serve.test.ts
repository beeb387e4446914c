import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';
import { hasDesktop } from './serve.js';

const folder = mkdtempSync(join(tmpdir(), 'pith-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = (name: string) => ['--store', join(folder, `${name}.sqlite`)];

const EXTENSION = ['--cors', `chrome-extension://${'abcdefgh'.repeat(4)}`];

/** Waits until a condition is true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(done => setTimeout(done, 20));
}

describe('pith serve', () => {
  it('prints its addresses and settings on one screen, logs requests, and exits cleanly when stopped', async () => {
    const stop = new AbortController();
    const io = memoryIo({ signal: stop.signal });
    const log = join(folder, 'access.jsonl');
    const args = [
      'serve',
      '--port',
      '0',
      '--workers',
      '1',
      '--no-open',
      '--access-log',
      log,
      ...store('one'),
    ];
    const ended = main(args, io);
    await until(() => io.err().includes('Ctrl+C'));
    const address = /runs at (http:\/\/127\.0\.0\.1:\d+)/.exec(io.err())![1]!;
    expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ status: 'ok' });
    expect(io.err()).toContain(join(folder, 'one.sqlite'));
    expect(io.err().split('\n').length).toBeLessThan(24);
    stop.abort();
    expect(await ended).toBe(0);
    await expect(fetch(`${address}/health`)).rejects.toThrow();
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { method: 'GET', url: '/health', status: 200 },
    ]);
  });

  it.each([
    ['an invalid port', ['--port', '70000'], 2, 'Must be a port'],
    ['an invalid origin', ['--cors', 'example.org/x'], 2, 'Must be an origin'],
    ['an invalid extension origin', ['--cors', 'chrome-extension://mine'], 2, 'Must be an origin'],
    [
      'an invalid store after a valid extension origin',
      [...EXTENSION, '--store', 'mysql://x'],
      1,
      'a file or postgres',
    ],
    ['a public address without a token', ['--host', '0.0.0.0', ...store('open')], 1, 'pith token add'],
    ['--tokens without a token', ['--tokens', '--port', '0', ...store('tokens')], 1, 'pith token add'],
    ['an invalid store', ['--store', 'mysql://x'], 1, 'expected a file or postgres'],
    [
      'a folder of corpora that does not exist',
      ['--corpora', join(folder, 'none'), ...store('corpora')],
      1,
      'it does not exist',
    ],
    [
      'an access log that cannot be written',
      ['--access-log', join(folder, 'none', 'log'), ...store('log')],
      1,
      'its folder does not exist',
    ],
  ])('rejects %s', async (_name, args, code, message) => {
    const io = memoryIo();
    expect(await main(['serve', '--workers', '1', ...args], io)).toBe(code);
    expect(io.err()).toContain(message);
  });

  it('opens a browser only on a desktop', () => {
    const io = (terminal: boolean, env: Record<string, string>) => ({ ...memoryIo({ terminal }), env });
    expect(hasDesktop(io(true, { DISPLAY: ':0' }), 'linux')).toBe(true);
    expect(hasDesktop(io(true, {}), 'darwin')).toBe(true);
    expect(hasDesktop(io(true, {}), 'linux')).toBe(false);
    expect(hasDesktop(io(false, { DISPLAY: ':0' }), 'linux')).toBe(false);
    expect(hasDesktop(io(true, { DISPLAY: ':0', SSH_CONNECTION: '1' }), 'linux')).toBe(false);
  });

  it('finishes running requests after SIGTERM, accepts no new ones, and exits with 0', async () => {
    const command = fileURLToPath(new URL('../../bin/pith.js', import.meta.url));
    const options = ['serve', '--port', '0', '--workers', '1', '--no-open', '--json', ...store('term')];
    const server = spawn(process.execPath, [command, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(server, 'exit');
    let stderr = '';
    server.stderr.on('data', piece => {
      stderr += String(piece);
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const { address } = JSON.parse(String(line)) as { address: string };

    const page = `<title>Tides</title><p>${'The boats wait for the tide in the harbour. '.repeat(20)}`;
    const running = request(`${address}/v1/extract?format=text`, {
      method: 'POST',
      headers: { 'content-type': 'text/html', 'content-length': page.length, expect: '100-continue' },
    });
    const answered = once(running, 'response');
    running.flushHeaders();
    await once(running, 'continue'); // the server has started processing it
    running.write(page.slice(0, 100));
    server.kill('SIGTERM');
    await until(() => stderr.includes('finishing running requests'));
    await expect(fetch(`${address}/health`)).rejects.toThrow();
    running.end(page.slice(100));
    const [answer] = (await answered) as [import('node:http').IncomingMessage];
    let text = '';
    for await (const piece of answer) text += String(piece);
    expect([answer.statusCode, text]).toEqual([200, expect.stringContaining('The boats wait')]);
    expect(await ended).toEqual([0, null]);
  });
});
