import { Writable } from 'node:stream';
import type { Io, Output } from '../io.js';

/** An Io whose output is kept, so that a command line is tested without a process. */
export interface MemoryIo extends Io {
  /** What was written to standard output so far. */
  out(): string;
  /** What was written to standard error so far. */
  err(): string;
}

/** What a test may choose about its Io. */
export interface MemoryIoOptions {
  readonly input?: string | Uint8Array;
  /** Whether the outputs pass for a terminal. */
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  /** Standard output is closed by its reader after so many writes. */
  readonly closesAfter?: number;
}

/** An Io in memory. */
export function memoryIo(options: MemoryIoOptions = {}): MemoryIo {
  const stdout = memoryOutput(options.terminal ?? false, options.closesAfter);
  const stderr = memoryOutput(options.terminal ?? false);
  const { input = '', signal } = options;
  return {
    stdin: (async function* () {
      yield input;
    })(),
    stdout: stdout.stream,
    stderr: stderr.stream,
    ...(signal === undefined ? {} : { signal }),
    out: stdout.text,
    err: stderr.text,
  };
}

function memoryOutput(isTTY: boolean, closesAfter = Number.POSITIVE_INFINITY) {
  const chunks: Buffer[] = [];
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      if (chunks.length >= closesAfter) {
        return callback(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
      }
      chunks.push(Buffer.from(chunk));
      callback();
    },
  });
  const stream: Output = Object.assign(writable, { isTTY, columns: 80 });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
