import { expect, it } from 'vitest';
import { openStore } from './open.js';
import { onBothDatabases } from './testing/stores.js';
import { addToken, readToken, readTokens, removeToken } from './tokens.js';

onBothDatabases(address => {
  it('adds, finds and removes tokens', async () => {
    const store = await openStore(address());
    const token = { id: 'a1', name: 'ann', role: 'annotator', hash: 'ff', created: '2026-01-01T00:00:00Z' };
    expect(await addToken(store, token)).toBe(true);
    expect(await addToken(store, { ...token, id: 'b2' })).toBe(false); // the name is taken
    expect(await addToken(store, { ...token, name: 'zoe', id: 'c3' })).toBe(true);
    expect(await readToken(store, 'a1')).toEqual(token);
    expect(await readToken(store, 'b2')).toBeUndefined();
    expect((await readTokens(store)).map(({ name }) => name)).toEqual(['ann', 'zoe']);
    expect(await removeToken(store, 'ann')).toBe(true);
    expect(await removeToken(store, 'ann')).toBe(false);
    expect(await readToken(store, 'a1')).toBeUndefined();
    await store.close();
  });
});
