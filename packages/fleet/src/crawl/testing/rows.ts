import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOfShard } from '../../output/read.js';
import type { Row } from '../../output/row.js';

/** All rows of the shards in a folder. */
export async function rowsIn(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  const shards = readdirSync(folder).filter(name => name.startsWith('shard-'));
  for (const name of shards.sort()) for await (const row of rowsOfShard(join(folder, name))) rows.push(row);
  return rows;
}
