/** Page records from files, folders, lists and sitemaps. */

export {
  addressesOfList,
  addressesOfSitemap,
  type ListedAddress,
  parseSitemap,
  recordOfFailed,
  recordOfFetched,
  type Sitemap,
} from './addresses.js';
export { openBytes } from './byte-source.js';
export { loadZstd } from './decoding.js';
export type { WarcReader } from './files.js';
export { type Input, type InputKind, inputOf, recordsOf } from './input.js';
export { type ByteLine, linesOf } from './lines.js';
export { recordsOfLines } from './ndjson.js';
export { parquetBuffer } from './parquet.js';
export {
  DEFAULT_MAX_SIZE,
  digestOf,
  InputError,
  NO_SKIPS,
  type PageColumns,
  type PageRecord,
  type Place,
  type ReadOptions,
  type RecordSource,
  type SkipCounts,
  type Skipped,
  type SkipReason,
  sumOfSkips,
  withSkip,
} from './record.js';
export { isRemote } from './remote.js';
export {
  isGzipped,
  isSplittable,
  type RangeBounds,
  recordsOfWarc,
  resumeOffset,
  type WarcRange,
} from './warc/read.js';
