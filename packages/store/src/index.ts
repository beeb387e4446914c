/** What Pith remembers: one query layer over SQLite and PostgreSQL. */
export { parseAddress, type StoreAddress, withoutSecret } from './address.js';
export {
  addCorpus,
  type CorpusSummary,
  findCorpus,
  readCorpora,
  removeCorpus,
  type StoredCorpus,
} from './annotation/corpora.js';
export {
  type AnnotationState,
  type LabelOperation,
  type LabelPlace,
  type LabelSave,
  type LabelScope,
  type PageAnnotation,
  readAnnotationStates,
  readLabelHistory,
  readPageAnnotation,
  type StoredLabel,
} from './annotation/labels.js';
export {
  addPage,
  type NewPage,
  type PageQuery,
  readPackedPage,
  readPage,
  readPageBytes,
  readPages,
  removePage,
  type StoredPage,
} from './annotation/pages.js';
export { saveLabels } from './annotation/save-labels.js';
export { addUpload, readUpload, removeOldUploads, removeUpload } from './annotation/uploads.js';
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
export {
  addEvaluation,
  listEvaluations,
  readEvaluation,
  removeEvaluation,
  type StoredEvaluation,
} from './jobs/evaluations.js';
export {
  addFeedback,
  type FeedbackQuery,
  listFeedback,
  readFeedback,
  removeFeedback,
  type StoredFeedback,
} from './jobs/feedback.js';
export {
  addJob,
  changeJob,
  JOB_STATES,
  type JobChange,
  type JobState,
  jobsInState,
  listJobs,
  readJob,
  type StoredJob,
} from './jobs/jobs.js';
export {
  addModel,
  listModels,
  modelData,
  modelPlots,
  type NewModel,
  promotedModel,
  promoteModel,
  readStoredModel,
  removeModel,
  type StoredModel,
  type StoredPlot,
} from './jobs/models.js';
export type { Pagination } from './jobs/pagination.js';
export {
  listSiteRules,
  readSiteRules,
  removeSiteRules,
  type StoredSiteRules,
  saveSiteRules,
} from './jobs/site-rules.js';
export { openStore } from './open.js';
export { readSetting, saveSetting } from './reading/settings.js';
export {
  addView,
  changeView,
  listViews,
  type NewView,
  readView,
  readViewBytes,
  removeViews,
  type StoredView,
  type ViewChange,
  type ViewCorrections,
  type ViewLimits,
  viewsWhere,
} from './reading/views.js';
export type { Schema } from './schema.js';
export type { Dialect, Store } from './store.js';
export { addToken, readToken, readTokens, removeToken, type StoredToken } from './tokens/tokens.js';
export { type Observation, observedPages, readObservations } from './tracking/observations.js';
export {
  readChanges,
  readSite,
  readSites,
  type SiteChange,
  type SiteUpdate,
  saveSiteUpdate,
  type TrackedSite,
} from './tracking/sites.js';
