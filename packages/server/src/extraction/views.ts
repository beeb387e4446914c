import { randomUUID } from 'node:crypto';
import { addView, changeView, readViewBytes, type Store, type ViewLimits } from '@webpith/store';
import { LruCache, type LruLimits } from '../lru-cache.js';
import type { SourcePage } from './page.js';

const IN_MEMORY: LruLimits = { entries: 64, size: 64 * 2 ** 20 };
/** Limits per reader, in compressed bytes. */
const IN_STORE: ViewLimits = { views: 500, bytes: 128 * 2 ** 20 };

/**
 * Pages of reading histories. All are in the store, so that links to them work after a restart; recent ones are also in
 * memory. Rendered trees are in memory only.
 */
export class Views {
  readonly #pages: LruCache<SourcePage>;
  readonly #store: Store;

  constructor(store: Store, limits: LruLimits = IN_MEMORY) {
    this.#store = store;
    this.#pages = new LruCache(limits, sizeOf);
  }

  /** Keeps a page and returns the random id of its view. */
  async keep(page: SourcePage, createdBy: string): Promise<string> {
    const id = randomUUID();
    const { bytes, url, charset } = page;
    await addView(this.#store, { id, bytes, createdBy, url, charset }, IN_STORE);
    this.#pages.set(id, page);
    return id;
  }

  async find(id: string): Promise<SourcePage | undefined> {
    const kept = this.#pages.get(id);
    if (kept !== undefined) return kept;
    const page = await readViewBytes(this.#store, id);
    if (page === undefined) return undefined;
    await changeView(this.#store, id, { opened: new Date().toISOString() });
    this.#pages.set(id, page);
    return page;
  }

  forget(id: string): void {
    this.#pages.delete(id);
  }
}

/** Approximate size: a rendered tree takes about eighty bytes per node besides its text. */
function sizeOf({ bytes, tree }: SourcePage): number {
  return bytes.length + (tree === undefined ? 0 : tree.source.length * 2 + tree.count * 80);
}
