import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_SKIPS, type SkipCounts, sumOfSkips } from '@webpith/sources';
import { FleetError } from '../errors.js';
import { openShard, type Shard, type ShardFile, shardName } from '../output/shard.js';
import type { BatchOptions } from './batch.js';
import type { BatchChunk } from './chunks.js';
import type { BatchPlace, ShardEntry } from './manifest.js';

export const SHARD_ROWS = 5000;
const SHARD_BYTES = 1 << 30;

interface OpenShard {
  readonly shard: Shard;
  readonly first: BatchPlace;
  last: BatchPlace;
  errors: number;
  skips: SkipCounts;
}

/** Writes rows into consecutive shards; calls `onShard` once a shard is synced. */
export class ShardSequence {
  #open: OpenShard | undefined;
  /** Parts skipped since the last page; counted with the next one. */
  #behind = NO_SKIPS;

  constructor(
    private readonly options: Pick<BatchOptions, 'out' | 'format' | 'columns' | 'shardRows' | 'openFile'>,
    private number: number,
    private readonly onShard: (entry: ShardEntry) => Promise<void>,
  ) {}

  get behind(): SkipCounts {
    return this.#behind;
  }

  async write(chunk: BatchChunk): Promise<void> {
    const { first, last, behind } = chunk;
    const before = withFiltered(chunk);
    if (first === undefined || last === undefined || chunk.rows === 0) {
      this.#behind = sumOfSkips([this.#behind, before, behind]);
      return;
    }
    this.#open ??= { shard: await this.#begin(), first, last, errors: 0, skips: NO_SKIPS };
    const open = this.#open;
    await open.shard.write(chunk);
    open.last = last;
    open.errors += chunk.errors;
    open.skips = sumOfSkips([open.skips, this.#behind, before]);
    this.#behind = behind;
    const { shardRows = SHARD_ROWS } = this.options;
    if (open.shard.rows >= shardRows || open.shard.unpacked >= SHARD_BYTES) await this.close();
  }

  async close(): Promise<void> {
    if (this.#open === undefined) return;
    const { shard, first, last, errors, skips } = this.#open;
    const { rows, unpacked } = shard;
    const file = await shard.close();
    this.#open = undefined;
    this.number++;
    await this.onShard({ ...file, rows, errors, unpacked, ...skips, first, last });
  }

  async discard(): Promise<void> {
    await this.#open?.shard.discard();
    this.#open = undefined;
  }

  #begin(): Promise<Shard> {
    const { out, format = 'ndjson.zst', columns, openFile } = this.options;
    return openShard(out, shardName(this.number, format), format, { columns, openFile });
  }
}

function withFiltered({ before, filtered }: BatchChunk): SkipCounts {
  return filtered === 0 ? before : sumOfSkips([before, { skipped: { filtered }, lostBytes: 0 }]);
}

/** Checks that the listed shards are unchanged before the batch resumes. Compares all sizes before reading any file. */
export async function checkShards(
  folder: string,
  shards: readonly ShardFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { name, bytes } of shards) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found === undefined) throw changed(folder, name, 'it is missing');
    if (found.size !== bytes) throw changed(folder, name, `it has ${found.size} bytes, not ${bytes}`);
  }
  for (const { name, sha256 } of shards) {
    if (signal?.aborted) return;
    if ((await digestOfFile(join(folder, name))) !== sha256)
      throw changed(folder, name, 'its content has changed');
  }
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function changed(folder: string, name: string, problem: string): FleetError {
  const message = `${name} in ${folder} does not match the manifest: ${problem}; restore it, or remove the folder to start over`;
  return new FleetError('bad-output', message);
}
