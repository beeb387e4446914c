import type { AnnotationTables } from './annotation/tables.js';
import type { NewRequest } from './crawl/requests.js';
import type { EvaluationTable, FeedbackTable, JobTable, ModelTable, SiteRuleTable } from './jobs/tables.js';
import type { ReadingTables } from './reading/tables.js';
import type { TokenTables } from './tokens/tokens.js';
import type { SiteChange } from './tracking/sites.js';

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
