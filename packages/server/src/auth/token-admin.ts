import { openStore, readTokens, removeToken } from '@webpith/store';
import type { MadeToken, Token } from '../api/tokens.js';
import type { Caller } from './roles.js';
import { makeToken } from './stored-tokens.js';

/** Makes, lists and removes tokens without a server: how the first one is made. */
export interface TokenAdmin {
  /** Makes a token and gives its secret, which is kept nowhere. */
  add(caller: Caller): Promise<MadeToken>;
  list(): Promise<Token[]>;
  /** Says whether there was one of that name. */
  remove(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the tokens of a store: a file of SQLite, or `postgres://…`. */
export async function openTokenAdmin(address: string): Promise<TokenAdmin> {
  const store = await openStore(address);
  return {
    add: caller => makeToken(store, caller),
    list: async () => (await readTokens(store)).map(({ name, role, created }) => ({ name, role, created })),
    remove: name => removeToken(store, name),
    close: () => store.close(),
  };
}
