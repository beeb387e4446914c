import { setTimeout } from 'node:timers/promises';
import { addJob, changeJob, openStore, readJob, type Store, type StoredJob } from '@webpith/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JobControl, type JobControlOptions } from './job-control.js';

let store: Store;
let control: JobControl | undefined;
beforeEach(async () => {
  store = await openStore(':memory:');
});
afterEach(async () => {
  await control?.close();
  control = undefined;
  await store.close();
});

const open = async (run: JobControlOptions['run'], atOnce = 1) => {
  control = await JobControl.open({ store, atOnce, run });
  return control;
};

/** Waits until a job reaches a state. */
async function until(id: string, state: StoredJob['state']): Promise<StoredJob> {
  for (;;) {
    const job = (await readJob(store, id))!;
    if (job.state === state) return job;
    await setTimeout(5);
  }
}

/** A job that runs until stopped. */
const endless: JobControlOptions['run'] = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('jobs', () => {
  it('run oldest first, up to the allowed number at once', async () => {
    const begun: string[] = [];
    let running = 0;
    let most = 0;
    const jobs = await open(async ({ options }) => {
      begun.push(options.name as string);
      most = Math.max(most, ++running);
      await setTimeout(10);
      running--;
      return options.name;
    }, 2);
    const started = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) started.push(await jobs.start('train', { name }, 'ann'));
    for (const { id, options } of started)
      expect(await until(id, 'done')).toMatchObject({ result: options.name, share: 1 });
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(most).toBe(2);
  });

  it('keep the reason of a failure', async () => {
    const jobs = await open(() => Promise.reject(new Error('no pages')));
    const { id } = await jobs.start('train', {}, 'ann');
    expect(await until(id, 'failed')).toMatchObject({ error: 'no pages' });
  });

  it('can be stopped while running and while waiting', async () => {
    const jobs = await open(endless);
    const running = await jobs.start('train', {}, 'ann');
    const waiting = await jobs.start('train', {}, 'ann');
    await until(running.id, 'running');
    expect(await jobs.stop(waiting.id)).toMatchObject({ state: 'stopped' });
    expect(await jobs.stop(running.id)).toMatchObject({ state: 'stopped', step: 'stopped' });
    expect((await jobs.stop(running.id))!.ended).toBeDefined();
    expect(await jobs.stop('none')).toBeUndefined();
    const next = await jobs.start('train', {}, 'ann');
    await until(next.id, 'running');
  });

  it('report progress that never decreases, and not every step', async () => {
    const jobs = await open(async (_, { onProgress }) => {
      for (let i = 0; i <= 1000; i++) onProgress(`step ${i}`, i === 500 ? 0 : i / 2000);
      await setTimeout(300);
      return {};
    });
    const events: StoredJob[] = [];
    const forget = jobs.listen(job => events.push(job));
    const { id } = await jobs.start('train', {}, 'ann');
    await until(id, 'done');
    forget();
    expect(events.length).toBeLessThan(10);
    expect(events.map(({ state }) => state)).toEqual(expect.arrayContaining(['waiting', 'running', 'done']));
    expect(events.some(({ step }) => step === 'step 1000')).toBe(true);
    const shares = events.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('start again after a restart of the server', async () => {
    const jobs = await open(endless);
    const { id } = await jobs.start('train', {}, 'ann');
    await until(id, 'running');
    await jobs.close();
    expect(await readJob(store, id)).toMatchObject({ state: 'running', tries: 1 });
    await open(async () => 'whole');
    expect(await until(id, 'done')).toMatchObject({ result: 'whole', tries: 2 });
  });

  it('fail after crashing the server three times', async () => {
    const { id } = await addJob(store, { kind: 'train', options: {}, createdBy: 'ann' });
    await changeJob(store, id, ['waiting'], { state: 'running', tries: 3 });
    await open(async () => 'whole');
    expect((await until(id, 'failed')).error).toMatch(/started 3 times/);
  });
});
