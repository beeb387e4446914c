import type { NewRequest } from './crawl.js';
import type { StoredModel } from './models.js';
import type { TokenTables } from './tokens.js';
import type { SiteChange } from './tracking.js';

/**
 * The tables. One schema serves SQLite and PostgreSQL, so columns hold only what both keep alike: dates as ISO 8601
 * text, JSON as text, integers and doubles as numbers, flags as 0 and 1.
 */
export interface Schema extends AnnotationTables, ReadingTables, TokenTables {
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

/** A site whose pages are watched. */
interface TrackedSiteTable {
  readonly site: string;
  readonly pages: number;
  /** What was learned of it, as JSON: the tracker's own. */
  readonly state: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** What one page looked like and what came out of it. */
interface ObservationTable {
  readonly site: string;
  /** Order within the site, from 0. */
  readonly seq: number;
  /** The input it came from. */
  readonly source: string;
  readonly page: string;
  readonly url: string | null;
  readonly at: string;
  /** Fingerprint of the page's structure; null where only the extraction is known. */
  readonly structure: string | null;
  readonly words: number;
  readonly confidence: number;
  readonly type: string;
  /** Names of the fields found, with a space between two. */
  readonly fields: string;
  readonly error: string | null;
}

/** One crawl: settings and counters as JSON. */
interface CrawlTable {
  readonly id: string;
  readonly settings: string;
  readonly started: string;
}

/** An address that a crawl has met. */
interface CrawlRequestTable extends NewRequest {
  readonly crawl: string;
  /** Order of being met. */
  readonly seq: number;
  readonly state: string;
  readonly tries: number;
  /** Milliseconds since 1970 before which it is not asked again. */
  readonly ready_at: number;
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  /** The request whose redirects led here and which gives its page. */
  readonly claimed_by: string | null;
  /** Fingerprint of its text. */
  readonly text_hash: string | null;
}

/** A row of the output that no finished shard holds yet. */
interface CrawlRowTable {
  readonly crawl: string;
  readonly seq: number;
  readonly row: string;
}

/** Tables of the annotator: see `Schema`. */
export interface AnnotationTables {
  readonly corpus: CorpusTable;
  readonly page: PageTable;
  readonly annotation: AnnotationTable;
  readonly label_operation: LabelOperationTable;
  readonly label: LabelTable;
  readonly upload_part: UploadPartTable;
}

/** A set of pages that are labelled together. */
interface CorpusTable {
  readonly name: string;
  readonly title: string;
  /** Name of the label set. */
  readonly task: string;
  /** Order of the next page; raising it locks the corpus for whoever adds one. */
  readonly next_page: number;
  readonly created: string;
}

/** A page of a corpus. */
interface PageTable {
  /** Made of corpus and digest: the same bytes are the same page. */
  readonly id: string;
  readonly corpus: string;
  /** Order within the corpus. */
  readonly seq: number;
  /** Its id in an exported corpus: unique there, fit for a file name. */
  readonly name: string;
  readonly url: string | null;
  readonly title: string | null;
  /** Length before compression. */
  readonly bytes: number;
  /** SHA-256 of the bytes before compression. */
  readonly digest: string;
  /** The page's bytes, compressed by gzip. */
  readonly content: Uint8Array;
  readonly added: string;
}

/** What one annotator has done to one page. */
export interface AnnotationTable {
  readonly page: string;
  readonly annotator: string;
  /** Rises with every save that changes anything. */
  readonly revision: number;
  /** How many labels stand. */
  readonly labels: number;
  readonly done: number;
  readonly updated: string;
}

/** Everything an annotator ever said, in order; never changed and never removed but with its page. */
interface LabelOperationTable {
  readonly page: string;
  readonly annotator: string;
  /** Chosen by the caller, so that a save that is sent twice counts once. */
  readonly id: string;
  readonly revision: number;
  /** Order within the revision. */
  readonly place: number;
  readonly node: number;
  /** Characters of a text node, both -1 where the label is on all of it. */
  readonly start_at: number;
  readonly end_at: number;
  /** Null takes a label away. */
  readonly label: string | null;
  readonly scope: string;
  readonly at: string;
}

/** What stands: the last operation on each place. */
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
 * A part of a file that waits to be imported: kept here, so that the job finds it after a restart and on another
 * machine; in parts, since neither database likes values of hundreds of megabytes.
 */
interface UploadPartTable {
  readonly id: string;
  /** Order of the parts, from 0. */
  readonly part: number;
  readonly content: Uint8Array;
  readonly added: string;
}

/** Work that takes a while: what is asked for, how far it is, and what came of it. */
export interface JobTable {
  readonly id: string;
  readonly kind: string;
  /** What was asked for, as JSON. */
  readonly options: string;
  readonly created_by: string;
  readonly state: string;
  readonly step: string | null;
  /** Share done, 0 to 1. */
  readonly share: number;
  readonly created: string;
  readonly started: string | null;
  readonly ended: string | null;
  /** How often it was begun. */
  readonly tries: number;
  /** What came of it, as JSON. */
  readonly result: string | null;
  readonly error: string | null;
}

/** A trained model. */
export interface ModelTable extends Omit<StoredModel, 'createdBy' | 'metrics' | 'promoted'> {
  readonly created_by: string;
  /** Figures as JSON. */
  readonly metrics: string | null;
  /** 1 where it answers for its method. */
  readonly promoted: number;
  /** Drawn plots as JSON. */
  readonly plots: string;
  /** The model as JSON. */
  readonly data: string;
}

/** What methods came to on a corpus. */
export interface EvaluationTable {
  readonly id: string;
  readonly corpus: string;
  readonly created: string;
  readonly created_by: string;
  /** Figures as JSON. */
  readonly summary: string;
  /** Drawn plots as JSON. */
  readonly plots: string;
}

/** What a reader said is wrong with an extraction. */
export interface FeedbackTable {
  readonly id: string;
  /** The stored page. */
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

/** A correction that is applied on one site only. */
export interface SiteRuleTable {
  readonly site: string;
  /** Selectors to keep and to drop, as JSON. */
  readonly rules: string;
  /** What it was learned from and what it comes to, as JSON. */
  readonly learned: string;
  readonly created: string;
  readonly created_by: string;
}

/** Tables of reading: see `Schema`. */
export interface ReadingTables {
  readonly page_view: PageViewTable;
  readonly setting: SettingTable;
}

/** A page that somebody read. */
export interface PageViewTable {
  /** Cannot be guessed: who knows it may look. */
  readonly id: string;
  readonly url: string | null;
  readonly title: string | null;
  /** The encoding that the transport named. */
  readonly charset: string | null;
  /** Length before compression. */
  readonly bytes: number;
  /** The page's bytes, compressed by gzip. */
  readonly content: Uint8Array;
  /** Blocks that the reader took in and out, as JSON. */
  readonly corrections: string | null;
  /** The report that these became. */
  readonly report: string | null;
  readonly created_by: string;
  readonly created: string;
  readonly opened: string;
}

/** What holds for the whole server. */
interface SettingTable {
  readonly name: string;
  readonly value: string;
}
