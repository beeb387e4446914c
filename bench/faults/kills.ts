import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { send } from '../../packages/server/src/testing/annotation.js';
import { startServerProcess } from '../../packages/server/src/testing/killed-server.js';
import { startPostgres, whyNoPostgres } from '../../packages/store/src/testing/postgres.js';
import { numbers } from '../generated-pages.js';
import { compared, type Fault, type FaultResult, inFolder } from './fault.js';
import { rowsIn, writeWarc } from './rows.js';
import { IN_ONE_SAVE, incomplete, tryWriters } from './writers.js';

const BATCH = fileURLToPath(new URL('../../packages/fleet/dist/testing/batch-process.js', import.meta.url));
/** Ends its thread, or throws, on pages that are marked so. */
const EXTRACTOR = new URL('./crashing-extractor.mjs', import.meta.url).href;
/** Shortest and longest lifetime of a process in milliseconds. */
const SHORTEST = 500;
const LONGEST = 12_000;
/** One page in this many ends its thread, and another throws. */
const BAD = 500;

export const killedBatch: Fault = {
  name: 'killed-batch',
  title: 'a batch killed at random',
  run: ({ pages }) =>
    inFolder(async folder => {
      const mark = (i: number) =>
        i % BAD === 17 ? '<p data-crash>' : i % BAD === 99 ? '<p data-throw>' : '';
      const { file } = writeWarc(folder, pages, mark);
      const shardRows = Math.max(50, pages / 100);
      const options = { inputs: [file], extractor: EXTRACTOR, workers: 2, shardRows, columns: ['text'] };
      const [alone, killed] = [join(folder, 'alone'), join(folder, 'killed')];
      await runFor({ ...options, out: alone }, Number.POSITIVE_INFINITY);
      const starts = await runKilled({ ...options, out: killed }, pages);
      const expected = await rowsIn(alone);
      const found = await rowsIn(killed);
      const lost = compared(expected, found);
      if (expected.length !== pages) lost.push(`${expected.length} rows of ${pages} pages without kills`);
      if (lost.length === 0 && expected.some((row, i) => row !== found[i]))
        lost.push('rows in another order');
      return {
        test: `\`pith batch\` of ${pages} pages in two threads, killed ${starts - 1} times with SIGKILL and started again; one page in ${BAD} ends its thread, one throws`,
        outcome: `${found.length} rows, in the order of an undisturbed run`,
        lost,
      };
    }),
};

/** A process that is killed before it makes progress would never finish: lifetimes increase until it does. */
async function runKilled(options: { readonly out: string }, pages: number): Promise<number> {
  const next = numbers(7);
  let starts = 0;
  let longest = LONGEST;
  let shards = 0;
  for (let isDone = false; !isDone; ) {
    starts++;
    isDone = await runFor(options, SHORTEST + next() * longest);
    const names = existsSync(options.out) ? readdirSync(options.out) : [];
    const now = names.filter(name => name.startsWith('shard-')).length;
    if (now === shards) longest *= 1.5;
    shards = now;
    if (starts > 10 + pages) throw new Error('the batch makes no progress');
  }
  return starts;
}

