import type { MigrationStep } from './migrate.js';

/** The place from which a job that was interrupted continues. */
export const jobCheckpoint: MigrationStep = {
  name: '006-job-checkpoint',
  async up(db) {
    await db.schema.alterTable('job').addColumn('checkpoint', 'text').execute();
  },
};
