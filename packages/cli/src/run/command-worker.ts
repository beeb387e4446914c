import type { Host } from '@webpith/threads';
import { Interrupted } from '../io.js';
import { main } from '../main.js';

/** What a thread does: the command of the arguments that it is given; its answer is the exit code. */
export function open(_: undefined, host: Host): (args: readonly string[]) => Promise<number> {
  const halt = new AbortController();
  host.signal.addEventListener('abort', () => halt.abort(new Interrupted()));
  const { stdin, stdout, stderr, env } = process;
  return args => main(args, { stdin, stdout, stderr, env, signal: halt.signal });
}
