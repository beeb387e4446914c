import { forgetRows, type Store, unshardedRows } from '@webpith/store';
import { FleetError, isFullDisk } from '../errors.js';
import { packerOf } from '../output/compression.js';
import type { ArticleColumn } from '../output/row.js';
import { FORMATS, type Format, openShard } from '../output/shard.js';

export interface Shards {
  /** Writes full shards; with `all` also the rest, which stays in the store until its shard is full. */
  write(all?: boolean): Promise<void>;
}

export interface ShardsOptions {
  readonly rows: number;
  readonly format: Format;
  readonly columns: readonly ArticleColumn[];
}

/**
 * Row numbers determine the shard of a row, so a shard that is written again is identical. Rows leave the store once
 * their shard is written, so none is lost or duplicated.
 */
export async function openShards(
  store: Store,
  crawl: string,
  folder: string,
  { rows: size, format, columns }: ShardsOptions,
): Promise<Shards> {
  const pack = await packerOf(FORMATS[format].packing);
  const writeShard = async (number: number, lines: readonly string[]) => {
    const name = `shard-${String(number).padStart(5, '0')}.${FORMATS[format].ending}`;
    const text = Buffer.from(lines.join(''));
    try {
      const shard = await openShard(folder, name, format, { columns });
      try {
        await shard.write({
          bytes: pack(text),
          unpacked: text.length,
          rows: lines.length,
          errors: 0,
          filtered: 0,
          busy: 0,
        });
        await shard.close();
      } catch (error) {
        await shard.discard();
        throw error;
      }
    } catch (cause) {
      throw notWritten(folder, name, cause);
    }
  };
  // Serialises the writes: concurrent pages may each complete a shard.
  let last = Promise.resolve();
  const writeAll = async (all: boolean) => {
    for (;;) {
      const rows = await unshardedRows(store, crawl, size);
      const isFull = rows.length === size;
      if (rows.length === 0 || (!isFull && !all)) return;
      await writeShard(
        Math.floor(rows[0]!.seq / size),
        rows.map(({ row }) => row),
      );
      if (!isFull) return;
      await forgetRows(store, crawl, rows.at(-1)!.seq);
    }
  };
  return {
    write(all = false) {
      last = last.then(() => writeAll(all));
      return last;
    },
  };
}

function notWritten(folder: string, name: string, cause: unknown): FleetError {
  const isFull = isFullDisk(cause);
  const message = isFull
    ? `the disk is full, no room for ${name} in ${folder}; make room and start the crawl again: it resumes`
    : `could not write ${name} in ${folder} (${(cause as Error).message}); fix the cause and start the crawl again`;
  return new FleetError(isFull ? 'disk-full' : 'bad-output', message, { cause });
}
