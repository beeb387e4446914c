import { randomBytes } from 'node:crypto';

let last = 0;

/** A new id that sorts behind all that this process gave before: milliseconds, then chance. */
export function sortedId(now: () => number = Date.now): string {
  last = Math.max(last + 1, now());
  return `${last.toString(36).padStart(9, '0')}${randomBytes(5).toString('hex')}`;
}
