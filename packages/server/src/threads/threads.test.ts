import { afterEach, describe, expect, it } from 'vitest';
import type { ExtractInput } from '../extraction/page.js';
import { articlePage } from '../testing/pages.js';
import { Threads, type ThreadsOptions } from './threads.js';

const TASKS = new URL('../../dist/testing/stubborn-tasks.js', import.meta.url).href;
let replaced = 0;
let threads: Threads | undefined;

function openAs(options: Partial<ThreadsOptions> = {}): Threads {
  replaced = 0;
  threads = new Threads(
    { threads: 2, timeLimit: 20_000, memoryLimit: 64, queueLimit: 100, tasks: TASKS, ...options },
    { onReplacement: () => replaced++ },
  );
  return threads;
}

afterEach(() => threads?.close());

function input(words: string): ExtractInput {
  const bytes = Buffer.from(articlePage(words));
  return { page: { bytes }, method: 'default', format: 'text', include: {}, explain: false, outputs: [] };
}

const text = async (pool: Threads, words: string) =>
  Buffer.from(await pool.run('extract', input(words))).toString();

describe.each([
  ['threads', false],
  ['processes in a sandbox', true],
] as const)('%s', (_, sandbox) => {
  const open = (options: Partial<ThreadsOptions> = {}) => openAs({ sandbox, ...options });

  it('run more tasks than there are threads', async () => {
    const pool = open();
    const towns = Array.from({ length: 12 }, (_, i) => `Town ${i}`);
    const texts = await Promise.all(towns.map(town => text(pool, town)));
    expect(texts.map((each, i) => each.includes(`boats of ${towns[i]}`))).toEqual(towns.map(() => true));
    expect([pool.waiting, pool.running]).toEqual([0, 0]);
  });

  it.each([
    ['never ends', 'took-too-long', 400],
    ['eats memory', 'unprocessable', 20_000],
  ])('cut off a page that %s without affecting others', async (stunt, code, timeLimit) => {
    const pool = open({ threads: 1 });
    const slow = pool.run('extract', input(stunt), { timeLimit }).catch((error: unknown) => error);
    const others = Array.from({ length: 5 }, (_, i) => text(pool, `Town ${i}`));
    expect(await slow).toMatchObject({ name: 'Problem', code });
    expect((await Promise.all(others)).every(each => each.includes('Town'))).toBe(true);
    expect(replaced).toBe(1);
  });

  it('survive a page that ends its thread', async () => {
    const pool = open({ threads: 1 });
    await expect(text(pool, 'ends its thread')).rejects.toThrow('a thread crashed');
    expect(await text(pool, 'Ebbton')).toContain('Ebbton');
  });

  it('report the error of a page and keep the thread', async () => {
    const pool = open({ threads: 1 });
    const bad = { ...input('Ebbton'), method: 'no such method' };
    await expect(pool.run('extract', bad)).rejects.toMatchObject({ code: 'not-found' });
    await expect(text(pool, 'throws what nobody foresaw')).rejects.toMatchObject({ name: 'TypeError' });
    expect(replaced).toBe(0);
  });

  it('reject tasks when too many wait, by number and by weight', async () => {
    const pool = open({ threads: 1, queueLimit: 2 });
    const running = [text(pool, 'waits 300'), text(pool, 'A'), text(pool, 'B')];
    // The thread may not have started: then the first two wait, and the third is already rejected.
    const results = await Promise.allSettled([...running, text(pool, 'C')]);
    const refused = results.filter(result => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' });
    await expect(pool.run('extract', input('D'), { weight: 2 ** 40 })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('drop a queued task whose caller aborted', async () => {
    const pool = open({ threads: 1 });
    const first = text(pool, 'waits 200');
    const leaving = new AbortController();
    const second = pool.run('extract', input('B'), { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(await first).toContain('waits 200');
    expect(pool.waiting).toBe(0);
  });

  it('give up if no thread starts, now and later', async () => {
    const pool = open({ threads: 1, tasks: 'file:///no/such/module.js' });
    await expect(text(pool, 'A')).rejects.toThrow('the threads did not start');
    await expect(text(pool, 'B')).rejects.toThrow('the threads did not start');
  });

  it('reject unfinished tasks when closed', async () => {
    const pool = open({ threads: 1 });
    const all = [text(pool, 'never ends'), text(pool, 'B')].map(each =>
      each.catch((error: unknown) => error),
    );
    await pool.close();
    for (const error of await Promise.all(all)) expect(error).toMatchObject({ code: 'unavailable' });
    await expect(text(pool, 'C')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a sandbox', () => {
  it.each(['reads a file', 'opens a socket'])('blocks a page whose exploit %s', async stunt => {
    await expect(text(openAs({ sandbox: true }), stunt)).rejects.toThrow(
      /restricted|no access to the network/,
    );
    await threads?.close();
    expect(await text(openAs(), stunt)).toContain(stunt);
  });

  it('can load the writer of the rich output, which then requires a rendered page', async () => {
    const job = { ...input('Ebbton'), outputs: ['rich'] };
    await expect(openAs({ sandbox: true }).run('extract', job)).rejects.toThrow(
      'needs a page that was rendered',
    );
  });

  it('extracts by any method with the same result as threads', async () => {
    const resultsOf = async (sandbox: boolean) => {
      const pool = openAs({ sandbox, threads: 1 });
      const results = [];
      for (const method of ['default', 'density', 'crunch']) {
        const job = { ...input('Ebbton'), method, format: 'json', explain: true, outputs: ['text'] };
        const output = await pool.run('extract', job);
        results.push({ ...JSON.parse(Buffer.from(output).toString()), ms: 0 });
      }
      await pool.close();
      return results;
    };
    const inThreads = await resultsOf(false);
    for (const { article } of inThreads) expect(article.text).toContain('Ebbton');
    expect(await resultsOf(true)).toEqual(inThreads);
  });
});
