import { spawn } from 'node:child_process';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Server } from '../dependencies.js';
import { readModel, withModel } from '../input/model-file.js';
import { type Io, say, writeResult } from '../io.js';
import { version } from '../version.js';
import { countArgument, defined, portArgument, secondsArgument, sizeArgument } from './arguments.js';
import type { CommandDefinition, Context } from './command.js';

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly store: string;
  readonly tokens?: boolean;
  readonly cors?: string[];
  readonly rate?: number;
  readonly bodyLimit?: number;
  readonly timeLimit?: number;
  readonly workers?: number;
  readonly memory?: number;
  readonly jobs?: number;
  readonly corpora?: string;
  readonly allowPrivate?: boolean;
  readonly sandbox: boolean;
  readonly open?: boolean;
  readonly json?: boolean;
  readonly model?: string;
}

/** `pith serve`: the server and the app. */
export const serveCommand: CommandDefinition = {
  name: 'serve',
  define(command, context) {
    describe(command).action((flags: ServeFlags) => serve(flags, context));
  },
};

function describe(command: Command): Command {
  return withModel(command)
    .description('run the web app and the API: read, inspect, label, train, compare')
    .option('--host <address>', 'to listen on; any but loopback demands tokens', '127.0.0.1')
    .option('--port <number>', '0 takes any that is free', portArgument, 7488)
    .option('--store <place>', 'a file of SQLite, or postgres://user@host/database', 'pith.sqlite')
    .option('--tokens', 'demand a token on loopback too; see pith token')
    .option('--cors <origin...>', 'pages that may call, such as https://a.example', originArgument)
    .option('--rate <count>', 'requests a minute for a token (default: 600)', countArgument)
    .option('--body-limit <size>', 'of a request (default: 20MB)', sizeArgument)
    .option('--time-limit <seconds>', 'for a page (default: 30)', secondsArgument)
    .option('--workers <count>', 'processes that extract (default: one a core)', countArgument)
    .option('--memory <megabytes>', 'of heap for each of them (default: 512)', countArgument)
    .option('--no-sandbox', 'extract in threads of the server, not in processes without files and sockets')
    .option('--jobs <count>', 'trainings and the like that run at once (default: 1)', countArgument)
    .option('--corpora <folder>', 'of corpora on disk to evaluate on')
    .option('--allow-private', 'fetch pages from private and loopback addresses too')
    .option('--open', 'open the app in a browser; --no-open: only print its address')
    .addOption(new Option('--no-open', 'only print the address').hideHelp())
    .option('--json', 'the address as JSON')
    .addHelpText('after', '\nSIGTERM or Ctrl+C: finish what is running and end.')
    .addHelpText('after', '\nExample: pith serve --store postgres://pith@db/pith --port 8080');
}

/** Extensions of browsers have origins of their own. */
const EXTENSION = /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f-]{36})$/;

function originArgument(text: string, origins: readonly string[] = []): string[] {
  const isSite = URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
  if (!isSite && !EXTENSION.test(text)) {
    throw new InvalidArgumentError('Expected an origin such as https://a.example.');
  }
  return [...origins, text];
}

async function serve(flags: ServeFlags, { io, dependencies, signal }: Context): Promise<void> {
  const server = await dependencies.server();
  const read = await readModel(flags.model);
  signal.throwIfAborted();
  const options = { ...serverOptions(flags, io.stderr), ...(read && { model: read.file }) };
  const running = await server.startServer(options);
  try {
    if (flags.json) await writeResult('-', io, JSON.stringify({ address: running.address }));
    else await say(io, introduction(running, server));
    if (flags.open ?? hasDesktop(io)) openBrowser(running.address);
    await aborted(signal);
    await say(io, 'pith: finishing what is running');
  } finally {
    await running.close();
  }
}

type Options = Partial<Parameters<Server['startServer']>[0]>;

function serverOptions(flags: ServeFlags, log: NonNullable<Options>['log']): Options {
  const { host, port, store, tokens, cors, rate, bodyLimit, timeLimit, workers, memory } = flags;
  const { jobs, corpora, allowPrivate, sandbox } = flags;
  return {
    host,
    port,
    store,
    sandbox,
    ...(log && { log }),
    ...(tokens && { tokens }),
    ...(cors && { cors }),
    ...defined({ rate, bodyLimit, timeLimit, threads: workers, memoryLimit: memory, jobs, corpora }),
    ...(allowPrivate && { allowPrivate }),
  };
}

/** What runs where, on one screen. */
function introduction(
  { address, storedIn, services }: Awaited<ReturnType<Server['startServer']>>,
  { demandsTokens }: Server,
): string {
  const who = demandsTokens(services.options)
    ? 'whoever shows a token (pith token add NAME makes one)'
    : 'everyone on this machine, nobody else';
  return [
    `pith ${version} runs at ${address}`,
    '',
    `  ${address}/      the app: read, inspect, label, train, compare`,
    `  ${address}/docs  the API; openapi.json describes it`,
    '',
    `  kept in   ${storedIn}`,
    `  open to   ${who}`,
    '  to stop   Ctrl+C; what is running is finished first',
  ].join('\n');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** The program of each system that opens an address. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Whether somebody sits in front of this machine: a terminal, and a desktop to open a window on. */
export function hasDesktop({ stdout, env = {} }: Io, platform: string = process.platform): boolean {
  if (stdout.isTTY !== true || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  return platform in OPENERS || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

/** Opens an address in the browser; where there is none, nothing happens: the address was printed. */
export function openBrowser(address: string): void {
  const [command, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...before, address], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
