import { Writable } from 'node:stream';
import type { Io, Output } from '../io.js';

/** An Io that records its output, so that a command can be tested without a process. */
export interface MemoryIo extends Io {
  /** Standard output so far. */
  out(): string;
  /** Standard error so far. */
  err(): string;
}

export interface MemoryIoOptions {
  readonly input?: string | Uint8Array;
  /** True if the outputs should pass for a terminal. */
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  /** The number of writes after which the reader closes standard output. */
  readonly closesAfter?: number;
}

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
