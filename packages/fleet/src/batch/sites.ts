import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linesOf } from '@webpith/sources';
import { SiteMemory } from 'webpith';
import { siteOf } from 'webpith/stages';
import { rowsOfShard } from '../output/read.js';
import { dayOf, type Row } from '../output/row.js';

/** Folder below the output of a batch; Spark and Hadoop skip names with an underscore. */
export const SITES_FOLDER = '_sites';
const FILE = 'sites.ndjson';

/** Maximum number of sites with a memory (up to 64 KB each); pages of further sites are extracted without one. */
const MOST_SITES = 20_000;
/** Maximum number of memories that a thread keeps loaded. */
const MOST_OPEN = 64;

/** Writes the memories of all sites with at least two pages in the rows of a folder; returns the path of the file. */
export async function writeSites(folder: string): Promise<string> {
  const path = join(folder, FILE);
  if ((await stat(path).catch(() => undefined)) !== undefined) return path;
  const memories = new Map<string, SiteMemory>();
  const names = (await readdir(folder)).filter(name => /^shard-\d{5,}\./.test(name)).sort();
  for (const name of names) for await (const row of rowsOfShard(join(folder, name))) addRow(memories, row);
  const lines = [...memories]
    .filter(([, memory]) => memory.size > 1)
    .map(([site, memory]) => `${JSON.stringify({ site, memory })}\n`);
  await writeFile(`${path}.tmp`, lines.join(''));
  await rename(`${path}.tmp`, path);
  return path;
}

function addRow(memories: Map<string, SiteMemory>, { url, date, fingerprint }: Row): void {
  const site = siteOf(url === undefined ? {} : { url });
  if (site === undefined || fingerprint === undefined) return;
  let memory = memories.get(site);
  if (memory === undefined) {
    if (memories.size >= MOST_SITES) return;
    memory = new SiteMemory();
    memories.set(site, memory);
  }
  memory.add(fingerprint, dayOf(date));
}

/** The site memories in a file; each is loaded when the first page of its site is extracted. */
export class SiteFile {
  readonly #open = new Map<string, SiteMemory>();

  private constructor(
    private readonly path: string,
    private readonly places: ReadonlyMap<string, readonly [offset: number, length: number]>,
  ) {}

  static async read(path: string): Promise<SiteFile> {
    const places = new Map<string, readonly [number, number]>();
    for await (const { bytes, offset } of linesOf(createReadStream(path), 1 << 20)) {
      if (bytes === undefined || bytes.length === 0) continue;
      const site = /^\{"site":("[^"]{1,300}")/.exec(Buffer.from(bytes.subarray(0, 320)).toString())?.[1];
      if (site !== undefined) places.set(JSON.parse(site), [offset, bytes.length]);
    }
    return new SiteFile(path, places);
  }

  memoryOf(url: string | undefined): SiteMemory | undefined {
    const site = url === undefined ? undefined : siteOf({ url });
    const place = site === undefined ? undefined : this.places.get(site);
    if (site === undefined || place === undefined) return undefined;
    const memory = this.#open.get(site) ?? this.#read(place);
    // The map is in order of use, so its first entry was used least recently.
    this.#open.delete(site);
    this.#open.set(site, memory);
    if (this.#open.size > MOST_OPEN) this.#open.delete(this.#open.keys().next().value!);
    return memory;
  }

  #read([offset, length]: readonly [number, number]): SiteMemory {
    const bytes = Buffer.alloc(length);
    const file = openSync(this.path, 'r');
    try {
      readSync(file, bytes, 0, length, offset);
    } finally {
      closeSync(file);
    }
    return SiteMemory.fromJSON(JSON.parse(bytes.toString()).memory);
  }
}
