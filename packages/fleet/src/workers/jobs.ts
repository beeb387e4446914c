import type { PageRecord } from '@webpith/records';
import { FleetError } from '../errors.js';
import type { RecordHead } from '../output/row.js';
import type { PagesMessage, RowsMessage, Stretch, StretchMessage, StretchRows } from './protocol.js';
import { joinedRows, type Rows } from './rows.js';

/** The end of a thread at a job, and the job's page that it was at, or -1 where it was at none. */
export interface DeathAt {
  /** In words, for the row of the page. */
  readonly reason: string;
  readonly page: number;
}

/** Work that a pool hands to threads until it is done. */
export interface Job {
  /** What a thread is sent, and what of it is handed over. */
  message(job: number): { message: PagesMessage | StretchMessage; transfer: ArrayBuffer[] };
  onRows(rows: RowsMessage): void;
  /** Its thread died, of it if the death is given: what is to be done instead, in order. */
  afterDeath(death: DeathAt | undefined): Job[];
  /** A thread could not read it. */
  onFailure?(cause: string): void;
  fail(error: Error): void;
}

/** What becomes of a job. */
interface Settle<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Pages that the main thread holds. */
export class PagesJob implements Job {
  constructor(
    private readonly records: readonly PageRecord[],
    private readonly settle: Settle<Rows>,
    /** Makes the row of a page that cost a thread. */
    private readonly failedRow: (record: PageRecord, reason: string) => Promise<Rows>,
  ) {}

  /** Copies the bytes into one buffer that is handed over; the pages stay, should the thread die. */
  message(job: number) {
    const lengths = this.records.map(({ bytes }) => bytes.length);
    const all = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const { bytes } of this.records) {
      all.set(bytes, at);
      at += bytes.length;
    }
    const heads = this.records.map(({ bytes: _, ...head }): RecordHead => head);
    return { message: { job, heads, lengths, bytes: all.buffer }, transfer: [all.buffer] };
  }

  onRows({ bytes, unpacked, rows, errors, filtered, busy }: RowsMessage): void {
    this.settle.resolve({ bytes, unpacked, rows, errors, filtered, busy });
  }

  /** All pages again but for the one that cost the thread, which becomes a row with an error. */
  afterDeath(death: DeathAt | undefined): Job[] {
    if (death === undefined || death.page < 0) return [this];
    const jobs: Job[] = [];
    const again = (records: readonly PageRecord[]) => {
      if (records.length === 0) return [];
      const rows = new Promise<Rows>((resolve, reject) => {
        jobs.push(new PagesJob(records, { resolve, reject }, this.failedRow));
      });
      return [rows];
    };
    const { page, reason } = death;
    const parts = [
      ...again(this.records.slice(0, page)),
      this.failedRow(this.records[page]!, reason),
      ...again(this.records.slice(page + 1)),
    ];
    Promise.all(parts).then(all => this.settle.resolve(joinedRows(all)), this.settle.reject);
    return jobs;
  }

  fail(error: Error): void {
    this.settle.reject(error);
  }
}

/** Rows of a stretch, as they come. */
export interface RowsOfStretch extends Rows {
  readonly stretch: StretchRows;
}

/** A part of a WARC file that a thread reads itself. */
export class StretchJob implements Job {
  #done = 0;
  #condemned: Record<number, string> = {};
  #isCareful = false;

  constructor(
    private readonly stretch: Stretch,
    private readonly give: (rows: RowsOfStretch) => void,
    private readonly settle: Settle<void>,
  ) {}

  message(job: number) {
    const condemned = { ...this.#condemned };
    return {
      message: { job, stretch: this.stretch, done: this.#done, condemned, isCareful: this.#isCareful },
      transfer: [],
    };
  }

  onRows({ bytes, unpacked, rows, errors, filtered, busy, stretch, isLast }: RowsMessage): void {
    this.#done += rows + filtered;
    if (stretch !== undefined) this.give({ bytes, unpacked, rows, errors, filtered, busy, stretch });
    if (isLast) this.settle.resolve();
  }

  afterDeath(death: DeathAt | undefined): Job[] {
    if (death !== undefined && death.page >= 0) this.#condemned[death.page] = death.reason;
    else if (death !== undefined) this.#isCareful = true;
    return [this];
  }

  /** It cannot be read. */
  onFailure(cause: string): void {
    const { file } = this.stretch;
    const message = `expected to read ${file} to its end, but it failed (${cause}); check the file and run the same command again`;
    this.settle.reject(new FleetError('bad-input', message));
  }

  fail(error: Error): void {
    this.settle.reject(error);
  }
}
