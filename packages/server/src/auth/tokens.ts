import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { resolve } from 'node:path';
import {
  addToken,
  openStore,
  parseAddress,
  readToken,
  readTokens,
  removeToken,
  type Store,
  withoutSecret,
} from '@webpith/store';
import type { MadeToken, Token } from '../api/access.js';
import { demandsTokens, ServerError, type ServerOptions } from '../options.js';
import { Problem } from '../problem.js';
import { type Caller, ROLES } from './roles.js';

/** Format of a secret: the id of its token, and 256 random bits. */
const SHAPE = /^pith_([0-9a-f]{12})_[\w-]{43}$/;
const ABSENT = '0'.repeat(64);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Creates a token and returns its secret, of which only a hash is stored. */
export async function createToken(store: Store, { name, role }: Caller): Promise<MadeToken> {
  const id = randomBytes(6).toString('hex');
  const secret = `pith_${id}_${randomBytes(32).toString('base64url')}`;
  const created = new Date().toISOString();
  if (await addToken(store, { id, name, role, hash: hashOf(secret), created }))
    return { name, role, created, secret };
  throw new Problem(
    'conflict',
    `There is already a token named ${name}.`,
    'Choose another name, or remove the token first.',
  );
}

export async function callerOf(store: Store, secret: string): Promise<Caller | undefined> {
  const id = SHAPE.exec(secret)?.[1];
  const token = id === undefined ? undefined : await readToken(store, id);
  // Compares hashes of equal length in constant time, also if there is no such token.
  const same = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(token?.hash ?? ABSENT));
  const role = ROLES.find(name => name === token?.role);
  return same && token !== undefined && role !== undefined ? { name: token.name, role } : undefined;
}

export interface TokenAdmin {
  add(caller: Caller): Promise<MadeToken>;
  list(): Promise<Token[]>;
  remove(name: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function openTokenAdmin(address: string): Promise<TokenAdmin> {
  const store = await openStore(address);
  return {
    add: caller => createToken(store, caller),
    list: async () => (await readTokens(store)).map(({ name, role, created }) => ({ name, role, created })),
    remove: name => removeToken(store, name),
    close: () => store.close(),
  };
}

export async function requireToken(options: ServerOptions, store: Store): Promise<void> {
  if (!demandsTokens(options) || (await readTokens(store)).length > 0) return;
  throw new ServerError(
    'no-token',
    `The server on ${options.host} requires a token, but ${shownStore(options.store)} has none. Create one first: pith token add NAME --role admin --store STORE`,
  );
}

export function shownStore(address: string): string {
  const place = parseAddress(address);
  return place.kind === 'sqlite' ? resolve(place.file) : withoutSecret(place.url);
}
