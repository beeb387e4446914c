import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { CommandError, fileError, Interrupted, OutputClosed } from './errors.js';

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export type Input = AsyncIterable<Uint8Array | string> & {
  readonly isTTY?: boolean;
  destroy?(error?: Error): unknown;
};

/** Streams, environment and signals of the process; tests supply their own. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stops the command, as Ctrl+C does. */
  readonly signal?: AbortSignal;
  on?(event: StopSignal, listener: () => void): unknown;
  off?(event: StopSignal, listener: () => void): unknown;
}

type StopSignal = 'SIGINT' | 'SIGTERM';

const stopSignals: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

const closedCodes: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'EOF',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const guarded = new WeakSet<Output>();

/** A failed write also emits an error event, which ends the process unless handled. */
function guard(stream: Output): void {
  if (guarded.has(stream)) return;
  guarded.add(stream);
  stream.on('error', () => {});
}

/** Resolves when the data is written; throws OutputClosed if the reader has closed the pipe. */
export function write(stream: Output, data: string | Uint8Array): Promise<void> {
  guard(stream);
  return new Promise((resolve, reject) => {
    stream.write(data, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve();
      else reject(closedCodes.has(error.code) ? new OutputClosed('output closed', { cause: error }) : error);
    });
  });
}

/** Writes a message to stderr, ignoring failures. */
export async function printMessage(io: Io, message: string): Promise<void> {
  await write(io.stderr, `${terminalSafe(message)}\n`).catch(() => {});
}

// Control characters other than tab and line feed: pages may contain terminal escape sequences.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

export function terminalSafe(text: string): string {
  return text.replace(controls, '');
}

/** An AbortSignal that fires on `io.signal`, SIGINT and SIGTERM; `release` removes the listeners. */
export function stopSignal(io: Io): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort(new Interrupted());
  const listeners = (Object.keys(stopSignals) as StopSignal[]).map(name => {
    const listener = () => {
      controller.abort(new Interrupted(stopSignals[name]));
      // Without our listeners, a second signal ends the process. Remove them only after all listeners of this signal
      // have run: some libraries end the process if no other listener is registered.
      setImmediate(release);
    };
    return [name, listener] as const;
  });
  const release = () => {
    io.signal?.removeEventListener('abort', stop);
    for (const [name, listener] of listeners) io.off?.(name, listener);
  };
  if (io.signal?.aborted) stop();
  else {
    io.signal?.addEventListener('abort', stop);
    for (const [name, listener] of listeners) io.on?.(name, listener);
  }
  return { signal: controller.signal, release };
}

export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSink(path: string | undefined, io: Io): Promise<Sink> {
  if (path === undefined || path === '-') return standardOutput(io);
  try {
    const file = await open(path, 'w');
    return {
      write: async text => {
        await file.writeFile(text).catch(error => {
          throw fileError(error, path, 'write');
        });
      },
      close: () => file.close(),
    };
  } catch (error) {
    throw fileError(error, path, 'write');
  }
}

function standardOutput(io: Io): Sink {
  // Control characters are removed only on a terminal.
  const prepare = io.stdout.isTTY ? terminalSafe : (text: string) => text;
  return {
    write: async text => {
      await write(io.stdout, prepare(text)).catch(error => {
        throw error instanceof OutputClosed ? error : fileError(error, 'standard output', 'write');
      });
    },
    close: async () => {},
  };
}

/** Writes a result, followed by a line break unless the result is empty or ends with one. */
export async function writeResult(path: string | undefined, io: Io, text: string): Promise<void> {
  const sink = await openSink(path, io);
  try {
    await sink.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  } finally {
    await sink.close();
  }
}

export async function writeBytes(path: string, io: Io, bytes: Uint8Array): Promise<void> {
  if (path === '-') return await write(io.stdout, bytes);
  await writeFile(path, bytes).catch(error => {
    throw fileError(error, path, 'write');
  });
}

/** Prints the summary of a run over many pages, as JSON or in words; throws if all of them failed. */
export async function reportPages(
  io: Io,
  summary: { readonly pages: number; readonly errors: number },
  report: { readonly json?: boolean | undefined; readonly words: string; readonly where: string },
): Promise<void> {
  await printMessage(io, report.json ? JSON.stringify(summary) : report.words);
  const { pages, errors } = summary;
  if (pages > 0 && errors === pages) throw new CommandError(`all pages failed; see ${report.where}`);
}

/** For example “3 skipped (empty)”. */
export function byReason(counts: Readonly<Record<string, number>>, what: string): string[] {
  return Object.entries(counts).map(([reason, count]) => `${count} ${what} (${reason})`);
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
