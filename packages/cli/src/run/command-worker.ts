import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Host } from '@webpith/threads';
import { Interrupted } from '../errors.js';

import { main } from '../main.js';

export function open(_: undefined, host: Host): (args: readonly string[]) => Promise<number> {
  const halt = new AbortController();
  host.signal.addEventListener('abort', () => halt.abort(new Interrupted()));
  const { stdin, stdout, env } = process;
  return args => main(args, { stdin, stdout, stderr: promptStderr(), env, signal: halt.signal });
}

/** Writes synchronously: the stream of a thread is flushed only when it yields, and training computes for minutes. */
function promptStderr(): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      try {
        writeSync(process.stderr.fd ?? 2, chunk);
        done();
      } catch {
        // The pipe is full or closed: use the thread's stream, which waits or reports the error.
        process.stderr.write(chunk, error => done(error));
      }
    },
  });
}
