import type { Store } from './store.js';

export async function readSetting({ db }: Store, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Saves a setting, or removes it if the value is undefined. */
export async function saveSetting({ db }: Store, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) {
    await db.deleteFrom('setting').where('name', '=', name).execute();
    return;
  }
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
