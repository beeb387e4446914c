import { join } from 'node:path';
import { recordsOf } from '@webpith/sources';
import { inlineExtraction } from '../crawl/extraction.js';
import { rowsOfShard } from '../output/read.js';
import { shardsIn, TRACKED } from './columns.js';
import { type Seen, seenFrom } from './observe.js';
import type { TrackOptions } from './track.js';

/** How pages are extracted that are not rows yet, and what stops that. */
type SeenOptions = Pick<TrackOptions, 'signal' | 'model'>;

/** The pages of an input as they are seen now: rows of a batch or crawl as they stand, pages of any other kind extracted. */
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
