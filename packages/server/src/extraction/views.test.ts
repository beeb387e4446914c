import { openStore } from '@webpith/store';
import { describe, expect, it } from 'vitest';
import { Views } from './views.js';

const page = (size: number) => ({
  bytes: new Uint8Array(size),
  charset: 'utf-8',
  url: `https://a.test/${size}`,
});

describe('views', () => {
  it('are found in memory or in the store, also by another server', async () => {
    const store = await openStore(':memory:');
    const views = new Views(store, { entries: 2, size: 1000 });
    const ids: string[] = [];
    for (const size of [1, 2, 3]) ids.push((await views.keep(page(size), 'ada')).id);
    const sizes = async (from: Views) => {
      const found = [];
      for (const id of ids) found.push((await from.find(id))?.bytes.length);
      return found;
    };
    expect(await sizes(views)).toEqual([1, 2, 3]);
    const later = new Views(store, { entries: 1, size: 1 });
    expect(await sizes(later)).toEqual([1, 2, 3]);
    expect(await later.find(ids[0]!)).toMatchObject({ charset: 'utf-8', url: 'https://a.test/1' });
    expect(await later.find('none')).toBeUndefined();
    await store.close();
  });
});
