import { changeSiteMemory, readSiteMemory, type Store } from '@webpith/store';
import { SiteMemory, type SiteMemoryFile } from 'webpith';
import { siteOf } from 'webpith/stages';
import type { ServerOptions } from '../options.js';
import { jsonOf, type Threads } from '../threads/threads.js';
import { forThread, type SourcePage } from './page.js';

const MILLISECONDS_PER_DAY = 86_400_000;

interface PageSite {
  readonly site: string;
  readonly memory: SiteMemoryFile;
}

/**
 * Memories of sites, filled with pages that the server fetched itself. Pages sent by callers are not added, since a
 * caller can send any text under the URL of any site. Off unless the option `sites` is set.
 */
export class SiteMemories {
  constructor(
    private readonly store: Store,
    private readonly threads: Threads,
    private readonly options: Pick<ServerOptions, 'sites'>,
  ) {}

  /** Adds the page if the server fetched it. Returns the memory of the page's site, or undefined if that is empty. */
  async forPage(page: SourcePage, signal?: AbortSignal): Promise<PageSite | undefined> {
    const site = this.options.sites ? siteOf(page) : undefined;
    if (site === undefined) return undefined;
    const memory = page.isFetched
      ? await this.#withPage(page, site, signal)
      : memoryOf(await readSiteMemory(this.store, site));
    return memory.size === 0 ? undefined : { site, memory: memory.toJSON() };
  }

  async #withPage(page: SourcePage, site: string, signal?: AbortSignal): Promise<SiteMemory> {
    const weight = page.bytes.length;
    const print = jsonOf<string>(await this.threads.run('fingerprint', forThread(page), { signal, weight }));
    const day = Math.floor(Date.now() / MILLISECONDS_PER_DAY);
    let memory = new SiteMemory();
    await changeSiteMemory(this.store, site, before => {
      memory = memoryOf(before);
      memory.add(print, day);
      const after = JSON.stringify(memory);
      return after === before ? undefined : { memory: after, pages: memory.size };
    });
    return memory;
  }
}

/** A stored memory in the format of another version counts as empty. */
function memoryOf(text: string | undefined): SiteMemory {
  try {
    return text === undefined ? new SiteMemory() : SiteMemory.fromJSON(JSON.parse(text));
  } catch {
    return new SiteMemory();
  }
}
