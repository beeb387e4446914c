import { describe, expect, it } from 'vitest';
import type { LabelOperation } from './labels.js';
import {
  BATCH,
  type BrowserStorage,
  openUnsent,
  type SaveRequest,
  type SaveStatus,
  saveQueue,
  unsentPlaces,
} from './saving.js';

/** A browser storage that throws beyond `limit`. */
function storage(limit = Number.POSITIVE_INFINITY): BrowserStorage & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: i => [...items.keys()][i] ?? null,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => {
      if (items.size >= limit) throw new Error('full');
      items.set(key, value);
    },
    removeItem: key => void items.delete(key),
  };
}

/** A queue with a controlled clock and server. */
function bench(kept: BrowserStorage = storage(), page = 'p1') {
  let made = 0;
  const timers: { wait: number; call: () => void }[] = [];
  const requests: SaveRequest[] = [];
  const statuses: SaveStatus[] = [];
  const server = {
    answer: (): 'ok' | 'away' | 'no' => 'ok',
    labels: new Map<number, string | null>(),
    seen: new Set<string>(),
  };
  const unsent = openUnsent(kept, page, 'ann', () => String(++made).padStart(6, '0'));
  const queue = saveQueue({
    unsent,
    send: async request => {
      requests.push(request);
      const answer = server.answer();
      if (answer !== 'ok') throw answer;
      for (const { id, node, label } of request.operations) {
        if (!server.seen.has(id)) server.labels.set(node, label);
        server.seen.add(id);
      }
    },
    failureOf: error => ({ isFinal: error === 'no', reason: String(error) }),
    onStatus: status => statuses.push(status),
    setTimer: (wait, call) => {
      const timer = { wait, call };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1);
    },
    random: () => 0.5,
  });
  const tick = async () => {
    for (const { call } of timers.splice(0)) call();
    await new Promise(resolve => setImmediate(resolve));
  };
  return { queue, timers, requests, statuses, server, tick, unsent };
}

const operation = (node: number, label: string | null = 'x'): LabelOperation => ({
  id: `id-${node}-${label}`,
  node,
  label,
});

describe('the save queue', () => {
  it('sends consecutive operations together, and reports its status', async () => {
    const { queue, requests, statuses, tick } = bench();
    queue.add([operation(1)]);
    queue.add([operation(2)]);
    expect(queue.status()).toEqual({ state: 'saving', unsent: 2 });
    await tick();
    expect(requests.map(({ operations }) => operations.map(({ node }) => node))).toEqual([[1, 2]]);
    expect(statuses.at(-1)).toEqual({ state: 'saved', unsent: 0 });
  });

  it('backs off while the server is down, and then sends everything in order', async () => {
    const { queue, timers, server, tick } = bench();
    server.answer = () => 'away';
    queue.add([operation(1)]);
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      await tick();
      waits.push(timers[0]!.wait);
    }
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...waits)).toBe(30_000);
    queue.add([operation(1, 'y')]);
    expect(timers).toHaveLength(1);
    expect(queue.status()).toEqual({ state: 'waiting', unsent: 2, reason: 'away' });
    server.answer = () => 'ok';
    queue.flush();
    await tick();
    expect(server.labels).toEqual(new Map([[1, 'y']]));
    expect(queue.status()).toEqual({ state: 'saved', unsent: 0 });
  });

  it('stops retrying on a permanent error, keeps the operations, and retries on request', async () => {
    const { queue, timers, server, tick } = bench();
    server.answer = () => 'no';
    queue.add([operation(1)]);
    await tick();
    expect(queue.status()).toEqual({ state: 'refused', unsent: 1, reason: 'no' });
    expect(timers).toHaveLength(0);
    server.answer = () => 'ok';
    queue.flush();
    await tick();
    expect(queue.status().state).toBe('saved');
  });

  it('keeps unsent operations for the next visit, per page', async () => {
    const kept = storage();
    const first = bench(kept);
    first.server.answer = () => 'away';
    first.queue.add([operation(1), operation(2)], true);
    await first.tick();
    first.queue.close();
    expect(bench(kept, 'p2').unsent.entries()).toEqual([]);
    expect(unsentPlaces(kept)).toEqual([{ page: 'p1', annotator: 'ann' }]);
    const second = bench(kept);
    expect(second.queue.status()).toEqual({ state: 'saving', unsent: 2 });
    await second.tick();
    expect(second.requests).toEqual([{ operations: [operation(1), operation(2)], done: true }]);
    expect(kept.length).toBe(0);
  });

  it('splits large saves into bounded requests, and sends done last', async () => {
    const { queue, requests, tick } = bench();
    queue.add(
      Array.from({ length: BATCH * 2 + 1 }, (_, i) => operation(i)),
      true,
    );
    await tick();
    expect(requests.map(({ operations, done }) => [operations.length, done])).toEqual([
      [BATCH, undefined],
      [BATCH, undefined],
      [1, true],
    ]);
  });

  it("never lets two windows overwrite each other's unsent operations", () => {
    const kept = storage();
    let made = 0;
    const [one, other] = [0, 1].map(() => openUnsent(kept, 'p', 'ann', () => `${++made}`));
    one!.add([operation(1)]);
    other!.add([operation(2)]);
    one!.remove(one!.entries());
    expect(
      openUnsent(kept, 'p', 'ann', () => '9')
        .entries()
        .map(({ operations }) => operations[0]!.node),
    ).toEqual([2]);
  });

  it('works without storage, and reports that nothing is kept', async () => {
    const { queue, unsent, requests, tick } = bench(storage(0));
    queue.add([operation(1)]);
    expect(unsent.isStored()).toBe(false);
    await tick();
    expect(requests).toHaveLength(1);
    expect(unsent.isStored()).toBe(true);
  });

  it('drops entries that it cannot parse', () => {
    const kept = storage();
    kept.setItem('pith.unsent p ann 1', '{"operations":3}');
    kept.setItem('pith.unsent p ann 2', 'not JSON');
    expect(openUnsent(kept, 'p', 'ann', () => '3').entries()).toEqual([]);
    expect(kept.length).toBe(0);
  });
});
