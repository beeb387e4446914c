import type { NewRequest } from './crawl.js';
import type { StoredModel } from './models.js';
import type { StoredToken } from './tokens.js';
import type { SiteChange } from './tracking.js';

/**
 * The tables. Column types are those that SQLite and PostgreSQL represent alike: dates as ISO 8601 text, JSON as text,
 * numbers, flags as 0 and 1.
 */
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
  readonly site_rule: SiteRuleTable;
}

interface TrackedSiteTable {
  readonly site: string;
  readonly pages: number;
  readonly state: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

interface ObservationTable {
  readonly site: string;
  readonly seq: number;
  readonly source: string;
  readonly page: string;
  readonly url: string | null;
  readonly at: string;
  /** Fingerprint of the page's structure; null if only the extraction is available. */
  readonly structure: string | null;
  readonly words: number;
  readonly confidence: number;
  readonly type: string;
  /** Names of the fields found, separated by spaces. */
  readonly fields: string;
  readonly error: string | null;
}

interface CrawlTable {
  readonly id: string;
  readonly settings: string;
  readonly started: string;
}

interface CrawlRequestTable extends NewRequest {
  readonly crawl: string;
  readonly seq: number;
  readonly state: string;
  readonly tries: number;
  /** Earliest time of the next attempt, in milliseconds since 1970. */
  readonly ready_at: number;
  readonly reason: string | null;
  /** Key of the request whose redirect led here and that outputs the page. */
  readonly claimed_by: string | null;
  readonly text_hash: string | null;
}

interface CrawlRowTable {
  readonly crawl: string;
  readonly seq: number;
  readonly row: string;
}

interface CorpusTable {
  readonly name: string;
  readonly title: string;
  readonly task: string;
  /** Position of the next page; incrementing it locks the corpus while a page is added. */
  readonly next_page: number;
  readonly created: string;
}

interface PageTable {
  /** Derived from corpus and digest: the same bytes are the same page. */
  readonly id: string;
  readonly corpus: string;
  readonly seq: number;
  /** Id in an exported corpus: unique there, valid as a file name. */
  readonly name: string;
  readonly url: string | null;
  readonly title: string | null;
  readonly bytes: number;
  readonly digest: string;
  readonly content: Uint8Array;
  readonly added: string;
}

/** State of one annotator's labels on one page. */
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
  /** Position in the revision. */
  readonly place: number;
  readonly node: number;
  /** Character range in a text node; both -1 if the label is on the whole node. */
  readonly start_at: number;
  readonly end_at: number;
  readonly label: string | null;
  readonly scope: string;
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
  readonly scope: string;
}

/**
 * Part of an uploaded file waiting for its import job. Stored here so that the job finds it after a restart or on
 * another machine; split because neither database handles values of hundreds of megabytes well.
 */
interface UploadPartTable {
  readonly id: string;
  readonly part: number;
  readonly content: Uint8Array;
  readonly added: string;
}

export interface JobTable {
  readonly id: string;
  readonly kind: string;
  readonly options: string;
  readonly created_by: string;
  readonly state: string;
  readonly step: string | null;
  /** Fraction done, 0 to 1. */
  readonly share: number;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  readonly tries: number;
  readonly result: string | null;
  readonly error: string | null;
}

export interface ModelTable extends Omit<StoredModel, 'createdBy' | 'metrics' | 'promoted'> {
  readonly created_by: string;
  readonly metrics: string | null;
  /** 1 if the model is used for its method. */
  readonly promoted: number;
  readonly plots: string;
  readonly data: string;
}

/** Results of methods on a corpus. */
export interface EvaluationTable {
  readonly id: string;
  readonly corpus: string;
  readonly created: string;
  readonly created_by: string;
  readonly summary: string;
  readonly plots: string;
}

export interface FeedbackTable {
  readonly id: string;
  readonly page: string;
  readonly url: string | null;
  readonly site: string | null;
  /** Node ids as JSON. */
  readonly missing: string;
  readonly extra: string;
  readonly note: string | null;
  readonly created_by: string;
  readonly created: string;
}

export interface SiteRuleTable {
  readonly site: string;
  readonly rules: string;
  /** Training pages and measured effect, as JSON. */
  readonly learned: string;
  readonly created: string;
  readonly created_by: string;
}

export interface PageViewTable {
  /** Random: grants access to anyone who has it. */
  readonly id: string;
  readonly url: string | null;
  readonly title: string | null;
  /** Encoding from the Content-Type header. */
  readonly charset: string | null;
  readonly bytes: number;
  readonly content: Uint8Array;
  readonly corrections: string | null;
  readonly report: string | null;
  readonly created_by: string;
  readonly created: string;
  readonly opened: string;
}

interface SettingTable {
  readonly name: string;
  readonly value: string;
}
