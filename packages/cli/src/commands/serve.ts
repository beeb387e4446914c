import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context, Server } from '../dependencies.js';
import { fileError } from '../errors.js';
import { withModel } from '../input/model-file.js';
import { STORE_FLAG, STORE_HELP, storeAddress } from '../input/store-address.js';
import { type Io, printMessage, untilAborted, writeResult } from '../io.js';
import { version } from '../version.js';
import {
  countArgument,
  defined,
  portArgument,
  secondsArgument,
  sizeArgument,
  withAllowPrivate,
} from './arguments.js';
import { threadModel } from './extraction.js';

type ServerOptions = NonNullable<Parameters<Server['startServer']>[0]>;

/** Flags with the name of an option of the server set that option. */
interface ServeFlags extends Omit<ServerOptions, 'store' | 'accessLog' | 'model'> {
  readonly store?: string;
  readonly accessLog?: string;
  readonly workers?: number;
  readonly memory?: number;
  readonly open?: boolean;
  readonly json?: boolean;
  readonly model?: string;
}

export function defineServe(command: Command, context: Context): void {
  command
    .description('start the web app and the HTTP API')
    .option(
      '--host <address>',
      'address to listen on; any address other than loopback requires tokens',
      '127.0.0.1',
    )
    .option('--port <number>', 'port to listen on; 0 picks a free one', portArgument, 7488)
    .option(STORE_FLAG, STORE_HELP)
    .option('--tokens', 'require access tokens even on loopback; see pith token')
    .option('--cors <origin...>', 'web origins that may call the API (default: none)', originArgument)
    .option('--rate <count>', 'maximum requests per minute per token (default: 600)', countArgument)
    .option('--body-limit <size>', 'size limit per request (default: 20MB)', sizeArgument)
    .option(
      '--batch-limit <size>',
      'size limit of a batch request after decompression (default: 1GB)',
      sizeArgument,
    )
    .option('--time-limit <seconds>', 'time limit per page (default: 30)', secondsArgument)
    .option('--workers <count>', 'worker processes (default: one per core)', countArgument)
    .option('--memory <MB>', 'heap limit per worker in MB (default: 512)', countArgument)
    .option('--no-sandbox', 'extract in threads instead of sandboxed processes')
    .option('--jobs <count>', 'concurrent training and evaluation jobs (default: 1)', countArgument)
    .option('--sites', 'drop text repeated on other pages of a site that the server has fetched')
    .option(
      '--corpora <dir>',
      'folder that contains the corpora (default: $PITH_CORPORA or ../shared/corpora)',
    )
    .option(
      '--open',
      'open the app in a browser (default: in desktop sessions); --no-open: only print the URL',
    )
    .addOption(new Option('--no-open', 'only print the URL').hideHelp())
    .option('--access-log <file>', 'log file, one JSON line per request, or - for stdout (default: none)')
    .option('--json', 'print the URL as JSON');
  withModel(withAllowPrivate(command))
    .addHelpText('after', '\nOn Ctrl+C or SIGTERM, the server finishes open requests, then stops.')
    .addHelpText('after', '\nExample: pith serve --store postgres://pith@db/pith --port 8080')
    .action((flags: ServeFlags) => serve(flags, context));
}

const EXTENSION_ORIGIN = /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f-]{36})$/;

function originArgument(text: string, origins: readonly string[] = []): string[] {
  const isSite = URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
  if (!isSite && !EXTENSION_ORIGIN.test(text))
    throw new InvalidArgumentError('Must be an origin such as https://a.example.');
  return [...origins, text];
}

async function serve(flags: ServeFlags, { io, dependencies, signal }: Context): Promise<void> {
  const server = await dependencies.server();
  const { model } = await threadModel(flags.model, dependencies);
  signal.throwIfAborted();
  const store = await storeAddress(flags.store, io.env);
  const { corpora } = flags;
  if (corpora !== undefined)
    await readdir(corpora).catch(error => {
      throw fileError(error, corpora, 'read');
    });
  const log = flags.accessLog === undefined ? undefined : await openAccessLog(flags.accessLog, io);
  const options = {
    ...serverOptions(flags, io.stderr),
    store,
    ...(log && { accessLog: log }),
    ...defined({ model }),
  };
  const running = await server.startServer(options).catch(error => {
    log?.end();
    throw error;
  });
  try {
    if (flags.json) await writeResult('-', io, JSON.stringify({ address: running.address }));
    else await printMessage(io, introduction(running, server));
    if (flags.open ?? hasDesktop(io)) openBrowser(running.address);
    await untilAborted(signal);
    await printMessage(io, 'pith: finishing running requests');
  } finally {
    await running.close();
    log?.end();
  }
}

async function openAccessLog(
  file: string,
  { stdout }: Io,
): Promise<{ write(line: string): void; end(): void }> {
  if (file === '-') return { write: line => void stdout.write(line), end: () => {} };
  const stream = createWriteStream(file, { flags: 'a' });
  await once(stream, 'open').catch(error => {
    throw fileError(error, file, 'write');
  });
  return stream as { write(line: string): void; end(): void };
}

function serverOptions(flags: ServeFlags, log: ServerOptions['log']): ServerOptions {
  const {
    workers: threads,
    memory: memoryLimit,
    open: _open,
    json: _json,
    model: _model,
    store: _store,
    accessLog: _accessLog,
    ...rest
  } = flags;
  return { ...rest, ...defined({ log, threads, memoryLimit }) };
}

function introduction(
  { address, storedIn, services }: Awaited<ReturnType<Server['startServer']>>,
  { demandsTokens }: Server,
): string {
  const access = demandsTokens(services.options)
    ? 'callers with a token (create one with pith token add NAME)'
    : 'this machine only';
  return [
    `pith ${version} runs at ${address}`,
    '',
    `  ${address}/      web app: read, inspect, label, train, compare`,
    `  ${address}/docs  API documentation; /openapi.json`,
    '',
    `  store    ${storedIn}`,
    `  access   ${access}`,
    '  stop     Ctrl+C; running requests are finished first',
  ].join('\n');
}

const OPENERS: Readonly<Record<string, readonly [command: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** True if the command runs in a terminal on a machine with a desktop. */
export function hasDesktop({ stdout, env = {} }: Io, platform: string = process.platform): boolean {
  if (stdout.isTTY !== true || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  return platform in OPENERS || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

/** Opens a URL in the browser; failures are ignored, since the URL was printed. */
function openBrowser(url: string): void {
  const [command, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...before, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
