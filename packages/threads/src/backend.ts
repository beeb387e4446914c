import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AT_REST, type Command, type Setup, STEP, type Status } from './protocol.js';
import { sandboxFlags } from './sandbox.js';

/** Which module a thread runs, and in what. */
export interface BackendOptions {
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

/** A thread or process, as far as the two are the same. */
export interface Backend {
  /** Emits `message`, `error` and `exit`. */
  readonly events: EventEmitter;
  readonly status: Status;
  /** Of a process. */
  readonly pid: number | undefined;
  send(command: Command, transfer?: readonly ArrayBuffer[]): void;
  kill(): void;
}

/**
 * Megabytes of young objects. A collection moves a third of them at most into the heap at once: much more, and a page that
 * takes all memory would overrun what Node keeps in hand to end its thread, and end the process.
 */
const YOUNG_GENERATION = 24;

/** The environment variables that a process sees: those that dates and texts depend on. */
const ENVIRONMENT = ['TZ', 'LANG', 'LC_ALL', 'SystemRoot'];

const ENTRY = built(new URL('./entry.js', import.meta.url));

/** Starts a thread or a process. */
export function startBackend(options: BackendOptions): Backend {
  const file = built(options.file instanceof URL ? options.file : pathToFileURL(options.file));
  const isProcess = options.kind === 'process';
  const status = new Int32Array(isProcess ? new ArrayBuffer(12) : new SharedArrayBuffer(12));
  status[STEP] = AT_REST;
  return (isProcess ? startProcess : startThread)(file, status, options);
}

/** Threads need JavaScript. Run from TypeScript, the file is taken that was built from it: tests build first. */
function built(file: URL): URL {
  return existsSync(file) ? file : new URL(file.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/'));
}

function startThread(
  file: URL,
  status: Status,
  { data, memoryLimit, isQuiet = false }: BackendOptions,
): Backend {
  const limits = { maxOldGenerationSizeMb: memoryLimit!, maxYoungGenerationSizeMb: YOUNG_GENERATION };
  const worker = new Worker(ENTRY, {
    workerData: { file: file.href, data, status } satisfies Setup,
    // Conditions and loaders of whoever started us are not for the built file.
    execArgv: [],
    ...(memoryLimit === undefined ? {} : { resourceLimits: limits }),
    stdout: isQuiet,
    stderr: isQuiet,
  });
  if (isQuiet) for (const stream of [worker.stdout, worker.stderr]) stream.resume();
  return {
    events: worker,
    status,
    pid: undefined,
    send: (command, transfer = []) => worker.postMessage(command, transfer),
    kill: () => void worker.terminate(),
  };
}

function startProcess(file: URL, status: Status, { data, memoryLimit }: BackendOptions): Backend {
  const limits = [`--max-old-space-size=${memoryLimit}`, `--max-semi-space-size=${YOUNG_GENERATION / 3}`];
  const child = fork(ENTRY, {
    serialization: 'advanced',
    execArgv: [...sandboxFlags(file, ENTRY), ...(memoryLimit === undefined ? [] : limits)],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.includes(name))),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.send({ file: file.href, data } satisfies Setup);
  return {
    events: child,
    status,
    pid: child.pid,
    send: command => void (child.connected && child.send(command)),
    kill: () => void child.kill('SIGKILL'),
  };
}
