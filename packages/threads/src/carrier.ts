import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  AT_REST,
  type Failure,
  failureOf,
  type Order,
  type Pulse,
  type Setup,
  STEP,
  type Word,
} from './protocol.js';
import { sandboxFlags } from './sandbox.js';

/** What a thread runs by, and in what. */
export interface CarrierOptions {
  /** The module that it works by, as built: its `open` is called. Seen from sources, the one built from them is taken. */
  readonly file: URL | string;
  /** What `open` is given; it must be possible to clone it. */
  readonly data?: unknown;
  /** A process runs in a sandbox: it can open no file but code, and no socket. Default: a thread. */
  readonly kind?: 'thread' | 'process';
  /** Megabytes of heap. */
  readonly memoryLimit?: number | undefined;
  /** Whether what it prints is thrown away. */
  readonly isQuiet?: boolean;
}

/** Told of what a thread or process does. */
export interface CarrierListener {
  onWord(word: Word): void;
  /** It cannot go on. */
  onError(failure: Failure): void;
  onExit(code: number | string): void;
}

/** A thread or process, as far as the two are the same. */
export interface Carrier {
  readonly pulse: Pulse;
  /** Of a process. */
  readonly pid: number | undefined;
  send(order: Order, transfer?: readonly ArrayBuffer[]): void;
  kill(): void;
}

/** The code of an error for want of memory. */
export const NO_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Megabytes of young objects. A collection moves a third of them at most into the heap at once: much more, and a page that
 * takes all memory would overrun what Node keeps in hand to end its thread, and end the process.
 */
const YOUNG_GENERATION = 24;

const ENTRY = built(new URL('./entry.js', import.meta.url));

/** Starts a thread or a process. */
export function carry(options: CarrierOptions, listener: CarrierListener): Carrier {
  const { file, data, kind } = options;
  const url = built(file instanceof URL ? file : pathToFileURL(file));
  return (kind === 'process' ? startProcess : startThread)(url, data, options, listener);
}

function newPulse(memory: ArrayBufferLike): Pulse {
  const pulse = new Int32Array(memory);
  pulse[STEP] = AT_REST;
  return pulse;
}

/** Threads need JavaScript. Run from TypeScript, the file is taken that was built from it: tests build first. */
function built(file: URL): URL {
  return existsSync(file) ? file : new URL(file.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/'));
}

function startThread(
  file: URL,
  data: unknown,
  { memoryLimit, isQuiet = false }: CarrierOptions,
  { onWord, onError, onExit }: CarrierListener,
): Carrier {
  const pulse = newPulse(new SharedArrayBuffer(12));
  const limits = { maxOldGenerationSizeMb: memoryLimit!, maxYoungGenerationSizeMb: YOUNG_GENERATION };
  const worker = new Worker(ENTRY, {
    workerData: { file: file.href, data, pulse } satisfies Setup,
    // Conditions and loaders of whoever started us are not for the built file.
    execArgv: [],
    ...(memoryLimit === undefined ? {} : { resourceLimits: limits }),
    stdout: isQuiet,
    stderr: isQuiet,
  });
  if (isQuiet) for (const stream of [worker.stdout, worker.stderr]) stream.resume();
  worker.on('message', onWord);
  worker.on('error', error => onError(failureOf(error)));
  worker.on('exit', onExit);
  return {
    pulse,
    pid: undefined,
    send: (order, transfer = []) => worker.postMessage(order, transfer),
    kill: () => void worker.terminate(),
  };
}

/** Of what is set around us a process sees what dates and texts hang on. */
const ENVIRONMENT = ['TZ', 'LANG', 'LC_ALL', 'SystemRoot'];

function startProcess(
  file: URL,
  data: unknown,
  { memoryLimit }: CarrierOptions,
  { onWord, onError, onExit }: CarrierListener,
): Carrier {
  const limits = [`--max-old-space-size=${memoryLimit}`, `--max-semi-space-size=${YOUNG_GENERATION / 3}`];
  const child = fork(ENTRY, {
    serialization: 'advanced',
    execArgv: [...sandboxFlags([ENTRY, file]), ...(memoryLimit === undefined ? [] : limits)],
    env: Object.fromEntries(
      ENVIRONMENT.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(-4000);
  });
  const pulse = newPulse(new ArrayBuffer(12));
  child.on('message', message => {
    const word = message as Word;
    if (word.kind === 'step') pulse.set([word.begun, word.step]);
    else if (word.kind === 'done' || word.kind === 'failed') pulse[STEP] = AT_REST;
    onWord(word);
  });
  child.on('error', error => onError(failureOf(error)));
  child.on('close', (code, signal) => {
    if (said.includes('JavaScript heap out of memory'))
      onError({ name: 'Error', message: said, code: NO_MEMORY });
    onExit(signal ?? code ?? 0);
  });
  child.send({ file: file.href, data } satisfies Setup);
  return {
    pulse,
    pid: child.pid,
    send: order => void (child.connected && child.send(order)),
    kill: () => void child.kill('SIGKILL'),
  };
}
