import type { Blocks } from '../blocks/blocks.js';
import { lazy, once } from '../lazy.js';
import { given, readByOrder } from './by-order.js';
import { pageDateReading } from './facts/dates/reading.js';
import type { PageReading } from './facts/page-reading.js';
import { type WeighedFacts, weighFacts } from './facts/weigh.js';
import type { Declarations, Metadata, MetadataOptions, Sourced } from './metadata.js';
import { Outskirts } from './outskirts.js';

/**
 * What a page says about itself. Every source makes its claims. Title, authors and dates, for which several places
 * contend, are weighed by rankers; every other field takes the claim of the source it trusts most, if it passes the
 * field's check.
 */
export function metadataFromBlocks(blocks: Blocks, options: MetadataOptions = {}): Metadata {
  return readMetadata(blocks, options).metadata;
}

/** What is read of a page's metadata at once, and the rest, which is made when first asked for. */
export interface ReadMetadata {
  /** The title by a fixed order of sources, and the description: what the features of blocks read, at little cost. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The block that shows the title. */
  readonly heading?: number | undefined;
  readonly declarations: Declarations;
  /** The fields by a fixed order of sources. */
  readonly byOrder: Metadata;
  readonly metadata: Metadata;
  /** What facts are chosen from, and the facts with all their candidates. */
  readonly page: PageReading;
  readonly facts: WeighedFacts;
}

/** The metadata of a page, and what it declares to be. */
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
