import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Thread } from './thread.js';

const FILE = new URL('./testing/stunts.js', import.meta.url);
const hasModel = ['--permission', '--experimental-permission'].some(flag =>
  process.allowedNodeEnvironmentFlags.has(flag),
);
if (!hasModel) console.warn('skipped: this Node has no permission model');

let folder: string;
let requests = 0;
const server = createServer((_, answer) => {
  requests++;
  answer.end();
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pith-sandbox-'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  process.env.PITH_SECRET = 'secret';
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.close();
  delete process.env.PITH_SECRET;
  rmSync(folder, { recursive: true });
});

function started(kind: 'thread' | 'process'): Promise<Thread> {
  return new Promise(resolve => {
    const thread: Thread = new Thread({ file: FILE, kind, onReady: () => resolve(thread) });
  });
}

async function waysOf(kind: 'thread' | 'process'): Promise<Record<string, unknown>> {
  const thread = await started(kind);
  const { port } = server.address() as AddressInfo;
  const ending = await thread.run(['ways', { file: join(folder, 'secret.txt'), port }]);
  await thread.end();
  return (ending as { answer: Record<string, unknown> }).answer;
}

describe('a process', () => {
  it('ignores signals, which its parent handles', async () => {
    const thread = await started('process');
    for (const signal of ['SIGINT', 'SIGTERM']) process.kill(thread.pid!, signal);
    expect(await thread.run(['double', 2])).toMatchObject({ answer: 4 });
    await thread.end();
  });

  it('exits with its parent, however the parent ends', async () => {
    const [index, stunts] = ['index.js', 'testing/stunts.js'].map(
      file => new URL(`../dist/${file}`, import.meta.url).href,
    );
    const script = `import { Thread } from '${index}';
      const thread = new Thread({ file: new URL('${stunts}'), kind: 'process', onReady: () => console.log(thread.pid) });`;
    const owner = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    const [line] = (await once(owner.stdout, 'data')) as [Buffer];
    owner.kill('SIGKILL');
    await expect.poll(() => isThere(Number(String(line)))).toBe(false);
  });
});

/** True if a process runs. Zombies that nothing reaps are still listed. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}

describe.skipIf(!hasModel)('a sandboxed process', () => {
  it('cannot read or write files, start processes, use the network or see secrets', async () => {
    const { environment, fetch: fetched, ...ways } = await waysOf('process');
    const names = Object.keys(ways);
    expect(ways).toEqual(Object.fromEntries(names.map(name => [name, 'ERR_ACCESS_DENIED'])));
    expect([names.length, fetched, environment, requests]).toEqual([10, 'ReferenceError', undefined, 0]);
  });

  it('is what blocks these ways: a thread can use them all', async () => {
    const { 'load native code': _, ...ways } = await waysOf('thread');
    const open = Object.fromEntries(Object.keys(ways).map(name => [name, 'open']));
    expect(ways).toEqual({ ...open, environment: 'secret' });
    expect(requests).toBe(2);
  });
});