/** Runs a batch in its own process and kills it after some milliseconds; true if it finished first. */
async function runFor(options: object, milliseconds: number): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [BATCH, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isDone = false;
  createInterface({ input: child.stdout! }).on('line', line => {
    isDone ||= line === 'done';
  });
  const isTimed = Number.isFinite(milliseconds);
  const timer = isTimed ? setTimeout(() => child.kill('SIGKILL'), milliseconds) : undefined;
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the batch ended with ${code}`);
  return isDone;
}

export const killedWriters: Fault = {
  name: 'killed-writers',
  title: 'writers to a store killed while saving',
  run: ({ rounds }) =>
    inFolder(async folder => {
      const sqlite = await tryWriters('SQLite', join(folder, 'store.sqlite'), rounds);
      if (whyNoPostgres() !== undefined) return writersResult('SQLite', rounds, [sqlite]);
      const server = await startPostgres();
      try {
        const crash = () => server.crash();
        const postgres = await tryWriters('PostgreSQL', server.database(), rounds, crash);
        return writersResult('SQLite, then PostgreSQL, also stopped at once', rounds, [sqlite, postgres]);
      } finally {
        await server.stop();
      }
    }),
};

type Trial = Awaited<ReturnType<typeof tryWriters>>;

function writersResult(stores: string, rounds: number, trials: readonly Trial[]): FaultResult {
  const [kept, found] = [trials.map(trial => trial.kept), trials.map(trial => trial.found)];
  return {
    test: `two processes that save ${IN_ONE_SAVE} labels at a time, killed ${rounds} times; ${stores}`,
    outcome: `${kept.join(' and ')} saves acknowledged, ${found.join(' and ')} found, each complete (the last of a killed process may be stored without an answer)`,
    lost: trials.flatMap(({ faults }) => faults),
  };
}

const ANNOTATORS = ['ann', 'bob', 'eve'];
/** Node of the page's one long text: html, body, p, text. */
const LONG_TEXT = 4;

export const killedServer: Fault = {
  name: 'killed-server',
  title: 'a server killed while saving',
  run: ({ rounds }) =>
    inFolder(async folder => {
      const options = { port: 0, store: join(folder, 'store.sqlite'), threads: 1, rate: 0 };
      const sent = new Map(ANNOTATORS.map(name => [name, 0]));
      const answered = new Map(ANNOTATORS.map(name => [name, new Set<number>()]));
      const next = numbers(17);
      const lost: string[] = [];
      let page = '';
      for (let round = 0; round < rounds; round++) {
        const server = await startServerProcess(options);
        page ||= await pageIn(server.address);
        let isOver = false;
        let answers = 0;
        const annotate = async (as: string) => {
          while (!isOver) {
            const save = sent.get(as)!;
            sent.set(as, save + 1);
            const body = { operations: operationsOf(save) };
            const path = `/v1/pages/${page}/labels`;
            const answer = await send(server.address, path, { as, body }).catch(() => undefined);
            if (answer === undefined) return; // killed before the response
            answers++;
            if (answer.status === 200) answered.get(as)!.add(save);
            else lost.push(`status ${answer.status}`);
          }
        };
        const all = Promise.all(ANNOTATORS.map(annotate));
        // Waits for some saves, so that slow machines are also killed in the middle.
        while (answers < ANNOTATORS.length) await sleep(10);
        await sleep(900 * next());
        await server.kill();
        isOver = true;
        await all;
      }
      const server = await startServerProcess(options);
      let kept = 0;
      let found = 0;
      for (const as of ANNOTATORS) {
        const answer = await send(server.address, `/v1/pages/${page}/labels`, { as });
        const { labels } = answer.json as { labels: { label: string }[] };
        const saves = incomplete(labels, answered.get(as)!);
        lost.push(...saves.faults.map(fault => `${as}: ${fault}`));
        kept += answered.get(as)!.size;
        found += saves.found;
      }
      await server.kill();
      return {
        test: `\`pith serve\` with ${ANNOTATORS.length} annotators who save at the same time, killed ${rounds} times with SIGKILL and started again`,
        outcome: `${kept} saves answered, ${found} found, each complete (the last of each annotator may be stored without an answer)`,
        lost,
      };
    }),
};

function operationsOf(save: number) {
  return Array.from({ length: IN_ONE_SAVE }, (_, place) => {
    const start = save * IN_ONE_SAVE + place;
    return { id: randomUUID(), node: LONG_TEXT, label: String(save), start, end: start + 1 };
  });
}

async function pageIn(address: string): Promise<string> {
  await send(address, '/v1/corpora', { body: { name: 'killed' } });
  const html = `<html><body><p>${'word '.repeat(60_000)}</p></body></html>`;
  return (await send(address, '/v1/corpora/killed/pages', { body: { html } })).json.id as string;
}
