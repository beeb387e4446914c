import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Host } from '@webpith/threads';
import { Interrupted } from '../errors.js';

import { main } from '../main.js';

/** What a thread does: the command of the arguments that it is given; its answer is the exit code. */
export function open(_: undefined, host: Host): (args: readonly string[]) => Promise<number> {
  const halt = new AbortController();
  host.signal.addEventListener('abort', () => halt.abort(new Interrupted()));
  const { stdin, stdout, env } = process;
  return args => main(args, { stdin, stdout, stderr: promptStderr(), env, signal: halt.signal });
}

/**
 * The stream of errors and progress, written at once: that of a thread hands on what it has when the thread pauses, and training computes for
 * minutes without a pause.
 */
function promptStderr(): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, done) {
      try {
        writeSync(process.stderr.fd ?? 2, chunk);
        done();
      } catch {
        // A pipe that is full, or gone: the thread's own stream waits, or says so.
        process.stderr.write(chunk, error => done(error));
      }
    },
  });
}
