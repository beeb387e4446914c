import type { Store } from './store.js';

export interface StoredToken {
  /** First part of the secret, used to look up the token. */
  readonly id: string;
  readonly name: string;
  readonly role: string;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string;
  readonly created: string;
}

/** Returns false if the name is taken. */
export async function addToken({ db }: Store, token: StoredToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('token')
    .values(token)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function readTokens({ db }: Store): Promise<StoredToken[]> {
  return await db.selectFrom('token').selectAll().orderBy('name').execute();
}

export async function readToken({ db }: Store, id: string): Promise<StoredToken | undefined> {
  return await db.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns false if there is no token of that name. */
export async function removeToken({ db }: Store, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('token').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
