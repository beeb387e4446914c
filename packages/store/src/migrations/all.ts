import { tracking } from './001-tracking.js';
import { crawling } from './002-crawling.js';
import { annotation } from './003-annotation.js';
import { jobs } from './004-jobs.js';
import { reading } from './005-reading.js';
import { jobCheckpoint } from './006-job-checkpoint.js';
import { siteMemory } from './007-site-memory.js';
import type { MigrationStep } from './migrate.js';

/** All steps, oldest first; names sort in this order. Append new steps, and never change a released one. */
export const migrations: readonly MigrationStep[] = [
  tracking,
  crawling,
  annotation,
  jobs,
  reading,
  jobCheckpoint,
  siteMemory,
];
