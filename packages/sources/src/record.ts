/** Where a page stands in what was read. */
export interface RecordSource {
  /** Path of the file, or the address that was fetched. */
  readonly file: string;
  /** First byte of the record in the file as it lies on disk: in a WARC.gz, of its gzip member. */
  readonly offset: number;
  /** Bytes from there to the end of the record, on disk. */
  readonly length: number;
  /** Which record of its gzip member, where a member holds several; absent for the first. */
  readonly part?: number;
}

/** A page as it was found, ready for extraction. */
export interface PageRecord {
  /** The name that the input gives the page, where it gives one. */
  readonly id?: string;
  /** The name of the WARC record that holds it: `WARC-Record-ID`, without its angle brackets. */
  readonly recordId?: string;
  readonly url?: string;
  /** When it was fetched, ISO 8601. */
  readonly date?: string;
  /** SHA-256 of `bytes`, in hexadecimal; absent where there are none. */
  readonly digest?: string;
  /** The page after transfer and content encodings are undone; empty where `error` is set. */
  readonly bytes: Uint8Array;
  /** Encoding that the transport named. */
  readonly charset?: string;
  readonly mediaType?: string;
  /** Why there are no bytes: the page could not be fetched or read. It becomes a row with an error. */
  readonly error?: string;
  readonly source: RecordSource;
}

/** Why something in an input is no page; each is counted. */
export const SKIP_REASONS = [
  'request',
  'revisit',
  'other-record', // warcinfo, metadata, conversion, continuation
  'not-html',
  'status', // an answer other than 2xx
  'empty',
  'too-large',
  'other-file',
  'filtered', // a page that the batch was told to leave out
  'lost', // bytes that belong to no readable record
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Something in an input that is no page. */
export interface Skipped {
  readonly reason: SkipReason;
  readonly file: string;
  readonly offset: number;
  /** Bytes on disk, where known. */
  readonly length: number;
}

/** A place in the input after which reading goes on: the source of the last page that is done with. */
export type Place = RecordSource;

/** How inputs are read. */
export interface ReadOptions {
  /** Largest page, after decoding, in bytes; what is larger is skipped without being held. Default: 20 MB. */
  readonly maxSize?: number;
  /** Told of everything that is no page, in order, before the page that follows it is given. */
  readonly onSkipped?: (skipped: Skipped) => void;
  /** Begin behind this place. */
  readonly after?: Place;
  /** Ends reading. */
  readonly signal?: AbortSignal;
  /** For addresses: whether private and loopback ones may be asked. Default: no. */
  readonly allowPrivate?: boolean;
}

/** Largest page when nothing else is said. */
export const DEFAULT_MAX_SIZE = 20_000_000;
