import { Problem } from '../problem.js';

/** Bytes a second that a body must bring on average. */
const RATE = 1000;
const LF = 10;

/** How a body may arrive. */
export interface Pace {
  /** Whether every whole line renews the whole grace period. */
  readonly isLines?: boolean;
  /** Called before a body is given up. */
  onSlow?(): void;
}

/**
 * Passes a body on as long as it keeps to the minimum rate: it may pause for so many milliseconds, and longer for every byte
 * that came. Time that the reader takes does not count.
 */
export async function* atMinimumRate(
  body: AsyncIterable<Uint8Array>,
  grace: number,
  { isLines = false, onSlow }: Pace = {},
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let left = grace;
  for (;;) {
    const asked = performance.now();
    const next = await within(chunks.next(), left);
    if (next === undefined) {
      onSlow?.();
      throw tooSlow(grace);
    }
    if (next.done) return;
    const { value } = next;
    left -= performance.now() - asked;
    left = isLines && value.includes(LF) ? grace : Math.min(grace, left + (1000 * value.length) / RATE);
    yield value;
  }
}

/** The value of a promise, or undefined when it takes longer. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let clock: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>(resolve => {
    clock = setTimeout(resolve, Math.max(0, milliseconds), undefined);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(clock);
  }
}

function tooSlow(grace: number): Problem {
  return new Problem(
    'too-slow',
    `expected a body that comes, but waited ${grace / 1000} s for more of it`,
    `Send it at once, or at ${RATE} bytes a second at least.`,
  );
}
