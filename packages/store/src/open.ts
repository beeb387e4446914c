import { connect } from './connect.js';
import { migrate } from './migrations/run.js';
import { migrations } from './migrations/table.js';
import type { Store } from './store.js';

/** Opens a store and brings its tables to this version: a file (SQLite), or `postgres://…`. */
export async function openStore(address: string): Promise<Store> {
  const store = await connect(address);
  try {
    await migrate(store.db, store.dialect, migrations);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
