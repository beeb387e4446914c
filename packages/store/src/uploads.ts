import { randomUUID } from 'node:crypto';
import type { Store } from './store.js';

const PART = 4 * 2 ** 20;

export async function addUpload({ db }: Store, content: Uint8Array): Promise<string> {
  const id = randomUUID();
  const added = new Date().toISOString();
  await db.transaction().execute(async transaction => {
    for (let part = 0; part * PART < content.length; part++) {
      const chunk = Buffer.from(content.subarray(part * PART, (part + 1) * PART));
      await transaction.insertInto('upload_part').values({ id, part, content: chunk, added }).execute();
    }
  });
  return id;
}

/** The parts of a file in order; none if it was removed. */
export async function* readUpload({ db }: Store, id: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom('upload_part')
      .select('content')
      .where('id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (row === undefined) return;
    yield row.content;
  }
}

export async function removeUpload({ db }: Store, id: string): Promise<void> {
  await db.deleteFrom('upload_part').where('id', '=', id).execute();
}

/** Removes files added before the given time, which interrupted jobs left behind. Files in use are kept. */
export async function removeOldUploads(
  { db }: Store,
  before: Date,
  inUse: readonly string[] = [],
): Promise<void> {
  let old = db.deleteFrom('upload_part').where('added', '<', before.toISOString());
  if (inUse.length > 0) old = old.where('id', 'not in', [...inUse]);
  await old.execute();
}
