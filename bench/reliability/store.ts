import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore, readLabelHistory, readPageAnnotation } from '../../packages/store/dist/index.js';
import { startPostgres, whyNoPostgres } from '../../packages/store/dist/testing/postgres.js';
import { numbers } from '../generated-pages.js';
import type { Figure, Outcome, Size } from './figures.js';

const WRITER = fileURLToPath(new URL('./store-writer.ts', import.meta.url));
const WRITERS = ['ann', 'bob'];
const IN_ONE_SAVE = 8;

/** Both databases with writers killed during a save, and for PostgreSQL also the server. */
export async function tryStore(size: Size): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-reliability-'));
  try {
    const sqlite = await trial('SQLite', join(folder, 'store.sqlite'), size);
    const reason = whyNoPostgres();
    if (reason !== undefined)
      return { figures: [...sqlite.figures, ['PostgreSQL: not tried', reason]], faults: sqlite.faults };
    const server = await startPostgres();
    try {
      const postgres = await trial('PostgreSQL', server.database(), size, () => server.crash());
      return {
        figures: [...sqlite.figures, ...postgres.figures],
        faults: [...sqlite.faults, ...postgres.faults],
      };
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Acknowledged saves of the writers with one name. */
interface Account {
  readonly kept: Set<number>;
  sent: number;
  page: string;
}

async function trial(
  name: string,
  address: string,
  { rounds }: Size,
  crash?: () => Promise<void>,
): Promise<Outcome> {
  const { kept, found, faults, crashes } = await tryWriters(name, address, rounds, crash);
  const figures: Figure[] = [
    [`${name}: writers killed (SIGKILL) in mid-save`, rounds * WRITERS.length],
    ...(crash === undefined
      ? []
      : [[`${name}: times the server was ended at once and recovered`, crashes] as const]),
    [`${name}: saves that were answered`, kept],
    [`${name}: saves found afterwards (one may be kept whose answer was cut off)`, found],
    [
      `${name}: answered saves lost, saves kept in part, counts that do not fit`,
      faults.length === 0 ? 0 : faults.join(', '),
    ],
  ];
  return { figures, faults };
}

/** Lets processes save to a database, kills them, every second time also calls `crash`, and checks the stored data. */
export async function tryWriters(name: string, address: string, rounds: number, crash?: () => Promise<void>) {
  const accounts = new Map<string, Account>(
    WRITERS.map(writer => [writer, { kept: new Set(), sent: -1, page: '' }]),
  );
  const next = numbers(13);
  let crashes = 0;
  await (await openStore(address)).close();
  for (let round = 0; round < rounds; round++) {
    const running = WRITERS.map(writer => startWriter(address, writer, accounts.get(writer)!));
    await Promise.all(running.map(({ saving }) => saving));
    await sleep(20 + 400 * next());
    if (crash !== undefined && round % 2 === 1) {
      await crash();
      crashes++;
    }
    await Promise.all(running.map(({ kill }) => kill()));
  }
  return { ...(await judge(name, address, accounts)), crashes };
}

function startWriter(address: string, writer: string, account: Account) {
  const args = ['--import', 'tsx', WRITER, address, writer, String(account.sent + 1), String(IN_ONE_SAVE)];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let begun = () => {};
  const saving = Promise.race([new Promise<void>(resolve => (begun = resolve)), ended]);
  createInterface({ input: child.stdout! }).on('line', line => {
    const [what, value = ''] = line.split(' ', 2);
    if (what === 'page') account.page = value;
    if (what === 'sent') account.sent = Number(value);
    if (what === 'kept') {
      account.kept.add(Number(value));
      begun();
    }
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { saving, kill };
}

async function judge(name: string, address: string, accounts: ReadonlyMap<string, Account>) {
  const store = await openStore(address);
  const faults: string[] = [];
  let [kept, found] = [0, 0];
  for (const [writer, account] of accounts) {
    const { labels, revision } = await readPageAnnotation(store, account.page, writer);
    const counts = new Map<number, number>();
    for (const { label } of labels) counts.set(Number(label), (counts.get(Number(label)) ?? 0) + 1);
    const lost = [...account.kept].filter(save => counts.get(save) !== IN_ONE_SAVE);
    const partial = [...counts].filter(([, count]) => count !== IN_ONE_SAVE);
    const history = await readLabelHistory(store, account.page, writer);
    if (lost.length > 0) faults.push(`${name}: ${lost.length} answered saves lost`);
    if (partial.length > 0) faults.push(`${name}: ${partial.length} saves kept in part`);
    if (history.length !== labels.length)
      faults.push(`${name}: ${history.length} operations for ${labels.length} labels`);
    if (revision !== counts.size) faults.push(`${name}: revision ${revision} after ${counts.size} saves`);
    kept += account.kept.size;
    found += counts.size;
  }
  await store.close();
  return { kept, found, faults };
}
