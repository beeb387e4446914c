import type { Blocks } from '../blocks/blocks.js';
import { rankAuthors } from './authors/choose.js';
import { type RankedDates, rankDates } from './dates/choose.js';
import { pageDateReading } from './dates/reading.js';
import type { Author, Fact, Ranked, Sourced } from './metadata.js';
import { type Choices, PageMetadata } from './page-metadata.js';
import { PageReading } from './page-reading.js';
import { Ranker, type Rankers } from './rankers/ranker.js';
import { WEIGHTS } from './rankers/weights.js';
import { rankTitle } from './titles/choose.js';

export type ReadMetadata = PageMetadata<RankedChoices>;

export function readMetadata(
  blocks: Blocks,
  { url }: { readonly url?: string | undefined } = {},
): ReadMetadata {
  const page = new PageReading(blocks, url, pageDateReading);
  return new PageMetadata(page, new RankedChoices(page));
}

/** Shared by all pages, so that the trees are unpacked once. */
const SHIPPED: Rankers = {
  date: /* @__PURE__ */ new Ranker(WEIGHTS.date),
  title: /* @__PURE__ */ new Ranker(WEIGHTS.title),
  author: /* @__PURE__ */ new Ranker(WEIGHTS.author),
};

/** Fields chosen by rankers, with all candidates and their scores. */
export class RankedChoices implements Choices {
  readonly #page: PageReading;
  readonly #rankers: Rankers;
  #title: Ranked<string> | undefined;
  #authors: Ranked<readonly Author[]> | undefined;
  #dates: RankedDates | undefined;

  constructor(page: PageReading, rankers: Rankers = SHIPPED) {
    this.#page = page;
    this.#rankers = rankers;
  }

  get rankedTitle(): Ranked<string> {
    this.#title ??= rankTitle(this.#page, this.#rankers.title);
    return this.#title;
  }

  get rankedAuthors(): Ranked<readonly Author[]> {
    this.#authors ??= rankAuthors(this.#page, this.#rankers.author);
    return this.#authors;
  }

  get rankedDates(): RankedDates {
    this.#dates ??= rankDates(this.#page, this.#rankers.date);
    return this.#dates;
  }

  get title(): Fact<string> | undefined {
    return this.rankedTitle.fact;
  }

  get authors(): Sourced<readonly string[]> | undefined {
    const { fact } = this.rankedAuthors;
    return fact && { ...fact, value: fact.value.map(({ name }) => name) };
  }

  get published(): Fact<string> | undefined {
    return this.rankedDates.published.fact;
  }

  get modified(): Fact<string> | undefined {
    return this.rankedDates.modified.fact;
  }
}
