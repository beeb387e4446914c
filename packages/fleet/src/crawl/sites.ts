import { readFile, rename, writeFile } from 'node:fs/promises';
import { SiteMemory } from 'webpith';
import { siteOf } from 'webpith/stages';
import { dayOf } from '../output/row.js';
import type { ExtractPage } from './options.js';

/** Maximum number of sites with a memory; pages of further sites are extracted without one. */
const MOST_SITES = 1000;

/** Memories of the sites of a crawl, which grow with every page. They are saved to a file when the crawl stops. */
export class CrawlSites {
  readonly #memories = new Map<string, SiteMemory>();

  private constructor(private readonly path: string) {}

  static async open(path: string): Promise<CrawlSites> {
    const sites = new CrawlSites(path);
    const file = await readFile(path, 'utf8').catch(() => '{}');
    for (const [site, memory] of Object.entries(objectOf(file)))
      sites.#memories.set(site, SiteMemory.fromJSON(memory));
    return sites;
  }

  extraction(extract: ExtractPage): ExtractPage {
    return async record => {
      const memory = this.#memoryOf(record.url);
      const site = memory !== undefined && memory.size > 0 ? { site: memory.toJSON() } : {};
      const { fingerprint, ...row } = await extract({ ...record, ...site });
      const isPage = fingerprint !== undefined && row.notContent === undefined;
      if (isPage) memory?.add(fingerprint, dayOf(row.date));
      return row;
    };
  }

  async save(): Promise<void> {
    await writeFile(`${this.path}.tmp`, JSON.stringify(Object.fromEntries(this.#memories)));
    await rename(`${this.path}.tmp`, this.path);
  }

  #memoryOf(url: string | undefined): SiteMemory | undefined {
    const site = url === undefined ? undefined : siteOf({ url });
    if (site === undefined) return undefined;
    let memory = this.#memories.get(site);
    if (memory === undefined && this.#memories.size < MOST_SITES) {
      memory = new SiteMemory();
      this.#memories.set(site, memory);
    }
    return memory;
  }
}

/** Treats an incomplete file as empty, since the memories are filled again. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
