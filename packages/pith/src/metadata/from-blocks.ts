import type { Blocks } from '../blocks/blocks.js';
import { lazy, once } from '../lazy.js';
import { given, readByOrder } from './by-order.js';
import { pageDateReading } from './facts/dates/reading.js';
import type { PageReading } from './facts/page-reading.js';
import { type WeighedFacts, weighFacts } from './facts/weigh.js';
import type { Declarations, Metadata, MetadataOptions, Sourced } from './metadata.js';
import { Outskirts } from './outskirts.js';

/**
 * Reads the metadata of a page. Title, authors and dates, which several places may provide, are chosen by
 * rankers. Every other field takes the most trusted claim that passes the field's check.
 */
export function metadataFromBlocks(blocks: Blocks, options: MetadataOptions = {}): Metadata {
  return readMetadata(blocks, options).metadata;
}

/** Metadata of a page; expensive parts are computed on first use. */
export interface ReadMetadata {
  /** By a fixed order of sources, like the description: cheap inputs of the block features. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly heading?: number | undefined;
  readonly declarations: Declarations;
  /** All fields by a fixed order of sources, without rankers. */
  readonly byOrder: Metadata;
  readonly metadata: Metadata;
  readonly page: PageReading;
  readonly facts: WeighedFacts;
}

export function readMetadata(blocks: Blocks, options: MetadataOptions = {}): ReadMetadata {
  const { title, description, heading, declarations, byOrder, plain, sources, language, host, near } =
    readByOrder(blocks, options);
  const page = once((): PageReading => {
    const elsewhere = new Outskirts(blocks.tree, sources.heading?.node ?? -1, true);
    const dates = pageDateReading(blocks, language, host);
    return { ...sources, elsewhere, near: near(), dates, address: sources.facts.addresses[0] };
  });
  const weighed = weighFacts(page);
  const metadata = () =>
    given({
      title: weighed.title().fact,
      authors: named(weighed),
      published: weighed.published().fact,
      modified: weighed.modified().fact,
      ...plain(),
    });
  return lazy(
    { title, description, heading, declarations },
    { byOrder, metadata, page, facts: () => weighed },
  );
}

function named(weighed: WeighedFacts): Sourced<readonly string[]> | undefined {
  const { fact } = weighed.authors();
  return fact === undefined ? undefined : { ...fact, value: fact.value.map(({ name }) => name) };
}
