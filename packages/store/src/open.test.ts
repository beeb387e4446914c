import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openCrawl } from './crawl.js';
import { migrations } from './migrations/all.js';
import type { MigrationStep } from './migrations/migrate.js';
import { migrate } from './migrations/migrate.js';
import { connect, openStore, parseAddress, withoutSecret } from './open.js';
import type { Store } from './store.js';
import { StoreError } from './store.js';
import { onBothDatabases } from './testing/stores.js';

const tablesOf = async ({ db }: Store) =>
  (await db.introspection.getTables()).map(
    table => `${table.name}: ${table.columns.map(({ name }) => name)}`,
  );

onBothDatabases(address => {
  it('creates the tables once', async () => {
    const place = address();
    const first = await openStore(place);
    const tables = await tablesOf(first);
    expect(tables.join('\n')).toContain('observation: ');
    expect(tables.join('\n')).toContain('crawl_request: ');
    await first.close();
    const second = await openStore(place);
    expect(await tablesOf(second)).toEqual(tables);
    expect(await migrate(second.db, second.dialect, migrations)).toEqual([]);
    await second.close();
  });

  it('migrates step by step', async () => {
    const store = await connect(address());
    const seen = [await tablesOf(store)];
    for (const [place, { name }] of migrations.entries()) {
      expect(await migrate(store.db, store.dialect, migrations.slice(0, place + 1))).toEqual([name]);
      seen.push(await tablesOf(store));
    }
    expect(new Set(seen.map(String)).size).toBe(migrations.length + 1); // every step changes the tables
    await store.close();
  });

  it('rolls back a failed migration and names its step', async () => {
    const store = await connect(address());
    const broken: MigrationStep = {
      name: '999-broken',
      async up(db) {
        await db.schema.createTable('half').addColumn('a', 'integer').execute();
        await sql`insert into nowhere values (1)`.execute(db);
      },
    };
    const failure = await migrate(store.db, store.dialect, [...migrations, broken]).catch(error => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure.message).toContain('999-broken');
    expect((await tablesOf(store)).filter(table => /^(?:half|observation)/.test(table))).toEqual([]);
    await migrate(store.db, store.dialect, migrations);
    await store.close();
  });

  it('rejects a store of a newer version', async () => {
    const place = address();
    const newer = await connect(place);
    const next: MigrationStep = { name: '998-next', up: async () => {} };
    await migrate(newer.db, newer.dialect, [...migrations, next]);
    await newer.close();
    await expect(openStore(place)).rejects.toThrow(/998-next.*newer pith/);
  });

  it('creates the tables once when opened concurrently', async () => {
    const place = address();
    const stores = await Promise.all([openStore(place), openStore(place), openStore(place)]);
    const tables = await Promise.all(stores.map(tablesOf));
    expect(tables[1]).toEqual(tables[0]);
    expect(tables[2]).toEqual(tables[0]);
    await Promise.all(stores.map(store => store.close()));
  });
});

describe('SQLite', () => {
  it('uses a write-ahead log', async () => {
    const store = await openStore(join(mkdtempSync(join(tmpdir(), 'pith-store-')), 'deep', 'store.sqlite'));
    const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(store.db);
    expect(rows[0]?.journal_mode).toBe('wal');
    await store.close();
  });

  it('reports a full disk and rolls back', async () => {
    const store = await openStore(join(mkdtempSync(join(tmpdir(), 'pith-store-')), 'full.sqlite'));
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + 20}`).execute(store.db);
    await openCrawl(store, 'first', '{}');
    const fill = store.db.transaction().execute(async transaction => {
      for (let part = 0; part < 200; part++) {
        const settings = 'x'.repeat(10_000);
        await transaction
          .insertInto('crawl')
          .values({ id: `big ${part}`, settings, started: '' })
          .execute();
      }
    });
    await expect(fill).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(await store.db.selectFrom('crawl').select('id').execute()).toEqual([{ id: 'first' }]);
    await openCrawl(store, 'second', '{}'); // the store is still usable
    await store.close();
  });

  it('rejects a file that is not a database', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pith-store-')), 'notes.txt');
    writeFileSync(file, 'not a database, but long enough to look at: '.repeat(100));
    await expect(openStore(file)).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('store address', () => {
  it('parses files and connection strings', () => {
    expect(parseAddress('a/b.sqlite')).toEqual({ kind: 'sqlite', file: 'a/b.sqlite' });
    expect(parseAddress('sqlite:b.db')).toEqual({ kind: 'sqlite', file: 'b.db' });
    expect(parseAddress('postgresql://a@b/c')).toEqual({ kind: 'postgres', url: 'postgresql://a@b/c' });
    expect(() => parseAddress('mysql://a:secret@b/c')).toThrow(/mysql:\/\/a@b.*expected a file or postgres/);
    expect(() => parseAddress('sqlite:')).toThrow(StoreError);
  });

  it('is displayed without its password', () => {
    expect(withoutSecret('postgres://me:pa@ss@host/db')).toBe('postgres://me@host/db');
    expect(withoutSecret('a@b.sqlite')).toBe('a@b.sqlite');
  });

  it('fails with a StoreError when the server is unreachable, without the password', async () => {
    const failure = await openStore('postgres://me:secret@127.0.0.1:1/none').catch(error => error);
    expect(failure).toMatchObject({ name: 'StoreError', code: 'unreachable' });
    expect(failure.message).not.toContain('secret');
  });
});
