/** Storage in SQLite or PostgreSQL behind one query layer. */
export {
  addCorpus,
  addPage,
  type CorpusSummary,
  findCorpus,
  type NewPage,
  type PageQuery,
  readCorpora,
  readPackedPage,
  readPage,
  readPageBytes,
  readPages,
  removeCorpus,
  removePage,
  type StoredCorpus,
  type StoredPage,
} from './corpora.js';
export {
  addRequests,
  type CrawlRow,
  claimAddress,
  countReasons,
  countRequests,
  countShapes,
  forgetRows,
  type NewRequest,
  type Outcome,
  openCrawl,
  postponeRequest,
  type RequestState,
  type Settled,
  type SettledRequest,
  settledRequests,
  settleRequest,
  unshardedRows,
  type WaitingRequest,
  waitingRequests,
} from './crawl.js';
export {
  addFeedback,
  type FeedbackQuery,
  listFeedback,
  readFeedback,
  removeFeedback,
  type StoredFeedback,
} from './feedback.js';
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
} from './jobs.js';
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
  saveLabels,
} from './labels.js';
export {
  addEvaluation,
  addModel,
  listEvaluations,
  listModels,
  modelData,
  modelPlots,
  type NewModel,
  promotedModel,
  promoteModel,
  readEvaluation,
  readStoredModel,
  removeEvaluation,
  removeModel,
  type StoredEvaluation,
  type StoredModel,
  type StoredPlot,
} from './models.js';
export { connect, openStore, parseAddress, type StoreAddress, withoutSecret } from './open.js';
export type { Schema } from './schema.js';
export { readSetting, saveSetting } from './settings.js';
export {
  listSiteRules,
  readSiteRules,
  removeSiteRules,
  type StoredSiteRules,
  saveSiteRules,
} from './site-rules.js';
export { type Dialect, type Store, StoreError, type StoreErrorCode } from './store.js';
export { addToken, readToken, readTokens, removeToken, type StoredToken } from './tokens.js';
export {
  type Observation,
  observedPages,
  readChanges,
  readObservations,
  readSite,
  readSites,
  type SiteChange,
  type SiteUpdate,
  saveSiteUpdate,
  type TrackedSite,
} from './tracking.js';
export { addUpload, readUpload, removeOldUploads, removeUpload } from './uploads.js';
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
} from './views.js';
