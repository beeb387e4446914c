import { expect, it, vi } from 'vitest';
import { openStore } from './open.js';
import { readSetting, saveSetting } from './settings.js';
import { onBothDatabases } from './testing/stores.js';
import { addView, changeView, listViews, readView, readViewBytes, removeViews, viewsWhere } from './views.js';

const LIMITS = { views: 3, bytes: 10_000 };
const bytes = (text: string) => new TextEncoder().encode(text);

onBothDatabases(address => {
  it('keeps the reading history across restarts', async () => {
    const place = address();
    const store = await openStore(place);
    await addView(
      store,
      { id: 'a', url: 'https://a.test/1', bytes: bytes('<p>é'), createdBy: 'ada' },
      LIMITS,
    );
    await addView(store, { id: 'b', charset: 'latin1', bytes: bytes('<p>b'), createdBy: 'bob' }, LIMITS);
    await changeView(store, 'a', { title: 'A', corrections: { keep: [1], drop: [2, 3] }, report: 'r' });
    await store.close();
    const again = await openStore(place);
    expect(await readView(again, 'a')).toMatchObject({
      title: 'A',
      url: 'https://a.test/1',
      corrections: { keep: [1], drop: [2, 3] },
      report: 'r',
    });
    const read = await readViewBytes(again, 'a');
    expect(new TextDecoder().decode(read!.bytes)).toBe('<p>é');
    expect(await readViewBytes(again, 'b')).toMatchObject({ charset: 'latin1' });
    expect((await listViews(again, { createdBy: 'ada' })).map(({ id }) => id)).toEqual(['a']);
    expect((await viewsWhere(again, url => url.includes('a.test'))).map(({ id }) => id)).toEqual(['a']);
    expect(await changeView(again, 'none', { title: 'x' })).toBe(false);
    expect(await removeViews(again, 'bob', 'a')).toEqual([]);
    expect(await removeViews(again, 'ada')).toEqual(['a']);
    expect(await readView(again, 'a')).toBeUndefined();
    await again.close();
  });

  it('keeps a new page, and lists it first, if the clock was set back', async () => {
    const store = await openStore(address());
    for (const id of ['a', 'b', 'c', 'd']) {
      vi.useFakeTimers({ now: new Date(2026, 0, 40 - id.charCodeAt(0) / 4), toFake: ['Date'] });
      await addView(store, { id, bytes: bytes(id), createdBy: 'ada' }, LIMITS);
    }
    vi.useRealTimers();
    expect((await listViews(store, { createdBy: 'ada' })).map(({ id }) => id)).toEqual(['d', 'c', 'b']);
    await store.close();
  });

  it('removes the least recently opened page of the same reader', async () => {
    const store = await openStore(address());
    await addView(store, { id: 'other', bytes: bytes('x'), createdBy: 'bob' }, LIMITS);
    for (const id of ['a', 'b', 'c']) {
      await addView(store, { id, bytes: bytes(id), createdBy: 'ada' }, LIMITS);
      await changeView(store, id, {
        opened: `2020-01-0${id === 'a' ? 9 : id === 'b' ? 1 : 2}T00:00:00.000Z`,
      });
    }
    await addView(store, { id: 'd', bytes: bytes('d'), createdBy: 'ada' }, LIMITS);
    expect((await listViews(store, { createdBy: 'ada' })).map(({ id }) => id)).toEqual(['d', 'a', 'c']);
    expect(await readView(store, 'other')).toBeDefined();
    const noise = Uint8Array.from({ length: 20_000 }, (_, i) => ((i * 7919) % 251) ^ (i >> 3));
    await addView(store, { id: 'large', bytes: noise, createdBy: 'ada' }, { views: 9, bytes: 10 });
    expect((await listViews(store, { createdBy: 'ada' })).map(({ id }) => id)).toEqual(['large']);
    await store.close();
  });

  it('saves and removes settings', async () => {
    const store = await openStore(address());
    expect(await readSetting(store, 'x')).toBeUndefined();
    await saveSetting(store, 'x', '1');
    await saveSetting(store, 'x', '2');
    expect(await readSetting(store, 'x')).toBe('2');
    await saveSetting(store, 'x', undefined);
    expect(await readSetting(store, 'x')).toBeUndefined();
    await store.close();
  });
});
