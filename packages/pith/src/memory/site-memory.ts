import { PithError, shown } from '../errors.js';
import { ALL_TEXTS, areCopies, decodeSitePage, type SitePage } from './site-page.js';

/** Maximum pages of a memory. With 2 KB of base64 each, its JSON stays below 64 KB. A mask has no more than 32 bits. */
export const MOST_PAGES = 32;

/** Minimum share of the other pages that contain a text, for it to count as part of the site's template. */
const ON_MOST = 0.7;
/**
 * Added to the number of other pages in the denominator of that share, so that one other page is not enough, and of two
 * to four, all must contain the text.
 */
const UNCERTAIN = 0.5;

/** A page with at least this share of the kept words of another page counts as its copy. Set by hand. */
const MOST_COMMON = 0.5;

export const MEMORY_FORMAT = 'webpith-site-memory';
export const MEMORY_VERSION = 1;

export interface SiteMemoryFile {
  readonly format: typeof MEMORY_FORMAT;
  readonly version: typeof MEMORY_VERSION;
  readonly pages: readonly { readonly day: number; readonly page: string }[];
}

interface Stored {
  readonly page: SitePage;
  readonly day: number;
}

/** Anything with the fingerprint of a page: an article, for example. */
export interface Fingerprinted {
  fingerprint(): string;
}

/**
 * Pages of a site as hashes of their texts, to recognise text that repeats from page to page. Stores the latest 32
 * pages by day, and of pages with the same day those with the lowest hashes, so the order of `add` does not matter.
 */
export class SiteMemory {
  /** The latest first. */
  #pages: readonly Stored[] = [];
  #index: PageIndex | undefined;

  /** Number of pages, copies included. */
  get size(): number {
    return this.#pages.length;
  }

  /**
   * Adds an extracted page, or its fingerprint. `day` is any number that grows with time; later pages replace others.
   */
  add(page: Fingerprinted | string, day = 0): void {
    if (!Number.isFinite(day))
      throw new PithError(
        'bad-option',
        `expected a day as a number, got ${shown(day)}`,
        'count days from any date',
      );
    this.#insert({ page: decodeSitePage(typeof page === 'string' ? page : page.fingerprint()), day });
  }

  /** Adds all pages of another memory of the same site. */
  merge(other: SiteMemory): void {
    for (const stored of other.#pages) this.#insert(stored);
  }

  toJSON(): SiteMemoryFile {
    const pages = this.#pages.map(({ page, day }) => ({ day, page: page.encode() }));
    return { format: MEMORY_FORMAT, version: MEMORY_VERSION, pages };
  }

  /** Throws a PithError unless `file` is what `toJSON` returns. */
  static fromJSON(file: unknown): SiteMemory {
    const { format, version, pages } = (file ?? {}) as Partial<Record<keyof SiteMemoryFile, unknown>>;
    const remedy = 'use what toJSON() of a SiteMemory returns';
    if (format !== MEMORY_FORMAT || version !== MEMORY_VERSION || !Array.isArray(pages))
      throw new PithError('bad-input', `expected a site memory, got ${shown(file)}`, remedy);
    const memory = new SiteMemory();
    for (const each of pages.slice(0, MOST_PAGES)) {
      const { day, page } = (each ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof page !== 'string' || typeof day !== 'number')
        throw new PithError('bad-input', `expected a page of a site memory, got ${shown(each)}`, remedy);
      memory.add(page, day);
    }
    return memory;
  }

  #insert(stored: Stored): void {
    const known = this.#pages.find(({ page }) => page.id === stored.page.id);
    if (known !== undefined && known.day >= stored.day) return;
    const rest = this.#pages.filter(each => each !== known);
    const last = rest[MOST_PAGES - 1];
    if (last !== undefined && byPriority(stored, last) > 0) return;
    this.#pages = [...rest, stored].sort(byPriority).slice(0, MOST_PAGES);
    this.#index = undefined;
  }

