import type { MigrationStep } from './migrate.js';

export const siteMemory: MigrationStep = {
  name: '007-site-memory',
  async up(db) {
    await db.schema
      .createTable('site_memory')
      .addColumn('site', 'text', column => column.primaryKey())
      .addColumn('memory', 'text', column => column.notNull())
      .addColumn('pages', 'integer', column => column.notNull())
      .addColumn('updated', 'text', column => column.notNull())
      .execute();
  },
};
