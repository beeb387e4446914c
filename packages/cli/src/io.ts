import { open, writeFile } from 'node:fs/promises';
import { fileError, Interrupted, OutputClosed } from './errors.js';

/** Where a command writes: `process.stdout`, or any writable stream. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Where a command reads from: `process.stdin`, or any source of bytes. */
export type Input = AsyncIterable<Uint8Array | string> & {
  readonly isTTY?: boolean;
  destroy?(error?: Error): unknown;
};

/** The world as a command sees it; `process` is one, and a test makes its own. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Stops the command, as an interrupt from the keyboard does. */
  readonly signal?: AbortSignal;
  on?(event: StopSignal, listener: () => void): unknown;
  off?(event: StopSignal, listener: () => void): unknown;
}

type StopSignal = 'SIGINT' | 'SIGTERM';

/** Signals that stop a command, and the exit codes by which shells know that they did. */
const stopSignals: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

const closedCodes: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'EOF',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const guarded = new WeakSet<Output>();

/** A stream whose write fails also emits an error, which would end the process if nobody listened. */
function guard(stream: Output): void {
  if (guarded.has(stream)) return;
  guarded.add(stream);
  stream.on('error', () => {});
}

/** Writes and waits until it is taken; throws OutputClosed when nobody reads any more. */
export function write(stream: Output, data: string | Uint8Array): Promise<void> {
  guard(stream);
  return new Promise((resolve, reject) => {
    stream.write(data, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve();
      else reject(closedCodes.has(error.code) ? new OutputClosed('output closed', { cause: error }) : error);
    });
  });
}

/** Says something beside the result; that nobody listens is no reason to fail. */
export async function say(io: Io, message: string): Promise<void> {
  await write(io.stderr, `${terminalSafe(message)}\n`).catch(() => {});
}

// Control characters other than tab and line feed: a page may hold escape sequences for the reader's terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Text without the control characters that could steer a terminal. */
export function terminalSafe(text: string): string {
  return text.replace(controls, '');
}

/** The signal that stops a command (from `io.signal` or the process's signals), and how to stop listening. */
export function stopSignal(io: Io): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort(new Interrupted());
  const listeners = (Object.keys(stopSignals) as StopSignal[]).map(name => {
    const listener = () => {
      controller.abort(new Interrupted(stopSignals[name]));
      // A second interrupt ends the process at once, as usual. Not before the others have heard of the first: a library
      // that finds itself alone with a signal ends the process.
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

/** Takes the result of a command, piece by piece. */
export interface Sink {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens where the result goes: a file, or standard output for `-` and for nothing. */
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
  // What goes to a program is left as it is; what goes to a person's terminal must not steer it.
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

/** Writes a whole result, ended by a line break; nothing stays nothing. */
export async function writeResult(path: string | undefined, io: Io, text: string): Promise<void> {
  const sink = await openSink(path, io);
  try {
    await sink.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  } finally {
    await sink.close();
  }
}

/** Writes bytes as they are: pictures and archives. */
export async function writeBytes(path: string, io: Io, bytes: Uint8Array): Promise<void> {
  if (path === '-') return await write(io.stdout, bytes);
  await writeFile(path, bytes).catch(error => {
    throw fileError(error, path, 'write');
  });
}
