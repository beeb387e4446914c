import { looksLikeUrl } from '@webpith/fetch';
import type { SiteMemory } from 'webpith';
import type { Article } from '../dependencies.js';

type Library = Pick<typeof import('webpith'), 'SiteMemory'>;
type SiteOf = (page: { readonly url?: string | undefined }) => string | undefined;

/** Local files that are read twice: first for the memory of their site, then to extract them. */
export const MOST_READ_TWICE = 1000;

/** The memories of the sites of several pages: of all local files, and of the pages fetched so far. */
export class PageSites {
  readonly #memories = new Map<string, SiteMemory>();

  constructor(
    private readonly library: Library,
    private readonly siteOf: SiteOf,
  ) {}

  memoryOf(url: string | undefined): SiteMemory | undefined {
    const site = this.siteOf({ url });
    return site === undefined ? undefined : this.#memories.get(site);
  }

  add(article: Article): void {
    const site = this.siteOf({ url: article.url ?? article.canonicalUrl });
    if (site === undefined || article.notContent !== undefined) return;
    const memory = this.#memories.get(site) ?? new this.library.SiteMemory();
    this.#memories.set(site, memory);
    memory.add(article);
  }
}

/** True for pages that are cheap to read twice. */
export const isLocal = (source: string): boolean => source !== '-' && !looksLikeUrl(source);
