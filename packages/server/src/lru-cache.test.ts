import { expect, it, vi } from 'vitest';
import { LruCache, loadThrough } from './lru-cache.js';

it('evicts the least recently used value', () => {
  const cache = new LruCache<number>({ entries: 2 });
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map(key => cache.get(key))).toEqual([1, undefined, 3]);
});

it('limits the total size, except for the last value set', () => {
  const cache = new LruCache<string>({ entries: 9, size: 5 }, text => text.length);
  for (const text of ['two', 'on', 'rather long']) cache.set(text, text);
  expect(cache.get('two')).toBeUndefined();
  expect(cache.get('rather long')).toBe('rather long');
  cache.delete('rather long');
  for (const text of ['two', 'on']) cache.set(text, text);
  expect([cache.get('two'), cache.get('on')]).toEqual(['two', 'on']);
});

it('loads again after a failure, and only then', async () => {
  const cache = new LruCache<Promise<number>>({ entries: 2 });
  const load = vi.fn().mockRejectedValueOnce(new Error('not now')).mockResolvedValue(4);
  await expect(loadThrough(cache, 'a', load)).rejects.toThrow('not now');
  expect(await loadThrough(cache, 'a', load)).toBe(4);
  expect(await loadThrough(cache, 'a', load)).toBe(4);
  expect(load).toHaveBeenCalledTimes(2);
});
