import { parentPort, workerData } from 'node:worker_threads';
import {
  AT_REST,
  BEGUN,
  type Command,
  failureOf,
  type Host,
  type Open,
  type Reply,
  type Setup,
  STEP,
  TO_END,
} from './protocol.js';

/** What runs in every thread and process: loads the module that it works by, then does task after task. */
const { setup, say, hear, hangUp } = parentPort === null ? await fromProcess() : fromThread(parentPort);
const status = setup.status ?? new Int32Array(3);
const halt = new AbortController();
let last: Promise<unknown> = Promise.resolve();

/** Milliseconds in which what holds an ended thread open, a socket say, may let go. */
const LINGER = 100;

function step(number: number): void {
  if (Atomics.load(status, TO_END) !== 0) process.exit();
  Atomics.store(status, STEP, number);
  if (setup.status === undefined) say({ kind: 'step', begun: status[BEGUN]!, step: number });
}

const host: Host = {
  signal: halt.signal,
  say: (message, transfer) => say({ kind: 'said', message }, transfer),
  step,
};

async function answer(work: (task: unknown) => unknown, task: unknown): Promise<void> {
  if (halt.signal.aborted) return;
  Atomics.add(status, BEGUN, 1);
  step(0);
  const begun = performance.now();
  try {
    const value = ownBytes(await work(task));
    const transfer = value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [];
    say({ kind: 'done', answer: value, ms: performance.now() - begun }, transfer);
  } catch (error) {
    say({ kind: 'failed', failure: failureOf(error) });
  }
  Atomics.store(status, STEP, AT_REST);
}

/** Bytes in a buffer of their own, which can be handed over; anything else as it is. */
function ownBytes(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const isWhole = value.byteLength === value.buffer.byteLength && value.buffer instanceof ArrayBuffer;
  return isWhole ? value : new Uint8Array(value);
}

async function end(): Promise<void> {
  halt.abort();
  await last;
  hangUp();
  setTimeout(() => process.exit(), LINGER).unref();
}

try {
  const { open } = (await import(setup.file)) as { open: Open<unknown, unknown> };
  const work = await open(setup.data, host);
  hear(command => {
    if (command.kind === 'end') void end();
    else last = last.then(() => answer(work, command.task));
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'unready', failure: failureOf(error) });
  hangUp();
}

/** Both ways to whoever started this. */
interface Line {
  readonly setup: Setup;
  say(reply: Reply, transfer?: readonly ArrayBuffer[]): void;
  hear(listener: (command: Command) => void): void;
  hangUp(): void;
}

function fromThread(port: NonNullable<typeof parentPort>): Line {
  return {
    setup: workerData as Setup,
    say: (reply, transfer = []) => port.postMessage(reply, transfer),
    hear: listener => void port.on('message', listener),
    hangUp: () => port.close(),
  };
}

/** A process is given its setup as the first message, and ends with whoever started it. */
async function fromProcess(): Promise<Line> {
  (await import('./close-network.js')).closeNetwork();
  process.once('disconnect', () => process.exit());
  // Signals to all processes of a terminal or a service are for the one that started us: it finishes what is running.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  const setup = await new Promise<Setup>(resolve => process.once('message', resolve));
  return {
    setup,
    say: reply => void process.send?.(reply),
    hear: listener => void process.on('message', listener),
    hangUp: () => process.disconnect(),
  };
}
