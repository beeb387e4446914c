import { join } from 'node:path';
import { recordsOf } from '@webpith/sources';
import { inlineExtraction } from '../crawl/extraction.js';
import { rowsOfShard } from '../output/read.js';
import { shardsIn, TRACKED } from './columns.js';
import { type Seen, seenFrom } from './observe.js';
import type { TrackOptions } from './track.js';

type SeenOptions = Pick<TrackOptions, 'signal' | 'model'>;

/** Yields the pages of an input: rows of a batch or crawl directly, other pages after extraction. */
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
  for await (const record of recordsOf(input, signal === undefined ? {} : { signal })) {
    signal?.throwIfAborted();
    yield seenFrom(await extract(record), input);
  }
}
