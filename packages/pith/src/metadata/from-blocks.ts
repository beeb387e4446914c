import type { Blocks } from '../blocks/blocks.js';
import { once } from '../lazy.js';
import { readByOrder } from './by-order.js';
import { pageDateReading } from './facts/dates/reading.js';
import type { PageReading } from './facts/page-reading.js';
import { type RankedFacts, rankFacts } from './facts/rank.js';
import { type Declarations, given, type Metadata, type MetadataOptions, type Sourced } from './metadata.js';
import { Outskirts } from './outskirts.js';

/**
 * Metadata of a page. Title, authors and dates are chosen by rankers, every other field by the most trusted claim that
 * passes its check. Expensive parts are computed on first use.
 */
export class ReadMetadata {
  readonly #read: ReturnType<typeof readByOrder>;
  readonly #reading = once(() => this.#readPage());
  readonly facts: RankedFacts = rankFacts(this.#reading);
  #metadata: Metadata | undefined;

  constructor(blocks: Blocks, options: MetadataOptions) {
    this.#read = readByOrder(blocks, options);
  }

  /** Chosen by a fixed order of sources, like `description`: both are cheap inputs of the block features. */
  get title(): string | undefined {
    return this.#read.title;
  }

  /** The titles in the page's head, with the name of the site. */
  get statedTitles(): readonly string[] {
    return this.#read.sources.identity.titles;
  }

  get description(): string | undefined {
    return this.#read.description;
  }

  /** The block that shows the title. */
  get heading(): number | undefined {
    return this.#read.heading;
  }

  /** The absolute URL that the page declares as its own. */
  get declaredUrl(): string | undefined {
    return this.#read.sources.identity.declared;
  }

  get declarations(): Declarations {
    return this.#read.declarations;
  }

  /** All fields by a fixed order of sources, without rankers. */
  get byOrder(): Metadata {
    return this.#read.byOrder();
  }

  get page(): PageReading {
    return this.#reading();
  }

  #readPage(): PageReading {
    const { sources, near, language, host } = this.#read;
    const elsewhere = once(() => new Outskirts(sources.blocks.tree, sources.heading?.node ?? -1, true));
    const dates = once(() => pageDateReading(sources.blocks, language, host));
    return {
      ...sources,
      address: sources.identity.addresses[0],
      // Only needed for authors and dates.
      get elsewhere() {
        return elsewhere();
      },
      get near() {
        return near();
      },
      get dates() {
        return dates();
      },
    };
  }

  get metadata(): Metadata {
    this.#metadata ??= given<Metadata>({
      title: this.field('title'),
      authors: this.field('authors'),
      published: this.field('published'),
      modified: this.field('modified'),
      ...this.#read.plain(),
    });
    return this.#metadata;
  }

  /** One field, without ranking the candidates for the others. */
  field<K extends keyof Metadata>(name: K): Metadata[K];
  field(name: keyof Metadata): Metadata[keyof Metadata] {
    switch (name) {
      case 'title':
        return this.facts.title().fact;
      case 'authors':
        return authorNames(this.facts);
      case 'published':
        return this.facts.published().fact;
      case 'modified':
        return this.facts.modified().fact;
      default:
        return this.#read.plain()[name];
    }
  }
}

export function readMetadata(blocks: Blocks, options: MetadataOptions = {}): ReadMetadata {
  return new ReadMetadata(blocks, options);
}

function authorNames(facts: RankedFacts): Sourced<readonly string[]> | undefined {
  const { fact } = facts.authors();
  return fact && { ...fact, value: fact.value.map(({ name }) => name) };
}
