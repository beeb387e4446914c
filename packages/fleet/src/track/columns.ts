import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { columnsOfBatch } from '../batch/manifest.js';
import { columnsOfParquet } from '../output/read.js';
import type { ArticleColumn } from '../output/row.js';

/** Columns whose words are counted. */
export const WORD_COLUMNS = ['text', 'posts', 'items'] as const satisfies readonly ArticleColumn[];

/** Columns whose presence is tracked. */
export const FIELDS = [
  ...(['title', 'authors', 'published', 'description', 'image', 'language', 'tags'] as const),
  'section',
] as const satisfies readonly ArticleColumn[];

export const TRACKED: readonly ArticleColumn[] = [
  ...(['type', 'confidence', 'structure'] as const),
  ...FIELDS,
  ...WORD_COLUMNS,
];

const SHARD = /^shard-\d{1,9}\.(?:ndjson(?:\.gz|\.zst)?|parquet)$/;

/** The shards in a folder, in order. */
export async function shardsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => SHARD.test(name)).sort();
}

/**
 * The tracked columns available in an input. A batch may omit columns: missing values then do not indicate a change.
 */
export async function trackedColumns(input: string): Promise<readonly string[]> {
  const [first] = await shardsIn(input);
  if (first === undefined) return TRACKED;
  const asked = await columnsOfBatch(input);
  const written = first.endsWith('.parquet') ? await columnsOfParquet(join(input, first)) : undefined;
  const there = asked ?? written;
  return there === undefined ? TRACKED : TRACKED.filter(name => there.includes(name));
}
