import { forgetRows, type Store, unshardedRows } from '@webpith/store';
import { FleetError, isFullDisk } from '../errors.js';
import { packerOf } from '../output/compression.js';
import type { ArticleColumn } from '../output/row.js';
import { FORMATS, type Format, openShard, type Shard, shardName } from '../output/shard.js';
import { NO_ROWS } from '../workers/protocol.js';

export interface ShardsOptions {
  readonly rows: number;
  readonly format: Format;
  readonly columns: readonly ArticleColumn[];
}

/**
 * Writes the rows of a crawl into shards. The number of a row determines its shard, so a shard that is written again is
 * identical. Rows leave the store only when their shard is full and written, so none is lost or duplicated.
 */
export class Shards {
  /** Serialises the writes: concurrent pages may each complete a shard. */
  #last = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly crawl: string,
    private readonly folder: string,
    private readonly options: ShardsOptions,
  ) {}

  /** Writes full shards and, with `all`, also a last one, whose rows stay in the store until it is full. */
  write(all = false): Promise<void> {
    this.#last = this.#last.then(() => this.#writeAll(all));
    return this.#last;
  }

  async #writeAll(all: boolean): Promise<void> {
    const size = this.options.rows;
    for (;;) {
      const rows = await unshardedRows(this.store, this.crawl, size);
      const isFull = rows.length === size;
      if (rows.length === 0 || (!isFull && !all)) return;
      const lines = rows.map(({ row }) => row);
      await this.#writeShard(Math.floor(rows[0]!.seq / size), lines);
      if (!isFull) return;
      await forgetRows(this.store, this.crawl, rows.at(-1)!.seq);
    }
  }

  async #writeShard(number: number, lines: readonly string[]): Promise<void> {
    const { format, columns } = this.options;
    const pack = await packerOf(FORMATS[format].packing);
    const name = shardName(number, format);
    const text = Buffer.from(lines.join(''));
    let shard: Shard | undefined;
    try {
      shard = await openShard(this.folder, name, format, { columns });
      await shard.write({ ...NO_ROWS, bytes: pack(text), unpacked: text.length, rows: lines.length });
      await shard.close();
    } catch (cause) {
      await shard?.discard();
      throw notWritten(this.folder, name, cause);
    }
  }
}

function notWritten(folder: string, name: string, cause: unknown): FleetError {
  const isFull = isFullDisk(cause);
  const message = isFull
    ? `the disk is full, no room for ${name} in ${folder}; make room and start the crawl again: it resumes`
    : `could not write ${name} in ${folder} (${(cause as Error).message}); fix the cause and start the crawl again`;
  return new FleetError(isFull ? 'disk-full' : 'bad-output', message, { cause });
}
