import { expect, it } from 'vitest';
import {
  addRequests,
  claimAddress,
  countReasons,
  countRequests,
  countShapes,
  forgetRows,
  type NewRequest,
  openCrawl,
  postponeRequest,
  settledRequests,
  settleRequest,
  unshardedRows,
  waitingRequests,
} from './crawl.js';
import { openStore } from './open.js';
import { onBothDatabases } from './testing/stores.js';

const request = (path: string, depth = 0): NewRequest => ({
  key: `https://a.org/${path}`,
  url: `https://a.org/${path}?session=1`,
  host: 'a.org',
  shape: 'a.org/#',
  kind: 'entry',
  depth,
});
const due = { now: 1000, longestPause: 10_000_000_000_000, limit: 100 };

onBothDatabases(address => {
  const open = async () => {
    const store = await openStore(address());
    await openCrawl(store, 'one', '{}');
    const keys = async (now = 1000) =>
      (await waitingRequests(store, 'one', 'a.org', { ...due, now })).map(({ key }) =>
        key.slice('https://a.org/'.length),
      );
    return { store, keys };
  };

  it('keeps the settings of the first start', async () => {
    const { store } = await open();
    expect(await openCrawl(store, 'one', '{"other":1}')).toBe('{}');
    await store.close();
  });

  it('retries a postponed request at once if the clock was set back', async () => {
    const { store } = await open();
    await addRequests(store.db, 'one', [request('a')]);
    await postponeRequest(store, 'one', request('a').key, 1_800_000_000_000);
    const dueAt = (now: number) =>
      waitingRequests(store, 'one', 'a.org', { now, longestPause: 60_000, limit: 1 });
    expect(await dueAt(1_800_000_000_000 - 60_000)).toEqual([]);
    expect(await dueAt(1_800_000_000_000 - 3_600_000)).toHaveLength(1);
    await store.close();
  });

  it('adds a URL once per crawl', async () => {
    const { store, keys } = await open();
    expect(await addRequests(store.db, 'one', [request('b'), request('a'), request('b')])).toHaveLength(2);
    expect(await addRequests(store.db, 'one', [request('a', 5), request('c')])).toEqual([request('c')]);
    expect(await keys()).toEqual(['b', 'a', 'c']);
    expect(await addRequests(store.db, 'two', [request('a')])).toHaveLength(1); // crawls are independent
    await store.close();
  });

  it('settles a request with its row and links in one transaction, once', async () => {
    const { store, keys } = await open();
    await addRequests(store.db, 'one', [request('a')]);
    const outcome = {
      state: 'done',
      row: '{"url":"a"}',
      textHash: 'ff',
      follow: [request('b', 1), request('a', 1)],
    } as const;
    expect(await settleRequest(store, 'one', request('a').key, outcome)).toEqual({
      state: 'done',
      added: [request('b', 1)],
      row: 0,
    });
    expect(await settleRequest(store, 'one', request('a').key, outcome)).toEqual({
      state: 'done',
      added: [],
    });
    expect(await keys()).toEqual(['b']);
    expect(await unshardedRows(store, 'one', 10)).toEqual([{ seq: 0, row: '{"url":"a"}' }]);
    expect(await settledRequests(store, 'one')).toEqual([
      { key: request('a').key, host: 'a.org', shape: 'a.org/#', state: 'done', textHash: 'ff' },
    ]);
    await store.close();
  });

  it('lets only the first request claim the target of a redirect', async () => {
    const { store, keys } = await open();
    await addRequests(store.db, 'one', [request('a'), request('b'), request('d')]);
    expect(await claimAddress(store, 'one', request('c'), request('a').key)).toBe(true);
    expect(await claimAddress(store, 'one', request('c'), request('b').key)).toBe(false);
    expect(await claimAddress(store, 'one', request('c'), request('a').key)).toBe(true); // after a restart
    expect(await claimAddress(store, 'one', request('d'), request('a').key)).toBe(false); // d is a waiting request of its own
    expect(await addRequests(store.db, 'one', [request('c')])).toEqual([]);
    expect(await keys()).toEqual(['a', 'b', 'd']);
    expect(await countRequests(store, 'one')).toEqual([
      { host: 'a.org', state: 'redirected', count: 1 },
      { host: 'a.org', state: 'waiting', count: 3 },
    ]);
    await store.close();
  });

  it('counts shapes and reasons', async () => {
    const { store } = await open();
    await addRequests(store.db, 'one', [request('a'), request('b')]);
    await settleRequest(store, 'one', request('a').key, { state: 'skipped', reason: 'no text' });
    expect(await countShapes(store, 'one', 'entry')).toEqual(new Map([['a.org/#', 2]]));
    expect(await countReasons(store, 'one')).toEqual([{ state: 'skipped', reason: 'no text', count: 1 }]);
    await store.close();
  });

  it('retries a postponed request when it is due', async () => {
    const { store, keys } = await open();
    await addRequests(store.db, 'one', [request('a')]);
    await postponeRequest(store, 'one', request('a').key, 1_800_000_000_000);
    expect(await keys()).toEqual([]);
    expect(await keys(1_800_000_000_000)).toEqual(['a']);
    expect((await waitingRequests(store, 'one', 'a.org', { ...due, now: 2e12 }))[0]?.tries).toBe(1);
    await store.close();
  });

  it('continues the numbering after rows are moved to a shard', async () => {
    const { store } = await open();
    const give = async (path: string) => {
      await addRequests(store.db, 'one', [request(path)]);
      return (await settleRequest(store, 'one', request(path).key, { state: 'done', row: `"${path}"` })).row;
    };
    expect([await give('a'), await give('b')]).toEqual([0, 1]);
    await forgetRows(store, 'one', 1);
    expect(await unshardedRows(store, 'one', 10)).toEqual([]);
    expect(await give('c')).toBe(2);
    expect(await unshardedRows(store, 'one', 10)).toEqual([{ seq: 2, row: '"c"' }]);
    await store.close();
  });
});
