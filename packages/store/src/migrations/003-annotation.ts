import type { AnyDatabase, MigrationStep } from './migrate.js';

export const annotation: MigrationStep = {
  name: '003-annotation',
  async up(db) {
    await makeCorpora(db);
    await makeLabels(db);
    await db.schema
      .createTable('upload_part')
      .addColumn('id', 'text', column => column.notNull())
      .addColumn('part', 'integer', column => column.notNull())
      .addColumn('content', 'bytea', column => column.notNull())
      .addColumn('added', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('upload_key', ['id', 'part'])
      .execute();
    await db.schema
      .createTable('token')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('name', 'text', column => column.notNull().unique())
      .addColumn('role', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull())
      .addColumn('created', 'text', column => column.notNull())
      .execute();
  },
};

async function makeCorpora(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('corpus')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('task', 'text', column => column.notNull())
    .addColumn('next_page', 'integer', column => column.notNull())
    .addColumn('created', 'text', column => column.notNull())
    .execute();
  await db.schema
    .createTable('page')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('corpus', 'text', column => column.notNull().references('corpus.name').onDelete('cascade'))
    .addColumn('seq', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('url', 'text')
    .addColumn('title', 'text')
    .addColumn('bytes', 'integer', column => column.notNull())
    .addColumn('digest', 'text', column => column.notNull())
    // SQLite stores bytes unchanged in a column of any type.
    .addColumn('content', 'bytea', column => column.notNull())
    .addColumn('added', 'text', column => column.notNull())
    .addUniqueConstraint('page_name', ['corpus', 'name'])
    .addUniqueConstraint('page_seq', ['corpus', 'seq'])
    .execute();
}

async function makeLabels(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('annotation')
    .addColumn('page', 'text', column => column.notNull().references('page.id').onDelete('cascade'))
    .addColumn('annotator', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('labels', 'integer', column => column.notNull())
    .addColumn('done', 'integer', column => column.notNull())
    .addColumn('updated', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('annotation_key', ['page', 'annotator'])
    .execute();
  await db.schema
    .createTable('label_operation')
    .addColumn('page', 'text', column => column.notNull().references('page.id').onDelete('cascade'))
    .addColumn('annotator', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('place', 'integer', column => column.notNull())
    .addColumn('node', 'integer', column => column.notNull())
    .addColumn('start_at', 'integer', column => column.notNull())
    .addColumn('end_at', 'integer', column => column.notNull())
    .addColumn('label', 'text')
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('label_operation_key', ['page', 'annotator', 'id'])
    .execute();
  await db.schema
    .createTable('label')
    .addColumn('page', 'text', column => column.notNull().references('page.id').onDelete('cascade'))
    .addColumn('annotator', 'text', column => column.notNull())
    .addColumn('node', 'integer', column => column.notNull())
    .addColumn('start_at', 'integer', column => column.notNull())
    .addColumn('end_at', 'integer', column => column.notNull())
    .addColumn('label', 'text', column => column.notNull())
    .addColumn('scope', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('label_key', ['page', 'annotator', 'node', 'start_at', 'end_at'])
    .execute();
}
