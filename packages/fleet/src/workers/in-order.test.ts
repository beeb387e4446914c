import { expect, it, vi } from 'vitest';
import { recordsOfTexts } from '../testing/records.js';
import { batchesOf } from './in-order.js';

async function sizesOf(isIdle: boolean, units: AsyncIterable<ReturnType<typeof recordsOfTexts>[0]>) {
  const sizes: number[] = [];
  const isPage = (unit: unknown): unit is ReturnType<typeof recordsOfTexts>[0] => unit !== undefined;
  for await (const batch of batchesOf(units, isPage, { isIdle })) sizes.push((batch as unknown[]).length);
  return sizes;
}

async function* fast(count: number) {
  yield* recordsOfTexts(Array.from({ length: count }, (_, n) => `${n}`));
}

it('fills batches while pages arrive fast, also for idle threads', async () => {
  expect(await sizesOf(true, fast(40))).toEqual([16, 16, 8]);
  expect(await sizesOf(false, fast(40))).toEqual([16, 16, 8]);
});

it('does not wait for further pages while a thread is idle', async () => {
  // Timers never fire here, so a batch that waited for one would never be sent.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let next = () => {};
  async function* slow() {
    for (const record of recordsOfTexts(['a', 'b', 'c'])) {
      yield record;
      await new Promise<void>(resolve => {
        next = resolve;
      });
    }
  }
  try {
    const isPage = (unit: unknown): unit is ReturnType<typeof recordsOfTexts>[0] => unit !== undefined;
    const batches = batchesOf(slow(), isPage, { isIdle: true });
    for (const _ of 'abc') {
      expect((await batches.next()).value).toHaveLength(1);
      next();
    }
    expect((await batches.next()).done).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
