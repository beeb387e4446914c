import type { Store } from './store.js';

/** The table of tokens: see `Schema`. */
export interface TokenTables {
  readonly token: StoredToken;
}

/** A token as it lies at rest: nobody can make the secret of it. */
export interface StoredToken {
  /** First part of the secret, by which it is found. */
  readonly id: string;
  /** Who uses it. */
  readonly name: string;
  readonly role: string;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string;
  readonly created: string;
}

/** Keeps a token; false where its name is taken. */
export async function addToken({ db }: Store, token: StoredToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('token')
    .values(token)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** All tokens, by name. */
export async function readTokens({ db }: Store): Promise<StoredToken[]> {
  return await db.selectFrom('token').selectAll().orderBy('name').execute();
}

/** The token that an id names, or undefined. */
export async function readToken({ db }: Store, id: string): Promise<StoredToken | undefined> {
  return await db.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Removes the token of a name; says whether there was one. */
export async function removeToken({ db }: Store, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('token').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
