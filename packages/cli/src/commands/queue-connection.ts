import type { FleetQueue } from '@webpith/fleet/queue';
import type { Command } from 'commander';
import type { Context, Queueing } from '../dependencies.js';
import { printMessage } from '../io.js';

export interface QueueFlags {
  readonly redis?: string;
  readonly queue?: string;
}

export function addQueueOptions(command: Command): Command {
  return command
    .option('--redis <url>', 'Redis URL (default: $PITH_REDIS or redis://127.0.0.1:6379)')
    .option('--queue <name>', 'name of the queue (default: pages)');
}

export function redisUrl({ redis }: QueueFlags, { io }: Context, queueing: Queueing): string {
  return redis ?? io.env?.PITH_REDIS ?? queueing.defaultRedisUrl;
}

/** Calls `use` with the queue; without a time limit it waits for Redis and reports the wait. */
export async function withQueue<T>(
  flags: QueueFlags & { readonly timeout?: number },
  context: Context,
  use: (queue: FleetQueue, queueing: Queueing) => Promise<T>,
): Promise<T> {
  const { io, signal, dependencies } = context;
  const { timeout } = flags;
  const queueing = await dependencies.queueing();
  const onTrouble =
    timeout === undefined ? (message: string) => void printMessage(io, `pith: ${message}`) : undefined;
  const redis = queueing.connectRedis(redisUrl(flags, context, queueing), { onTrouble });
  const stop = () => redis.disconnect();
  signal.addEventListener('abort', stop);
  try {
    await queueing.untilReachable(redis, timeout);
    return await use(queueing.openQueue(redis, flags.queue), queueing);
  } finally {
    signal.removeEventListener('abort', stop);
    redis.disconnect();
  }
}
