import { FORMATS, openShard, type Shard } from '../output/shard.js';
import type { Rows } from '../workers/pool.js';
import type { ShardEntry } from './manifest.js';
import { type BatchOptions, SHARD_BYTES, SHARD_ROWS } from './options.js';
import { type BatchPage, placeOf } from './pages.js';
import { sumOfSkips } from './skips.js';

/** Writes rows into shards, one after another; each is announced once it is on the disk. */
export class ShardSequence {
  #shard: Shard | undefined;
  #pages: { first: BatchPage; last: BatchPage } | undefined;
  #counts = { errors: 0, skips: [] as BatchPage['before'][] };

  constructor(
    private readonly options: Pick<BatchOptions, 'out' | 'format' | 'shardRows' | 'openFile'>,
    private number: number,
    private readonly onShard: (entry: ShardEntry) => Promise<void>,
  ) {}

  /** Appends the rows of some pages. */
  async write(rows: Rows, pages: readonly BatchPage[]): Promise<void> {
    this.#shard ??= await this.#open();
    await this.#shard.write(rows);
    this.#pages = { first: this.#pages?.first ?? bare(pages[0]!), last: bare(pages.at(-1)!) };
    this.#counts.errors += rows.errors;
    this.#counts.skips = [sumOfSkips([...this.#counts.skips, ...pages.map(({ before }) => before)])];
    const { shardRows = SHARD_ROWS } = this.options;
    if (this.#shard.rows >= shardRows || this.#shard.unpacked >= SHARD_BYTES) await this.close();
  }

  /** Ends the shard that is open, if one is. */
  async close(): Promise<void> {
    if (this.#shard === undefined || this.#pages === undefined) return;
    const { rows, unpacked } = this.#shard;
    const file = await this.#shard.close();
    const { first, last } = this.#pages;
    const { errors, skips } = this.#counts;
    this.#shard = undefined;
    this.#pages = undefined;
    this.#counts = { errors: 0, skips: [] };
    this.number++;
    const places = { first: placeOf(first), last: placeOf(last) };
    await this.onShard({ ...file, rows, errors, unpacked, ...sumOfSkips(skips), ...places });
  }

  /** Throws away the shard that is open. */
  async discard(): Promise<void> {
    await this.#shard?.discard();
    this.#shard = undefined;
  }

  #open(): Promise<Shard> {
    const { out, format = 'ndjson.zst', openFile } = this.options;
    const name = `shard-${String(this.number).padStart(5, '0')}.${FORMATS[format].ending}`;
    return openShard(out, name, format, openFile);
  }
}

/** A page without its bytes: it is kept as long as its shard is open. */
function bare(page: BatchPage): BatchPage {
  return { ...page, bytes: new Uint8Array() };
}
