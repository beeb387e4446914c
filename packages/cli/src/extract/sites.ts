import { fingerprint, SiteMemory } from 'webpith';
import { siteOf } from 'webpith/stages';
import type { Article, ExtractOptions } from '../dependencies.js';

/** The memories of the sites of several pages: of all local files, and of the pages fetched so far. */
export class PageSites {
  readonly #memories = new Map<string, SiteMemory>();

  memoryOf(url: string | undefined): SiteMemory {
    // Pages without an address are treated as one site.
    const site = siteOf({ url }) ?? '';
    const memory = this.#memories.get(site) ?? new SiteMemory();
    this.#memories.set(site, memory);
    return memory;
  }

  /** Adds a page before its extraction. */
  addPage(bytes: Uint8Array, url: string | undefined, options: ExtractOptions): void {
    this.memoryOf(url).add(fingerprint(bytes, options));
  }

  addArticle(url: string | undefined, article: Article): void {
    if (article.notContent === undefined) this.memoryOf(url).add(article);
  }
}
