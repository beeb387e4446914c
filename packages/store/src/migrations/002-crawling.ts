import type { MigrationStep } from './migrate.js';

export const crawling: MigrationStep = {
  name: '002-crawling',
  async up(db) {
    await db.schema
      .createTable('crawl')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('settings', 'text', column => column.notNull())
      .addColumn('started', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('crawl_request')
      .addColumn('crawl', 'text', column => column.notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('host', 'text', column => column.notNull())
      .addColumn('shape', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('depth', 'integer', column => column.notNull())
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('tries', 'integer', column => column.notNull())
      .addColumn('ready_at', 'bigint', column => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('claimed_by', 'text')
      .addColumn('text_hash', 'text')
      .addPrimaryKeyConstraint('crawl_request_key', ['crawl', 'key'])
      .execute();
    await db.schema
      .createIndex('crawl_request_waiting')
      .on('crawl_request')
      .columns(['crawl', 'state', 'host', 'seq'])
      .execute();
    await db.schema
      .createTable('crawl_row')
      .addColumn('crawl', 'text', column => column.notNull())
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('row', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('crawl_row_key', ['crawl', 'seq'])
      .execute();
  },
};
