import type { Blocks } from '../blocks/blocks.js';
import { lazy, once } from '../lazy.js';
import { given, readByOrder } from './by-order.js';
import { pageDateReading } from './facts/dates/reading.js';
import type { PageReading } from './facts/page-reading.js';
import { type WeighedFacts, weighFacts } from './facts/weigh.js';
import type { Declarations, Metadata, MetadataOptions, Sourced } from './metadata.js';
import { Outskirts } from './outskirts.js';
import { titleHeading } from './title-heading.js';
import { type Vicinity, vicinity } from './vicinity.js';

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
  readonly declarations: Declarations;
  /** The fields by a fixed order of sources; which of them a page has tells its type. */
  readonly byOrder: Metadata;
  readonly metadata: Metadata;
  /** What facts are chosen from, and the facts with all their candidates. */
  readonly page: PageReading;
  readonly facts: WeighedFacts;
}

/** The metadata of a page, and what it declares to be. */
export function readMetadata(blocks: Blocks, options: MetadataOptions = {}): ReadMetadata {
  const { title, description, declarations, byOrder, plain, sources, language, host, near } = readByOrder(
    blocks,
    options,
  );
  const page = once((): PageReading => {
    const { heading, outskirts, around } = ownHeading(blocks, sources) ?? { ...sources, around: near() };
    const elsewhere = new Outskirts(blocks.tree, heading?.node ?? -1, true);
    const dates = pageDateReading(blocks, language, host);
    const address = sources.facts.addresses[0];
    return { ...sources, heading, outskirts, elsewhere, near: around, dates, address };
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
  return lazy({ title, description, declarations }, { byOrder, metadata, page, facts: () => weighed });
}

/** The heading of the text and what is around it, where the one found first is but the name of the site. */
function ownHeading(
  blocks: Blocks,
  { heading: first, site, facts }: Pick<PageReading, 'heading' | 'site' | 'facts'>,
): (Pick<PageReading, 'heading' | 'outskirts'> & { readonly around: Vicinity }) | undefined {
  if (first === undefined || !site.is(first.text)) return undefined;
  const heading = titleHeading(blocks, facts.titles, new Outskirts(blocks.tree, -1), text => site.is(text));
  if (heading === undefined) return undefined;
  const outskirts = new Outskirts(blocks.tree, heading.node);
  return { heading, outskirts, around: vicinity(blocks, heading, outskirts) };
}

function named(weighed: WeighedFacts): Sourced<readonly string[]> | undefined {
  const { fact } = weighed.authors();
  return fact === undefined ? undefined : { ...fact, value: fact.value.map(({ name }) => name) };
}
