import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLoopback } from '@webpith/fetch';
import type { ModelFile } from 'webpith';

export interface ServerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** SQLite file or `postgres://…`. */
  readonly store: string;
  /** Require tokens; addresses other than loopback always do. */
  readonly tokens: boolean;
  /** Origins that may call the API from a browser. */
  readonly cors: readonly string[];
  /** Allows fetching pages from private addresses. */
  readonly allowPrivate: boolean;
  /** Requests per minute and caller; 0 for no limit. */
  readonly rate: number;
  readonly bodyLimit: number;
  /** Maximum size in bytes of all that one batch request decompresses to. */
  readonly batchLimit: number;
  /** Milliseconds per page. */
  readonly timeLimit: number;
  readonly threads: number;
  /** Extracts in processes without access to files and sockets instead of threads. */
  readonly sandbox: boolean;
  /** Pages that may wait for a thread. */
  readonly queueLimit: number;
  /** Heap limit of a thread in megabytes. */
  readonly memoryLimit: number;
  readonly jobs: number;
  /** Drops text that repeats on other pages that the server fetched from the same site. */
  readonly sites: boolean;
  /** Folder of corpora for evaluation. Default: PITH_CORPORA, or `shared/corpora` beside the repository. */
  readonly corpora?: string;
  /** Default model for requests that name none. */
  readonly model?: ModelFile;
  readonly app: string;
  /** Module with replacements for the thread tasks, for tests. */
  readonly tasks?: string;
  /** Receives unexpected failures, one per line as JSON. */
  readonly log?: { write(line: string): void };
  /** Receives every request, one per line as JSON. Default: none. */
  readonly accessLog?: { write(line: string): void };
}

export function demandsTokens({ host, tokens }: Pick<ServerOptions, 'host' | 'tokens'>): boolean {
  return tokens || !isLoopback(host);
}

export function addressOf(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

export const serverDefaults: Omit<ServerOptions, 'log' | 'accessLog'> = {
  host: '127.0.0.1',
  port: 7488,
  store: 'pith.sqlite',
  tokens: false,
  cors: [],
  allowPrivate: false,
  rate: 600,
  bodyLimit: 20 * 2 ** 20,
  batchLimit: 2 ** 30,
  timeLimit: 30_000,
  threads: availableParallelism(),
  sandbox: true,
  queueLimit: 1024,
  memoryLimit: 512,
  jobs: 1,
  sites: false,
  app: appFolder(),
};

function appFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve('@webpith/app/index.html'));
  } catch {
    return fileURLToPath(new URL('../../app/dist/', import.meta.url));
  }
}

export type ServerErrorCode =
  | 'no-token' // requires tokens but has none
  | 'no-address' // cannot listen on the address
  | 'bad-option';

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

export const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
