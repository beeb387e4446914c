import type { FastifyReply } from 'fastify';
import { Problem } from '../problem.js';

/** A signal that is aborted when the caller goes away before the answer. */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    // Nobody reads this answer; that somebody left is no failure of the server.
    if (!raw.writableFinished) controller.abort(new Problem('unavailable', 'the caller went away', 'Stay.'));
  });
  return controller.signal;
}
