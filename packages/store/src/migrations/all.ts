import { tracking } from './001-tracking.js';
import { crawling } from './002-crawling.js';
import { annotation } from './003-annotation.js';
import { jobs } from './004-jobs.js';
import { reading } from './005-reading.js';
import type { MigrationStep } from './migrate.js';

/**
 * All steps, oldest first. A new one is a file and a line at the end; a step that has been released is never changed.
 * Names sort as they stand here.
 */
export const migrations: readonly MigrationStep[] = [tracking, crawling, annotation, jobs, reading];
