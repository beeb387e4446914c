import type { MigrationStep } from './migrate.js';

export const jobCheckpoint: MigrationStep = {
  name: '006-job-checkpoint',
  async up(db) {
    await db.schema.alterTable('job').addColumn('checkpoint', 'text').execute();
  },
};
