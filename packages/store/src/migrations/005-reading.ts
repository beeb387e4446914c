import type { MigrationStep } from './migrate.js';

export const reading: MigrationStep = {
  name: '005-reading',
  async up(db) {
    await db.schema
      .createTable('page_view')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('url', 'text')
      .addColumn('title', 'text')
      .addColumn('charset', 'text')
      .addColumn('bytes', 'integer', column => column.notNull())
      .addColumn('content', 'bytea', column => column.notNull())
      .addColumn('corrections', 'text')
      .addColumn('report', 'text')
      .addColumn('created_by', 'text', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .addColumn('opened', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createIndex('page_view_opened')
      .on('page_view')
      .columns(['created_by', 'opened'])
      .execute();
    await db.schema
      .createTable('setting')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('value', 'text', column => column.notNull())
      .execute();
  },
};
