import { expect, it } from 'vitest';
import { openStore } from './open.js';
import { changeSiteMemory, listSiteMemories, readSiteMemory, removeSiteMemories } from './site-memories.js';
import type { Store } from './store.js';
import { onBothDatabases } from './testing/stores.js';

const append = (store: Store, site: string, page: string, mostSites = 3) =>
  changeSiteMemory(
    store,
    site,
    (memory = '') => ({ memory: memory + page, pages: memory.length + page.length }),
    { mostSites },
  );

const sitesOf = async (store: Store) => (await listSiteMemories(store)).map(({ site }) => site);

onBothDatabases(address => {
  it('changes, lists and removes the memories of sites', async () => {
    const store = await openStore(address());
    await append(store, 'b.example', 'x');
    await append(store, 'b.example', 'y');
    await append(store, 'a.example', 'z');
    await changeSiteMemory(store, 'a.example', () => undefined);
    expect(await readSiteMemory(store, 'b.example')).toBe('xy');
    expect(await readSiteMemory(store, 'c.example')).toBeUndefined();
    expect(await listSiteMemories(store)).toEqual([
      { site: 'a.example', pages: 1, updated: expect.any(String) },
      { site: 'b.example', pages: 2, updated: expect.any(String) },
    ]);
    expect(await removeSiteMemories(store, 'b.example')).toBe(1);
    expect(await removeSiteMemories(store, 'b.example')).toBe(0);
    expect(await removeSiteMemories(store)).toBe(1);
    expect(await sitesOf(store)).toEqual([]);
    await store.close();
  });

  it('replaces the memory that was unchanged for longest', async () => {
    const store = await openStore(address());
    for (const site of ['a', 'b', 'c']) {
      await append(store, site, 'x');
      await store.db
        .updateTable('site_memory')
        .set({ updated: `2020-01-0${'bca'.indexOf(site) + 1}` })
        .where('site', '=', site)
        .execute();
    }
    await append(store, 'd', 'x');
    expect(await sitesOf(store)).toEqual(['a', 'c', 'd']);
    await append(store, 'c', 'y');
    expect(await sitesOf(store)).toEqual(['a', 'c', 'd']);
    await store.close();
  });

  it('loses no page of two that are added at the same time', async () => {
    const store = await openStore(address());
    await append(store, 'a', 'x');
    await Promise.all(['1', '2', '3', '4'].map(page => append(store, 'a', page)));
    expect([...(await readSiteMemory(store, 'a'))!].sort().join('')).toBe('1234x');
    await store.close();
  });
});
