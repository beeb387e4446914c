import type { Redis } from 'ioredis';
import { keyBeside } from './queue.js';

/**
 * Reserves the next turn at a host if it is near enough. Runs inside Redis and by its clock, so that all machines share
 * one schedule.
 */
const takeTurn = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local next = tonumber(redis.call('GET', KEYS[1]) or '0')
local wait = math.max(next - now, 0)
if wait > tonumber(ARGV[2]) then return { wait, 0 } end
local delay = tonumber(ARGV[1])
redis.call('SET', KEYS[1], now + wait + delay, 'PX', wait + delay + 1000)
return { wait, 1 }
`;

/** Milliseconds until the turn, and whether it was reserved. */
export interface Turn {
  readonly wait: number;
  readonly taken: boolean;
}

export interface Politeness {
  /** Reserves the next turn at a host unless it is more than `longest` milliseconds away. */
  turn(host: string, longest: number): Promise<Turn>;
}

/** Allows one request to a host every `delay` milliseconds over all machines. */
export function politeness(redis: Redis, queue: string, delay: number): Politeness {
  return {
    async turn(host, longest) {
      const key = keyBeside(queue, 'host', host);
      const [wait, taken] = (await redis.eval(takeTurn, 1, key, delay, longest)) as [number, number];
      return { wait, taken: taken === 1 };
    },
  };
}
