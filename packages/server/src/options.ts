import type { ModelFile } from 'webpith';
import { ipVersionOf, isLoopback } from './safety/loopback.js';

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
