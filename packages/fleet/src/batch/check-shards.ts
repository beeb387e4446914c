import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FleetError } from '../errors.js';
import type { ShardFile } from '../output/shard.js';

/** Checks that the listed shards are unchanged before the batch resumes. Compares all sizes before reading any file. */
export async function checkShards(
  folder: string,
  shards: readonly ShardFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { name, bytes } of shards) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found === undefined) throw changed(folder, name, 'it is not there');
    if (found.size !== bytes) throw changed(folder, name, `it has ${found.size} bytes, not ${bytes}`);
  }
  for (const { name, sha256 } of shards) {
    if (signal?.aborted) return;
    if ((await digestOfFile(join(folder, name))) !== sha256)
      throw changed(folder, name, 'its bytes are others');
  }
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function changed(folder: string, name: string, came: string): FleetError {
  const message = `expected ${name} in ${folder} as the manifest lists it, but ${came}; put it back as it was, or remove the folder to begin anew`;
  return new FleetError('bad-output', message);
}
