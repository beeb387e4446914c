import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, readJob } from '@webpith/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Job } from '../api/jobs.js';
import { finishedJob, followJob } from '../testing/follow-job.js';
import { type ServerProcess, startServerProcess } from '../testing/killed-server.js';
import { labelTides } from '../testing/labelled-tides.js';

let folder: string;
const servers: ServerProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-restart-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await rm(folder, { recursive: true, force: true });
});

const store = () => join(folder, 'pith.sqlite');

async function startProcess() {
  const server = await startServerProcess({ port: 0, store: store(), threads: 1 });
  servers.push(server);
  const post = (path: string, body: unknown) =>
    fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { ...server, post };
}

it('restarts and finishes a job after the server was killed during it', async () => {
  const first = await startProcess();
  await labelTides(first, 'tides', [1, 2, 3], 60);
  const body = { kind: 'train', method: 'swarm', corpus: 'tides' };
  const { id } = (await (await first.post('/v1/jobs', body)).json()) as Job;
  const queued = { kind: 'train', method: 'density', corpus: 'tides' };
  const waiting = (await (await first.post('/v1/jobs', queued)).json()) as Job;
  const events = await followJob(first.address, id, ({ step }) => step === 'generations of the swarm');
  expect(events.at(-1)).toMatchObject({ state: 'running' });
  await first.kill();

  const second = await startProcess();
  const job = await finishedJob(second.address, id);
  expect(job).toMatchObject({ id, state: 'done', share: 1 });
  expect(await finishedJob(second.address, waiting.id)).toMatchObject({ state: 'done' });
  const { items } = (await (await fetch(`${second.address}/v1/models`)).json()) as {
    items: { id: string }[];
  };
  expect(items.map(model => model.id).sort()).toEqual([id, waiting.id].sort());
  await second.kill();
  const opened = await openStore(store());
  expect([(await readJob(opened, id))?.tries, (await readJob(opened, waiting.id))?.tries]).toEqual([2, 1]);
  await opened.close();
});
