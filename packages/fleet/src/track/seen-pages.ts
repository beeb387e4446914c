import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inlineExtraction } from '../crawl/extraction.js';
import { rowsOfShard } from '../output/read.js';
import type { ArticleColumn } from '../output/row.js';
import { recordsOf } from '../records/from-input.js';
import { type Seen, seenFrom } from './observe.js';

const SHARD = /^shard-\d{1,9}\.(?:ndjson(?:\.gz|\.zst)?|parquet)$/;

/** The columns that are looked at. */
const COLUMNS: readonly ArticleColumn[] = [
  ...([
    'type',
    'confidence',
    'title',
    'authors',
    'published',
    'description',
    'image',
    'language',
    'tags',
  ] as const),
  ...(['section', 'text', 'posts', 'items', 'structure'] as const),
];

/** The pages of an input as they are seen now: rows of a batch or crawl as they stand, pages of any other kind extracted. */
export async function* seenPages(input: string, signal?: AbortSignal): AsyncGenerator<Seen> {
  const shards = await shardsIn(input);
  if (shards.length === 0) {
    yield* extracted(input, signal);
    return;
  }
  for (const name of shards) {
    for await (const row of rowsOfShard(join(input, name))) {
      signal?.throwIfAborted();
      yield seenFrom(row, input);
    }
  }
}

async function shardsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => SHARD.test(name)).sort();
}

async function* extracted(input: string, signal: AbortSignal | undefined): AsyncGenerator<Seen> {
  const extract = inlineExtraction(COLUMNS);
  for await (const record of recordsOf(input, signal === undefined ? {} : { signal })) {
    signal?.throwIfAborted();
    yield seenFrom(await extract(record), input);
  }
}
