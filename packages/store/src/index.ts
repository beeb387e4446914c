/** Storage in SQLite or PostgreSQL behind one query layer. */
export * from './corpora.js';
export * from './crawl.js';
export { type StoreFailure, storeFailure } from './failure.js';
export * from './feedback.js';
export {
  addJob,
  changeJob,
  JOB_STATES,
  type JobChange,
  type JobState,
  jobsInState,
  listJobs,
  type Pagination,
  readJob,
  type StoredJob,
  sortedId,
} from './jobs.js';
export * from './labels.js';
export * from './models.js';
export * from './open.js';
export type { Schema } from './schema.js';
export * from './settings.js';
export * from './site-memories.js';
export * from './site-rules.js';
export * from './store.js';
export * from './tokens.js';
export * from './tracking.js';
export * from './uploads.js';
export * from './views.js';
