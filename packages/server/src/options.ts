import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelFile } from 'webpith';

/** How a server is run. */
export interface ServerOptions {
  /** The address it listens on. */
  readonly host: string;
  /** The port; 0 takes any that is free. */
  readonly port: number;
  /** A file of SQLite, or `postgres://…`. */
  readonly store: string;
  /** Whether callers must show a token; on any address but loopback they must. */
  readonly tokens: boolean;
  /** Origins of other web pages that may call. */
  readonly cors: readonly string[];
  /** Whether pages may be fetched from private addresses. */
  readonly allowPrivate: boolean;
  /** Requests a minute that a caller may make; 0 for any number. */
  readonly rate: number;
  /** The most bytes of a body. */
  readonly bodyLimit: number;
  /** Milliseconds that a page may take. */
  readonly timeLimit: number;
  /** Threads, or processes, that extract. */
  readonly threads: number;
  /** Whether pages are extracted in processes that can open no file and no socket, or in threads. */
  readonly sandbox: boolean;
  /** Pages that may wait for a thread. */
  readonly queueLimit: number;
  /** Megabytes of heap that a thread may take. */
  readonly memoryLimit: number;
  /** Jobs that run at once. */
  readonly jobs: number;
  /** Folder of corpora on disk that can be evaluated on; the one beside the repository, or of PITH_CORPORA, when absent. */
  readonly corpora?: string;
  /** The model that answers where a request names none, instead of the default. */
  readonly model?: ModelFile;
  /** The folder with the built app. */
  readonly app: string;
  /** Module whose `tasks` take the place of those of the threads; for tests. */
  readonly tasks?: string;
  /** Where unexpected failures are written, a line of JSON each. */
  readonly log?: { write(line: string): void };
}

/** Whether callers must show a token. */
export function demandsTokens({ host, tokens }: Pick<ServerOptions, 'host' | 'tokens'>): boolean {
  return tokens || !isLoopback(host);
}

/** The address of a server as a browser takes it. */
export function addressOf(host: string, port: number): string {
  return `http://${ipVersionOf(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** How a server is run when nothing else is said. */
export const serverDefaults: Omit<ServerOptions, 'log'> = {
  host: '127.0.0.1',
  port: 7488,
  store: 'pith.sqlite',
  tokens: false,
  cors: [],
  allowPrivate: false,
  rate: 600,
  bodyLimit: 20 * 2 ** 20,
  timeLimit: 30_000,
  threads: availableParallelism(),
  sandbox: true,
  queueLimit: 1024,
  memoryLimit: 512,
  jobs: 1,
  app: appFolder(),
};

/** The folder of the built app, or where it would be built. */
function appFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@webpith/app/index.html'));
  } catch {
    return fileURLToPath(new URL('../../app/dist/', import.meta.url));
  }
}

/** Why a server does not start. */
export type ServerErrorCode =
  | 'no-token' // it demands tokens and has none
  | 'no-address' // it cannot listen there
  | 'bad-option';

/** Every failure of starting: the message says what was expected, what came and what to do. */
export class ServerError extends Error {
  override readonly name = 'ServerError';

  constructor(
    readonly code: ServerErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach what listens on a host. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost') return true;
  const version = isIP(name);
  return version !== 0 && loopback.check(name, version === 6 ? 'ipv6' : 'ipv4');
}

/** 4, 6, or 0 where a host is a name. */
export function ipVersionOf(host: string): number {
  return isIP(host);
}

const manifest = createRequire(import.meta.url)('../package.json') as { version: string };

/** The version of this package, as its manifest has it. */
export const version: string = manifest.version;
