import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { addToken, readToken, readTokens, type Store } from '@webpith/store';
import { Problem } from '../problem.js';
import { type Caller, ROLES, type Role } from './roles.js';
import type { TokenRegistry } from './token-registry.js';

/** A secret: an id by which its token is found, and 256 random bits that nobody can guess. */
const SHAPE = /^pith_([0-9a-f]{12})_[\w-]{43}$/;
const ABSENT = '0'.repeat(64);

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Makes a token and gives its secret, which is kept nowhere; a problem where the name is taken. */
export async function makeToken(
  store: Store,
  { name, role }: Caller,
): Promise<{
  readonly name: string;
  readonly role: Role;
  readonly created: string;
  readonly secret: string;
}> {
  const id = randomBytes(6).toString('hex');
  const secret = `pith_${id}_${randomBytes(32).toString('base64url')}`;
  const created = new Date().toISOString();
  if (await addToken(store, { id, name, role, hash: hashOf(secret), created }))
    return { name, role, created, secret };
  throw new Problem(
    'conflict',
    `expected a name without a token, but ${name} has one`,
    'Choose another name, or remove the token first.',
  );
}

export function storedTokens(store: Store): TokenRegistry {
  return {
    async find(secret) {
      const id = SHAPE.exec(secret)?.[1];
      const token = id === undefined ? undefined : await readToken(store, id);
      // Hashes of equal length, compared in constant time, also where there is no token.
      const same = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(token?.hash ?? ABSENT));
      const role = ROLES.find(name => name === token?.role);
      return same && token !== undefined && role !== undefined ? { name: token.name, role } : undefined;
    },
    any: async () => (await readTokens(store)).length > 0,
  };
}
