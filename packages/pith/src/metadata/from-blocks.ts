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
import { type SiteTitles, siteNameIn } from './titles/site-parts.js';

export type ReadMetadata = PageMetadata<RankedChoices>;

export function readMetadata(
  blocks: Blocks,
  { url }: { readonly url?: string | undefined } = {},
): ReadMetadata {
  const page = new PageReading(blocks, url, pageDateReading);
  return new PageMetadata(page, new RankedChoices(page));
}

/** The same page, with the titles of other pages of its site. */
export function besideSite({ page }: ReadMetadata, site: SiteTitles): ReadMetadata {
  return new PageMetadata(page, new RankedChoices(page, SHIPPED, site));
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
  readonly #site: SiteTitles | undefined;
  #title: Ranked<string> | undefined;
  #authors: Ranked<readonly Author[]> | undefined;
  #dates: RankedDates | undefined;

  constructor(page: PageReading, rankers: Rankers = SHIPPED, site?: SiteTitles) {
    this.#page = page;
    this.#rankers = rankers;
    this.#site = site;
  }

  get rankedTitle(): Ranked<string> {
    this.#title ??= rankTitle(this.#page, this.#rankers.title, this.#site);
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

  /** Only with the titles of other pages. */
  get siteName(): Sourced<string> | undefined {
    const { element } = this.#page.identity;
    const value = this.#site && element && siteNameIn(element, this.#site);
    return value ? { value, source: 'title-element' } : undefined;
  }

  get published(): Fact<string> | undefined {
    return this.rankedDates.published.fact;
  }

  get modified(): Fact<string> | undefined {
    return this.rankedDates.modified.fact;
  }
}
