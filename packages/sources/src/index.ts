/** Pages out of files and lists, one record at a time. */
export { openBytes } from './byte-source.js';
export { digestOf } from './digest.js';
export { InputError } from './errors.js';
export type { Listed } from './fetched.js';
export { type FolderFile, filesBelow, isWarc, recordsOfFile } from './folder.js';
export { recordsOf } from './from-input.js';
export { type Input, type InputKind, inputOf } from './input.js';
export { type ByteLine, linesOf } from './lines.js';
export { recordsOfLines } from './ndjson.js';
export { filesOfPaths } from './paths.js';
export {
  DEFAULT_MAX_SIZE,
  type PageRecord,
  type Place,
  type ReadOptions,
  type RecordSource,
  type Skipped,
  type SkipReason,
} from './record.js';
export { isRemote } from './remote/remote-file.js';
export { addressesOfSitemap, parseSitemap, type Sitemap } from './sitemap.js';
export { NO_SKIPS, type SkipCounts, sumOfSkips, withSkip } from './skips.js';
export { addressesOfList } from './url-list.js';
export {
  isCutAtRecords,
  isGzipped,
  type RangeEdges,
  recordsOfWarc,
  startBehind,
  type WarcRange,
} from './warc/read.js';
export { loadZstd } from './zstd-library.js';
