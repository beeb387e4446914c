import { createHash } from 'node:crypto';

export interface RecordSource {
  readonly file: string;
  /** First byte of the record on disk: in a WARC.gz, of its gzip member. */
  readonly offset: number;
  readonly length: number;
  /** Index within a gzip member that contains several records. */
  readonly part?: number | undefined;
}

export interface PageRecord {
  readonly id?: string | undefined;
  /** `WARC-Record-ID` without angle brackets. */
  readonly recordId?: string | undefined;
  readonly url?: string | undefined;
  readonly date?: string | undefined;
  readonly digest?: string | undefined;
  /** The page after transfer and content decoding; empty if `error` is set. */
  readonly bytes: Uint8Array;
  readonly charset?: string | undefined;
  readonly mediaType?: string | undefined;
  readonly error?: string | undefined;
  readonly source: RecordSource;
}

export const SKIP_REASONS = [
  'request',
  'revisit',
  'other-record', // warcinfo, metadata, conversion, continuation
  'not-html',
  'status', // other than 2xx
  'empty',
  'too-large',
  'other-file',
  'filtered', // excluded by the batch's filters
  'lost', // bytes that belong to no readable record
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Skipped {
  readonly reason: SkipReason;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Source of the last page read; reading resumes after it. */
export type Place = RecordSource;

/** Names of the columns of a Parquet file with pages. Default: `html`, `url` and `id`. */
export interface PageColumns {
  readonly html?: string | undefined;
  readonly url?: string | undefined;
  readonly id?: string | undefined;
}

export interface ReadOptions {
  /** Largest page in bytes after decoding; larger pages are skipped without buffering. Default: 20 MB. */
  readonly maxSize?: number | undefined;
  /** Called for each skipped part, in order, before the next page is yielded. */
  readonly onSkipped?: ((skipped: Skipped) => void) | undefined;
  readonly after?: Place | undefined;
  readonly columns?: PageColumns | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly allowPrivate?: boolean | undefined;
}

export const DEFAULT_MAX_SIZE = 20_000_000;

export interface SkipCounts {
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly lostBytes: number;
}

export const NO_SKIPS: SkipCounts = { skipped: {}, lostBytes: 0 };

export function withSkip(counts: SkipCounts, { reason, length }: Skipped): SkipCounts {
  const lostBytes = counts.lostBytes + (reason === 'lost' ? length : 0);
  return { skipped: { ...counts.skipped, [reason]: (counts.skipped[reason] ?? 0) + 1 }, lostBytes };
}

export function sumOfSkips(counts: readonly SkipCounts[]): SkipCounts {
  const sums = SKIP_REASONS.map(
    reason => [reason, counts.reduce((sum, { skipped }) => sum + (skipped[reason] ?? 0), 0)] as const,
  );
  return {
    skipped: Object.fromEntries(sums.filter(([, count]) => count > 0)),
    lostBytes: counts.reduce((sum, { lostBytes }) => sum + lostBytes, 0),
  };
}

/** SHA-256 in hexadecimal; equals the lab's `pageDigest` for a page's bytes. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'bad-input';
  /** The option that solves it, if one does. */
  readonly option: 'pageColumns' | undefined;

  constructor(message: string, details: { readonly cause?: unknown; readonly option?: 'pageColumns' } = {}) {
    super(message, details);
    this.option = details.option;
  }
}
