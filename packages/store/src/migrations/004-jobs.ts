import type { MigrationStep } from './migrate.js';

export const jobs: MigrationStep = {
  name: '004-jobs',
  async up(db) {
    await db.schema
      .createTable('job')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('options', 'text', column => column.notNull())
      .addColumn('created_by', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('step', 'text')
      .addColumn('share', 'double precision', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .addColumn('started', 'text')
      .addColumn('ended', 'text')
      .addColumn('tries', 'integer', column => column.notNull())
      .addColumn('result', 'text')
      .addColumn('error', 'text')
      .execute();
    await db.schema.createIndex('job_state').on('job').columns(['state', 'id']).execute();
    await db.schema
      .createTable('model')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('method', 'text', column => column.notNull())
      .addColumn('corpus', 'text', column => column.notNull())
      .addColumn('pages', 'integer', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .addColumn('created_by', 'text', column => column.notNull())
      .addColumn('metrics', 'text')
      .addColumn('promoted', 'integer', column => column.notNull())
      .addColumn('plots', 'text', column => column.notNull())
      .addColumn('data', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('evaluation')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('corpus', 'text', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .addColumn('created_by', 'text', column => column.notNull())
      .addColumn('summary', 'text', column => column.notNull())
      .addColumn('plots', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('feedback')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('page', 'text', column => column.notNull())
      .addColumn('url', 'text')
      .addColumn('site', 'text')
      .addColumn('missing', 'text', column => column.notNull())
      .addColumn('extra', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('created_by', 'text', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .execute();
    await db.schema
      .createTable('site_rule')
      .addColumn('site', 'text', column => column.primaryKey())
      .addColumn('rules', 'text', column => column.notNull())
      .addColumn('learned', 'text', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .addColumn('created_by', 'text', column => column.notNull())
      .execute();
  },
};
