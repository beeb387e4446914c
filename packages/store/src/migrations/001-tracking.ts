import type { MigrationStep } from './migrate.js';

export const tracking: MigrationStep = {
  name: '001-tracking',
  async up(db) {
    await db.schema
      .createTable('tracked_site')
      .addColumn('site', 'text', column => column.primaryKey())
      .addColumn('pages', 'integer', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('first_seen', 'text', column => column.notNull())
      .addColumn('last_seen', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('observation')
      .addColumn('site', 'text', column => column.notNull())
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('page', 'text', column => column.notNull())
      .addColumn('url', 'text')
      .addColumn('at', 'text', column => column.notNull())
      .addColumn('structure', 'text')
      .addColumn('words', 'integer', column => column.notNull())
      .addColumn('confidence', 'double precision', column => column.notNull())
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('fields', 'text', column => column.notNull())
      .addColumn('error', 'text')
      .addPrimaryKeyConstraint('observation_key', ['site', 'seq'])
      .addUniqueConstraint('observation_page', ['source', 'page'])
      .execute();
    await db.schema
      .createTable('site_change')
      .addColumn('site', 'text', column => column.notNull())
      .addColumn('seq', 'integer', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('at', 'text', column => column.notNull())
      .addColumn('message', 'text', column => column.notNull())
      .addColumn('evidence', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('site_change_key', ['site', 'seq', 'kind'])
      .execute();
  },
};
