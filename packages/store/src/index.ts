/** What Pith remembers: one query layer over SQLite and PostgreSQL. */
export { parseAddress, type StoreAddress, withoutSecret } from './address.js';
export { connect } from './connect.js';
export {
  claimAddress,
  type Outcome,
  postponeRequest,
  type Settled,
  settleRequest,
} from './crawl/outcomes.js';
export {
  addRequests,
  countReasons,
  countRequests,
  countShapes,
  type NewRequest,
  openCrawl,
  type RequestState,
  type SettledRequest,
  settledRequests,
  type WaitingRequest,
  waitingRequests,
} from './crawl/requests.js';
export { type CrawlRow, forgetRows, unshardedRows } from './crawl/rows.js';
export { StoreError, type StoreErrorCode } from './errors.js';
export { migrate } from './migrations/run.js';
export type { MigrationStep } from './migrations/step.js';
export { migrations } from './migrations/table.js';
export { openStore } from './open.js';
export type { Schema } from './schema.js';
export type { Dialect, Store } from './store.js';
export { type Observation, observedPages, readObservations } from './tracking/observations.js';
export {
  readChanges,
  readSite,
  readSites,
  type SiteChange,
  type SiteNews,
  saveNews,
  type TrackedSite,
} from './tracking/sites.js';
