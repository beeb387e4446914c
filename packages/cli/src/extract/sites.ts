import { fingerprint, SiteMemory } from 'webpith';
import { siteOf } from 'webpith/stages';
import type { Article, ExtractOptions } from '../dependencies.js';

/** One memory per site, filled with all local files and with the pages fetched so far. */
export class PageSites {
  readonly #memories = new Map<string, SiteMemory>();

  memoryOf(url: string | undefined): SiteMemory {
    // Pages without an address are treated as one site.
    const site = siteOf({ url }) ?? '';
    const memory = this.#memories.get(site) ?? new SiteMemory();
    this.#memories.set(site, memory);
    return memory;
  }

  /** Adds a page that has not been extracted yet. */
  addPage(bytes: Uint8Array, url: string | undefined, options: ExtractOptions): void {
    this.memoryOf(url).add(fingerprint(bytes, options));
  }

  addArticle(url: string | undefined, article: Article): void {
    if (article.notContent === undefined) this.memoryOf(url).add(article);
  }
}
