import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { recordsOf } from '@webpith/sources';
import type { Observation } from '@webpith/store';
import { siteOf } from 'webpith/stages';
import { columnsOfBatch } from '../batch/manifest.js';
import { wordsOf } from '../crawl/simhash.js';
import { columnsOfParquet, rowsOfShard } from '../output/read.js';
import { type ArticleColumn, fullText, type Row } from '../output/row.js';
import { inlineExtraction } from '../workers/extract-row.js';
import type { TrackOptions } from './track.js';

export const WORD_COLUMNS = ['text', 'posts', 'items'] as const satisfies readonly ArticleColumn[];

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

export async function shardsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => SHARD.test(name)).sort();
}

/** Columns in the rows of an input. A batch may omit some; their missing values do not indicate a change. */
export async function trackedColumns(input: string): Promise<readonly string[]> {
  const [first] = await shardsIn(input);
  if (first === undefined) return TRACKED;
  const selected = await columnsOfBatch(input);
  const inFile = first.endsWith('.parquet') ? await columnsOfParquet(join(input, first)) : undefined;
  const available = selected ?? inFile;
  return available === undefined ? TRACKED : TRACKED.filter(name => available.includes(name));
}

export type Seen = Omit<Observation, 'seq'>;

export function seenFrom(row: Row, source: string): Seen {
  const { id, url, date, error, structure } = row;
  const page = id ?? url ?? `${row.file}@${row.offset}${row.part === undefined ? '' : `.${row.part}`}`;
  return {
    site: siteOf({ url }) ?? UNKNOWN_SITE,
    source,
    page,
    url,
    at: date ?? new Date().toISOString(),
    structure,
    words: wordsOf(fullText(row)).length,
    confidence: row.confidence ?? 0,
    type: row.type ?? 'other',
    fields: FIELDS.filter(field => isFound(row[field])),
    error,
  };
}

/** Pages without an address count as one site. */
const UNKNOWN_SITE = '(unknown)';

function isFound(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

type SeenOptions = Pick<TrackOptions, 'signal' | 'model'>;

export async function* seenPages(input: string, options: SeenOptions = {}): AsyncGenerator<Seen> {
  const { signal } = options;
  const shards = await shardsIn(input);
  if (shards.length === 0) {
    yield* extracted(input, options);
    return;
  }
  for (const name of shards) {
    for await (const row of rowsOfShard(join(input, name))) {
      signal?.throwIfAborted();
      yield seenFrom(row, input);
    }
  }
}

async function* extracted(input: string, { signal, model }: SeenOptions): AsyncGenerator<Seen> {
  const extract = inlineExtraction(TRACKED, model);
  for await (const record of recordsOf(input, { signal })) {
    signal?.throwIfAborted();
    yield seenFrom(await extract(record), input);
  }
}
