/** Batches, pipes, crawls and site tracking. The queue and its workers are in `./queue`. */

export { inputOf, type PageRecord, recordsOf } from '@webpith/sources';
export type { BatchOptions, BatchProgress, BatchSummary } from './batch/batch.js';
export { runBatch } from './batch/batch.js';
export type { CrawlSummary } from './crawl/crawl.js';
export type { CrawlOptions, CrawlProgress, ExtractPage, RenderPage, Scope } from './crawl/options.js';
export { FleetError, type FleetErrorCode } from './errors.js';
export type { Packing } from './output/compression.js';
export { rowsOfShard } from './output/read.js';
export {
  ALL_COLUMNS,
  ARTICLE_COLUMNS,
  type ArticleColumn,
  type ColumnName,
  type RecordColumns,
  type Row,
  rowOf,
} from './output/row.js';
export { FORMATS, type Format } from './output/shard.js';
export { type PipeOptions, type PipeSummary, runPipe } from './pipe/pipe.js';
export type { FoundChange, TrackOptions, TrackSummary } from './track/track.js';
export { type RowBatch, rowsInOrder } from './workers/in-order.js';
export { ExtractionPool, type PoolOptions, type Rows } from './workers/pool.js';

export const crawl: typeof import('./crawl/crawl.js').crawl = async (...given) =>
  await (await import('./crawl/crawl.js')).crawl(...given);

export const track: typeof import('./track/track.js').track = async (...given) =>
  await (await import('./track/track.js')).track(...given);
