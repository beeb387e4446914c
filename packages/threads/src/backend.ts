import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Command, IDLE, type Setup, STEP, type Status } from './protocol.js';

export interface BackendOptions {
  /** The module whose `open` export is called. A path in `src` is replaced by the built file in `dist`. */
  readonly file: URL | string;
  readonly data?: unknown;
  /** A process runs in a sandbox: it can read only code and open no socket. Default: thread. */
  readonly kind?: 'thread' | 'process';
  readonly memoryLimit?: number | undefined;
  /** Discards the output of a thread; that of a process is always discarded. */
  readonly isQuiet?: boolean;
}

export interface Backend {
  readonly events: EventEmitter;
  readonly status: Status;
  readonly pid: number | undefined;
  send(command: Command, transfer?: readonly ArrayBuffer[]): void;
  kill(): void;
}

/**
 * Megabytes of the young generation. A collection moves up to a third of it to the old generation; much more than 8 MB
 * uses up the memory that Node reserves for ending a thread that is out of memory, and the process crashes.
 */
const YOUNG_GENERATION = 24;

/** Environment variables passed to a process: time zone and language, and `SystemRoot`, which Windows needs. */
const ENVIRONMENT = ['TZ', 'LANG', 'LC_ALL', 'SystemRoot'];

const ENTRY = built(new URL('./entry.js', import.meta.url));

export function startBackend(options: BackendOptions): Backend {
  const file = built(options.file instanceof URL ? options.file : pathToFileURL(options.file));
  const isProcess = options.kind === 'process';
  const status = new Int32Array(isProcess ? new ArrayBuffer(12) : new SharedArrayBuffer(12));
  status[STEP] = IDLE;
  return (isProcess ? startProcess : startThread)(file, status, options);
}

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
    // Conditions and loaders of the parent do not apply to the built file.
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
    execArgv: [...sandboxFlags(file), ...(memoryLimit === undefined ? [] : limits)],
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

const FLAG = ['--permission', '--experimental-permission'].find(flag =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

const flagsOf = new Map<string, readonly string[]>();

/** Flags that let a process read only code; empty if Node has no permission model. */
function sandboxFlags(file: URL): readonly string[] {
  if (FLAG === undefined) return [];
  const known = flagsOf.get(file.href);
  if (known !== undefined) return known;
  const folders = new Set<string>();
  for (const each of [file, ENTRY]) addCode(dirname(fileURLToPath(each)), folders);
  const isInside = (folder: string) => [...folders].some(other => folder.startsWith(`${other}${sep}`));
  const flags = [
    FLAG,
    '--disable-warning=ExperimentalWarning',
    ...[...folders].filter(folder => !isInside(folder)).map(folder => `--allow-fs-read=${folder}${sep}`),
  ];
  flagsOf.set(file.href, flags);
  return flags;
}

/** Adds the package that contains a folder, every `node_modules` above it, and the packages linked there. */
function addCode(folder: string, folders: Set<string>): void {
  let isInPackage = false;
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (!isInPackage && existsSync(join(at, 'package.json'))) {
      isInPackage = true;
      folders.add(at);
    }
    const modules = join(at, 'node_modules');
    if (folders.has(modules) || !existsSync(modules)) continue;
    folders.add(modules);
    for (const place of packagesToVisit(modules)) addCode(place, folders);
  }
}

/** Packages reached through symbolic links, and our own packages, whose dependencies may be links. */
function packagesToVisit(modules: string): string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap(entry => {
    const place = join(modules, entry.name);
    if (entry.name.startsWith('@')) return packagesToVisit(place);
    const isOurs = entry.name === 'webpith' || basename(modules) === '@webpith';
    return (isOurs || entry.isSymbolicLink()) && existsSync(place) ? [realpathSync(place)] : [];
  });
}
