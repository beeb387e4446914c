import type { StoredCorpus, StoredPage } from './corpora.js';
import type { CrawlRow, NewRequest, RequestState } from './crawl.js';
import type { StoredFeedback } from './feedback.js';
import type { StoredJob } from './jobs.js';
import type { LabelScope } from './labels.js';
import type { StoredModel } from './models.js';
import type { Row } from './rows.js';
import type { StoredSiteMemory } from './site-memories.js';
import type { StoredSiteRules } from './site-rules.js';
import type { StoredToken } from './tokens.js';
import type { Observation, SiteChange } from './tracking.js';
import type { StoredView } from './views.js';

/** SQLite and PostgreSQL represent these types alike: dates are ISO 8601 text, structures JSON text, flags 0 or 1. */
export interface Schema {
  readonly corpus: CorpusTable;
  readonly page: PageTable;
  readonly annotation: AnnotationTable;
  readonly label_operation: LabelOperationTable;
  readonly label: LabelTable;
  readonly upload_part: UploadPartTable;
  readonly page_view: PageViewTable;
  readonly setting: SettingTable;
  readonly token: StoredToken;
  readonly tracked_site: TrackedSiteTable;
  readonly observation: ObservationTable;
  readonly site_change: SiteChange;
  readonly crawl: CrawlTable;
  readonly crawl_request: CrawlRequestTable;
  readonly crawl_row: CrawlRowTable;
  readonly job: JobTable;
  readonly model: ModelTable;
  readonly evaluation: EvaluationTable;
  readonly feedback: FeedbackTable;
  readonly site_memory: StoredSiteMemory;
  readonly site_rule: SiteRuleTable;
}

interface TrackedSiteTable {
  readonly site: string;
  readonly pages: number;
  readonly state: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

interface ObservationTable extends Row<Omit<Observation, 'fields'>> {
  /** Names, separated by spaces. */
  readonly fields: string;
}

interface CrawlTable {
  readonly id: string;
  readonly settings: string;
  readonly started: string;
}

interface CrawlRequestTable extends NewRequest {
  readonly crawl: string;
  readonly seq: number;
  readonly state: RequestState;
  readonly tries: number;
  /** Earliest time of the next attempt, in milliseconds since 1970. */
  readonly ready_at: number;
  readonly reason: string | null;
  /** Key of the request that was redirected to this URL, and whose row contains the page. */
  readonly claimed_by: string | null;
  readonly text_hash: string | null;
}

interface CrawlRowTable extends CrawlRow {
  readonly crawl: string;
}

interface CorpusTable extends StoredCorpus {
  /** Last position assigned to a page. Incrementing it locks the corpus while a page is added. */
  readonly next_page: number;
}

interface PageTable extends Row<StoredPage> {
  readonly content: Uint8Array;
}

export interface AnnotationTable {
  readonly page: string;
  readonly annotator: string;
  /** Incremented by every save that changes anything. */
  readonly revision: number;
  readonly labels: number;
  readonly done: number;
  readonly updated: string;
}

/** Append-only log of all label operations. */
interface LabelOperationTable {
  readonly page: string;
  readonly annotator: string;
  readonly id: string;
  readonly revision: number;
  /** Index of the operation within its revision. */
  readonly place: number;
  readonly node: number;
  /** Character range in a text node; both -1 if the label is on the whole node. */
  readonly start_at: number;
  readonly end_at: number;
  readonly label: string | null;
  readonly scope: LabelScope;
  readonly at: string;
}

/** Current labels: the last operation on each place. */
interface LabelTable {
  readonly page: string;
  readonly annotator: string;
  readonly node: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly label: string;
  readonly scope: LabelScope;
}

/**
 * Uploaded files. They are stored so that their jobs can read them after a restart, and split into parts because both
 * databases limit the size of a value.
 */
interface UploadPartTable {
  readonly id: string;
  readonly part: number;
  readonly content: Uint8Array;
  readonly added: string;
}

export interface JobTable extends Row<Omit<StoredJob, 'options' | 'createdBy' | 'result' | 'checkpoint'>> {
  readonly options: string;
  readonly created_by: string;
  readonly result: string | null;
  readonly checkpoint: string | null;
}

export interface ModelTable extends Omit<StoredModel, 'createdBy' | 'metrics'> {
  readonly created_by: string;
  readonly metrics: string | null;
  /** Unused. */
  readonly promoted: number;
  readonly plots: string;
  readonly data: string;
}

interface EvaluationTable {
  readonly id: string;
  readonly corpus: string;
  readonly created: string;
  readonly created_by: string;
  readonly summary: string;
  readonly plots: string;
}

export interface FeedbackTable extends Row<Omit<StoredFeedback, 'missing' | 'extra' | 'createdBy'>> {
  readonly missing: string;
  readonly extra: string;
  readonly created_by: string;
}

export interface SiteRuleTable extends Omit<StoredSiteRules, 'rules' | 'learned' | 'createdBy'> {
  readonly rules: string;
  readonly learned: string;
  readonly created_by: string;
}

export interface PageViewTable extends Row<Omit<StoredView, 'corrections' | 'createdBy'>> {
  /** Encoding from the Content-Type header. */
  readonly charset: string | null;
  readonly content: Uint8Array;
  readonly corrections: string | null;
  readonly created_by: string;
}

interface SettingTable {
  readonly name: string;
  readonly value: string;
}
