import { availableParallelism } from 'node:os';
import type { PageRecord } from '@webpith/sources';
import { type Ending, type Failure, Pool, type PoolTask, type Sent } from '@webpith/threads';
import { FleetError } from '../errors.js';
import { type Packer, type Packing, packerOf } from '../output/compression.js';
import {
  ARTICLE_COLUMNS,
  type ArticleColumn,
  errorRow,
  lineOf,
  parseRow,
  type RecordHead,
  type Row,
} from '../output/row.js';
import { oneLine } from './extract-row.js';
import {
  type FileRange,
  joinedRows,
  NO_ROWS,
  type PagesTask,
  type RangeTask,
  type RowOptions,
  type Rows,
  type RowsOfRange,
  type WorkerSettings,
} from './protocol.js';

export type { Rows } from './protocol.js';

export interface PoolOptions extends RowOptions {
  /** Threads. Default: one per core. */
  readonly workers?: number | undefined;
  /** Milliseconds per page. Default: 30,000. */
  readonly timeLimit?: number | undefined;
  /** Megabytes of heap per thread. Default: 512. */
  readonly memoryLimit?: number | undefined;
}

export const TASKS_PER_THREAD = 2;

/** Threads that a task may lose while none of its pages is being extracted; after one more the task fails. */
const MOST_DEATHS = 3;

/**
 * Threads that extract pages to rows. A page that throws, crashes its thread or exceeds its time or memory becomes a
 * row with an error. A lost thread is replaced, and its other pages are extracted again.
 */
export class ExtractionPool {
  readonly workers: number;
  readonly packing: Packing;
  readonly columns: readonly ArticleColumn[];
  readonly #pool: Pool;
  #packer: Promise<Packer> | undefined;
  #replaced = 0;

  constructor(options: PoolOptions = {}) {
    this.workers = wholeNumber('workers', options.workers ?? availableParallelism());
    const timeLimit = wholeNumber('timeLimit', options.timeLimit ?? 30_000);
    const memoryLimit = wholeNumber('memoryLimit', options.memoryLimit ?? 512);
    const { packing = 'none', columns = ARTICLE_COLUMNS } = options;
    this.packing = packing;
    this.columns = columns;
    const { extract, extractor, filter, model, methods, sites } = options;
    const threads = this.workers;
    const rows = { packing, columns, extract, extractor, filter, model, methods, sites };
    this.#pool = new Pool({
      file: new URL('./worker.js', import.meta.url),
      data: { ...rows, threads } satisfies WorkerSettings,
      threads,
      timeLimit,
      memoryLimit,
      ahead: TASKS_PER_THREAD,
      falseStarts: 3,
      onReplacement: () => void this.#replaced++,
    });
  }

  get replaced(): number {
    return this.#replaced;
  }

  get isIdle(): boolean {
    return this.#pool.waiting === 0 && this.#pool.running < this.workers;
  }

  /** Rejects only if threads fail outside of pages or the pool is closed. */
  extractAll(records: readonly PageRecord[]): Promise<Rows> {
    return this.#rowsOf(records, 0, false);
  }

  async extractRange(range: FileRange, onRows: (rows: RowsOfRange) => void): Promise<void> {
    const condemned: Record<number, string> = {};
    let done = 0;
    const onMessage = (rows: RowsOfRange) => {
      done += rows.rows + rows.filtered;
      onRows(rows);
    };
    for (let deaths = 0; ; ) {
      const make = (): Sent => [{ range, done, condemned, isCareful: deaths > 0 } satisfies RangeTask];
      const ending = await this.#run(make, { onMessage, isFirst: done > 0 || deaths > 0 }, deaths);
      if (ending.kind === 'done') return;
      if (ending.kind === 'failed') throw unreadable(range.file, ending.failure);
      if (ending.step < 0) deaths++;
      else condemned[ending.step] = ending.reason;
    }
  }

  async extract(record: PageRecord): Promise<Row> {
    if (this.packing !== 'none')
      throw new FleetError('bad-option', 'single rows need a pool without compression; omit `packing`');
    return parseRow((await this.extractAll([record])).bytes);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** With `isFirst`, the task runs before waiting ones, since rows are needed in order. */
  async #rowsOf(records: readonly PageRecord[], deaths: number, isFirst: boolean): Promise<Rows> {
    let rows: Rows = NO_ROWS;
    const onMessage = (sent: Rows) => {
      rows = sent;
    };
    if (records.length === 0) return rows;
    const ending = await this.#run(() => sentPages(records), { onMessage, isFirst }, deaths);
    if (ending.kind === 'done') return rows;
    if (ending.kind === 'failed') throw new FleetError('worker-failed', ending.failure.message);
    const { step, reason } = ending;
    if (step < 0) return this.#rowsOf(records, deaths + 1, true);
    const behind = this.#rowsOf(records.slice(step + 1), 0, true);
    const before = this.#rowsOf(records.slice(0, step), 0, true);
    return joinedRows(await Promise.all([before, this.#failed(records[step]!, reason), behind]));
  }

  async #run(make: () => Sent, task: PoolTask, deaths: number): Promise<Ending> {
    const ending = await this.#pool.run(make, task);
    if (ending.kind !== 'died') return ending;
    if (ending.cause === 'stopped')
      throw new FleetError('stopped', 'the extraction was stopped before this page was finished');
    if (ending.cause !== 'unready' && (ending.step >= 0 || deaths < MOST_DEATHS)) return ending;
    const remedy = ending.reason.includes('memory')
      ? 'raise the memory limit'
      : 'run it again with --verbose and report it';
    const message = `extraction threads could not be started (${ending.reason}); ${remedy}`;
    throw new FleetError('worker-failed', message);
  }

  async #failed(record: PageRecord, reason: string): Promise<Rows> {
    this.#packer ??= packerOf(this.packing);
    const line = Buffer.from(lineOf(errorRow(record, reason)));
    const bytes = (await this.#packer)(line);
    return { ...NO_ROWS, bytes, unpacked: line.length, rows: 1, errors: 1 };
  }
}

/** Copies the pages into one transferable buffer; the originals are kept in case the thread dies. */
function sentPages(records: readonly PageRecord[]): Sent {
  const lengths = records.map(({ bytes }) => bytes.length);
  const all = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const { bytes } of records) {
    all.set(bytes, at);
    at += bytes.length;
  }
  const heads = records.map(({ bytes: _, ...head }): RecordHead => head);
  return [{ heads, lengths, bytes: all.buffer } satisfies PagesTask, [all.buffer]];
}

function unreadable(file: string, { name, message }: Failure): FleetError {
  const cause = oneLine(`${name}: ${message}`);
  return new FleetError(
    'bad-input',
    `reading ${file} failed (${cause}); check the file and run the same command again`,
  );
}

function wholeNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new FleetError('bad-option', `expected a whole number above 0 for ${name}, got ${value}`);
}