  /**
   * Selects the pages to compare a page with. Excludes the page itself and copies of it, such as its print version, and
   * pages with at least half of its kept text, such as an index with whole articles. Of pages that are copies of each
   * other, one is selected. `kept` maps each kept text to its number of words.
   */
  pagesFor(page: SitePage, kept: ReadonlyMap<number, number> = new Map()): KnownPages {
    return this.index.pagesFor(page, kept);
  }

  /** The pages as of now: later ones do not change it. */
  get index(): PageIndex {
    this.#index ??= new PageIndex(this.#pages.map(each => each.page));
    return this.#index;
  }
}

function byPriority(a: Stored, b: Stored): number {
  return b.day - a.day || a.page.id - b.page.id;
}

/** Sets of pages are masks: page i is the bit 1 << i. */
export class PageIndex {
  readonly texts = new Map<number, number>();
  /** Pages that store only some of their texts. */
  readonly truncated: number;
  /** The copies of each page among the others. */
  readonly #copies: readonly number[];

  constructor(readonly pages: readonly SitePage[]) {
    for (const [i, page] of pages.entries()) {
      for (const text of page.texts) this.texts.set(text, (this.texts.get(text) ?? 0) | (1 << i));
    }
    this.truncated = pages.reduce((mask, { limit }, i) => (limit < ALL_TEXTS ? mask | (1 << i) : mask), 0);
    this.#copies = pages.map(page => this.#copiesOf(page));
  }

  pagesFor(page: SitePage, kept: ReadonlyMap<number, number>): KnownPages {
    let left = ~(this.#copiesOf(page) | this.#holdersOf(kept));
    let mask = 0;
    for (let i = 0; i < this.pages.length; i++) {
      if ((left & (1 << i)) === 0) continue;
      mask |= 1 << i;
      left &= ~this.#copies[i]!;
    }
    return new KnownPages(mask, this);
  }

  /** The pages with at least half of these words. */
  #holdersOf(kept: ReadonlyMap<number, number>): number {
    const common = new Float64Array(this.pages.length);
    let all = 0;
    for (const [text, words] of kept) {
      all += words;
      for (let mask = this.texts.get(text) ?? 0; mask !== 0; mask &= mask - 1) common[lowest(mask)]! += words;
    }
    if (all === 0) return 0;
    return common.reduce((mask, words, i) => (words >= MOST_COMMON * all ? mask | (1 << i) : mask), 0);
  }

  #copiesOf(page: SitePage): number {
    const prose = new Uint16Array(this.pages.length);
    const all = new Uint16Array(this.pages.length);
    for (const text of page.texts) {
      for (let mask = this.texts.get(text) ?? 0; mask !== 0; mask &= mask - 1) {
        const i = lowest(mask);
        all[i]!++;
        prose[i]! += text & 1;
      }
    }
    return this.pages.reduce(
      (mask, other, i) =>
        areCopies(page, other, { prose: prose[i]!, texts: all[i]! }) ? mask | (1 << i) : mask,
      0,
    );
  }
}

const lowest = (mask: number) => 31 - Math.clz32(mask & -mask);

/** The pages of a memory that a page is compared with. */
export class KnownPages {
  readonly count: number;

  constructor(
    private readonly mask: number,
    private readonly index: PageIndex,
  ) {
    this.count = bitsOf(mask);
  }

  /** Share of the pages that contain a text. A page whose stored texts cannot show this is left out. */
  shareWith(text: number): number {
    const pages = (this.index.texts.get(text) ?? 0) & this.mask;
    if (text === 0 || pages === 0) return 0;
    let decided = this.mask;
    for (let mask = this.mask & this.index.truncated; mask !== 0; mask &= mask - 1)
      if (text > this.index.pages[lowest(mask)]!.limit) decided &= ~(mask & -mask);
    return bitsOf(pages) / bitsOf(decided);
  }

  isOnMost(text: number): boolean {
    return this.shareWith(text) * this.count >= ON_MOST * (this.count + UNCERTAIN);
  }
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}
