import { parentPort, workerData } from 'node:worker_threads';
import {
  BEGUN,
  type Command,
  failureOf,
  type Host,
  IDLE,
  type Open,
  type Reply,
  type Setup,
  STEP,
  STOP,
} from './protocol.js';

const { setup, send, receive, disconnect } =
  parentPort === null ? await fromProcess() : fromThread(parentPort);
const status = setup.status ?? new Int32Array(3);
const stop = new AbortController();
let last: Promise<unknown> = Promise.resolve();

/** Milliseconds for open handles such as sockets to close before exit. */
const LINGER = 100;

function step(number: number): void {
  if (Atomics.load(status, STOP) !== 0) process.exit();
  Atomics.store(status, STEP, number);
  if (setup.status === undefined) send({ kind: 'step', begun: status[BEGUN]!, step: number });
}

const host: Host = {
  signal: stop.signal,
  postMessage: (message, transfer) => send({ kind: 'message', message }, transfer),
  step,
};

async function runTask(work: (task: unknown) => unknown, task: unknown): Promise<void> {
  if (stop.signal.aborted) return;
  Atomics.add(status, BEGUN, 1);
  step(0);
  const begun = performance.now();
  try {
    const value = transferable(await work(task));
    const transfer = value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [];
    send({ kind: 'done', answer: value, ms: performance.now() - begun }, transfer);
  } catch (error) {
    send({ kind: 'failed', failure: failureOf(error) });
  }
  Atomics.store(status, STEP, IDLE);
}

/** Copies a view of a larger or shared buffer into a new buffer, which can be transferred. */
function transferable(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const isWhole = value.byteLength === value.buffer.byteLength && value.buffer instanceof ArrayBuffer;
  return isWhole ? value : new Uint8Array(value);
}

async function end(): Promise<void> {
  stop.abort();
  await last;
  disconnect();
  setTimeout(() => process.exit(), LINGER).unref();
}

try {
  const { open } = (await import(setup.file)) as { open: Open<unknown, unknown> };
  const work = await open(setup.data, host);
  receive(command => {
    if (command.kind === 'end') void end();
    else last = last.then(() => runTask(work, command.task));
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unready', failure: failureOf(error) });
  disconnect();
}

interface Channel {
  readonly setup: Setup;
  send(reply: Reply, transfer?: readonly ArrayBuffer[]): void;
  receive(listener: (command: Command) => void): void;
  disconnect(): void;
}

function fromThread(port: NonNullable<typeof parentPort>): Channel {
  return {
    setup: workerData as Setup,
    send: (reply, transfer = []) => port.postMessage(reply, transfer),
    receive: listener => void port.on('message', listener),
    disconnect: () => port.close(),
  };
}

/** A process receives its setup as the first message and ends with its parent. */
async function fromProcess(): Promise<Channel> {
  (await import('./close-network.js')).closeNetwork();
  process.once('disconnect', () => process.exit());
  // Signals to the process group are handled by the parent, which finishes running tasks.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  const setup = await new Promise<Setup>(resolve => process.once('message', resolve));
  return {
    setup,
    send: reply => void process.send?.(reply),
    receive: listener => void process.on('message', listener),
    disconnect: () => process.disconnect(),
  };
}
