import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { linesOf } from '@webpith/sources';
import { SiteMemory } from 'webpith';
import { siteOf } from 'webpith/stages';
import { dayOf } from '../output/row.js';
import type { ExtractPage } from './options.js';

/** Maximum number of sites with a memory; pages of further sites are extracted without one. */
const MOST_SITES = 1000;
/** A fingerprint has at most 2 KB. */
const LONGEST_LINE = 1 << 16;

interface KnownPage {
  readonly url: string;
  readonly fingerprint: string;
  readonly day: number | undefined;
}

/**
 * Memories of the sites of a crawl, which grow with every page. Each fingerprint is appended to a file, so that a killed
 * crawl resumes with all of them.
 */
export class CrawlSites {
  readonly #memories = new Map<string, SiteMemory>();

  private constructor(private readonly path: string) {}

  static async open(path: string): Promise<CrawlSites> {
    const sites = new CrawlSites(path);
    // Creates the file, and ends a line that a kill has cut.
    await appendFile(path, '\n');
    for await (const { bytes } of linesOf(createReadStream(path), LONGEST_LINE)) {
      if (bytes !== undefined && bytes.length > 0) sites.#addLine(Buffer.from(bytes).toString());
    }
    return sites;
  }

  extraction(extract: ExtractPage): ExtractPage {
    return async record => {
      const memory = this.#memoryOf(record.url);
      const site = memory !== undefined && memory.size > 0 ? { site: memory.toJSON() } : {};
      const { fingerprint, ...row } = await extract({ ...record, ...site });
      const isPage = fingerprint !== undefined && row.notContent === undefined;
      if (memory !== undefined && isPage && record.url !== undefined) {
        const page: KnownPage = { url: record.url, fingerprint, day: dayOf(row.date) };
        memory.add(fingerprint, page.day);
        await appendFile(this.path, `${JSON.stringify(page)}\n`);
      }
      return row;
    };
  }

  /** Ignores a line that is not complete. */
  #addLine(line: string): void {
    try {
      const { url, fingerprint, day } = JSON.parse(line) as KnownPage;
      this.#memoryOf(url)?.add(fingerprint, day);
    } catch {
      return;
    }
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
