import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore, readLabelHistory, readPageAnnotation } from '../../packages/store/dist/index.js';
import { numbers } from '../generated-pages.js';

const WRITER = fileURLToPath(new URL('./store-writer.ts', import.meta.url));
const WRITERS = ['ann', 'bob'];
export const IN_ONE_SAVE = 8;

/** Acknowledged saves of the writers with one name. */
interface Account {
  readonly kept: Set<number>;
  sent: number;
  page: string;
}

/** Lets processes save to a database, kills them, every second time also calls `crash`, and checks the stored data. */
export async function tryWriters(name: string, address: string, rounds: number, crash?: () => Promise<void>) {
  const newAccount = (): Account => ({ kept: new Set(), sent: -1, page: '' });
  const accounts = new Map(WRITERS.map(writer => [writer, newAccount()]));
  const next = numbers(13);
  await (await openStore(address)).close();
  for (let round = 0; round < rounds; round++) {
    const running = WRITERS.map(writer => startWriter(address, writer, accounts.get(writer)!));
    await Promise.all(running.map(({ saving }) => saving));
    await sleep(20 + 400 * next());
    if (round % 2 === 1) await crash?.();
    await Promise.all(running.map(({ kill }) => kill()));
  }
  return await checked(name, address, accounts);
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

async function checked(name: string, address: string, accounts: ReadonlyMap<string, Account>) {
  const store = await openStore(address);
  const faults: string[] = [];
  let [kept, found] = [0, 0];
  for (const [writer, account] of accounts) {
    const { labels, revision } = await readPageAnnotation(store, account.page, writer);
    const saves = incomplete(labels, account.kept);
    const history = await readLabelHistory(store, account.page, writer);
    faults.push(...saves.faults.map(fault => `${name}: ${fault}`));
    if (history.length !== labels.length)
      faults.push(`${name}: ${history.length} operations for ${labels.length} labels`);
    if (revision !== saves.found) faults.push(`${name}: revision ${revision} after ${saves.found} saves`);
    kept += account.kept.size;
    found += saves.found;
  }
  await store.close();
  return { kept, found, faults };
}

/** The saves found, each of which must have all its labels, and those acknowledged that are missing. */
export function incomplete(labels: readonly { readonly label: string }[], kept: ReadonlySet<number>) {
  const counts = new Map<number, number>();
  for (const { label } of labels) counts.set(Number(label), (counts.get(Number(label)) ?? 0) + 1);
  const missing = [...kept].filter(save => !counts.has(save));
  const partial = [...counts.values()].filter(count => count !== IN_ONE_SAVE);
  const faults = [
    ...(missing.length > 0 ? [`${missing.length} acknowledged saves are missing`] : []),
    ...(partial.length > 0 ? [`${partial.length} saves are incomplete`] : []),
  ];
  return { found: counts.size, faults };
}
