import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Pool, type PoolOptions, type PoolTask } from './pool.js';
import type { Stunt } from './testing/stunts.js';

const FILE = new URL('./testing/stunts.js', import.meta.url);
let pool: Pool;
let replaced = 0;
afterEach(() => pool.close());

function open(options: Partial<PoolOptions> = {}): Pool {
  replaced = 0;
  const onReplacement = () => void replaced++;
  pool = new Pool({ file: FILE, threads: 1, timeLimit: 20_000, memoryLimit: 64, onReplacement, ...options });
  return pool;
}

const run = (stunt: Stunt, task?: PoolTask) => pool.run(() => [stunt], task);
const doubled = async (input: number) => ((await run(['double', input])) as { answer?: unknown }).answer;

describe.each(['thread', 'process'] as const)('a pool of kind %s', kind => {
  it('runs more tasks than it has threads, and returns bytes', async () => {
    open({ kind, threads: 2, ahead: 2 });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => doubled(n)));
    expect(answers).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16]);
    expect(await run(['bytes', 'tide'])).toMatchObject({ answer: new TextEncoder().encode('tide') });
    expect([pool.waiting, pool.running, replaced]).toEqual([0, 0, 0]);
  });

  it('passes on errors, and messages sent before the answer', async () => {
    open({ kind });
    expect(await run(['fail'])).toMatchObject({
      kind: 'failed',
      failure: { name: 'RangeError', message: 'beyond', code: 'far', row: 3 },
    });
    const messages: number[] = [];
    await run(['count', 3], { onMessage: (message: number) => messages.push(message) });
    expect([messages, replaced]).toEqual([[0, 1, 2], 0]);
  });

  it.each([
    ['takes too long', ['hang', 7], { cause: 'time', reason: 'took longer than 0.4 s', step: 7 }],
    ['fills its heap', ['eat'], { cause: 'memory', reason: 'took more memory than allowed' }],
    ['ends', ['exit'], { cause: 'crash', reason: 'ended its thread (code 3)' }],
  ] as const)('replaces one that %s, and loses no other task', async (_, stunt, death) => {
    open({ kind, ahead: 3 });
    await doubled(1);
    const timeLimit = stunt[0] === 'hang' ? 400 : 60_000;
    const bad = run(stunt, { timeLimit });
    const others = [doubled(2), doubled(3)];
    expect(await bad).toMatchObject({ kind: 'died', isAtFault: true, ...death });
    expect(await Promise.all(others)).toEqual([4, 6]);
    expect(replaced).toBe(1);
  });

  it('gives up if no worker starts, and reports why', async () => {
    open({ kind, falseStarts: 2, data: { refuse: 'no way' } });
    const ending = { cause: 'unready', failure: { message: 'no way', code: 'refused' } };
    expect(await run(['double', 1])).toMatchObject(ending);
    expect(await run(['double', 1])).toMatchObject(ending);
  });

  it('stops a task that hangs, waits, keeps the event loop open or is loading when closed', async () => {
    for (const stunt of [['hang', 1], ['wait to be told'], ['hold open'], ['double', 1]] as const) {
      open({ kind });
      if (stunt[0] !== 'double') await doubled(1);
      const ending = run(stunt);
      if (stunt[0] === 'hold open') await ending;
      await pool.close();
      expect(['stopped', undefined]).toContain(((await ending) as { cause?: string }).cause);
      expect(await run(stunt)).toMatchObject({ cause: 'stopped' });
    }
  });
});

describe('a pool', () => {
  it('terminates no thread before it has loaded, which can crash Node', async () => {
    const loaded = new Int32Array(new SharedArrayBuffer(4));
    await open({ data: { loaded } }).close();
    expect(loaded[0]).toBe(1);
  });

  it('drops a queued task whose caller aborted, and rejects input that cannot be cloned', async () => {
    open();
    const leaving = new AbortController();
    const waiting = run(['double', 1], { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(run(['double', () => 1])).rejects.toThrow('could not be cloned');
    expect(await doubled(4)).toBe(8);
  });

  it('terminates a thread that allocates too much outside its heap', async () => {
    open({ headroom: 256 });
    expect(await run(['eat outside the heap'])).toMatchObject({ cause: 'memory' });
    expect(await doubled(4)).toBe(8);
  });

  it('does not blame a thread for the memory of its owner, before or after it opened', async () => {
    const buffers = [Buffer.alloc(400 << 20, 1)];
    open({ headroom: 256 });
    await doubled(1);
    buffers.push(Buffer.alloc(400 << 20, 1));
    const waiting = run(['wait to be told']);
    await sleep(500); // memory is checked several times meanwhile
    await pool.close();
    expect([replaced, buffers.length]).toEqual([0, 2]);
    expect(await waiting).toMatchObject({ kind: 'done', answer: 'told' });
  });

  it.runIf(process.platform === 'linux')(
    'terminates a process that allocates too much outside its heap',
    async () => {
      open({ kind: 'process' });
      expect(await run(['eat outside the heap'])).toMatchObject({ cause: 'memory' });
      expect(await doubled(4)).toBe(8);
    },
  );
});
