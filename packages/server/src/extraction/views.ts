import { randomUUID } from 'node:crypto';
import { addView, changeView, readViewBytes, type Store } from '@webpith/store';
import type { SourcePage } from './page.js';

/** How much is kept. */
export interface ViewLimits {
  readonly views: number;
  readonly bytes: number;
}

const IN_MEMORY: ViewLimits = { views: 64, bytes: 64 * 2 ** 20 };
/** For each reader, compressed. */
const IN_STORE: ViewLimits = { views: 500, bytes: 128 * 2 ** 20 };

/**
 * Pages that were read: in memory, the one not looked at for longest goes first, and in the store, so that their
 * addresses hold when the server is started again. What a browser made of a page is in memory only; from the store comes its HTML.
 */
export class Views {
  readonly #pages = new Map<string, { readonly page: SourcePage; readonly size: number }>();
  readonly #store: Store;
  readonly #limits: ViewLimits;
  #bytes = 0;

  constructor(store: Store, limits: ViewLimits = IN_MEMORY) {
    this.#store = store;
    this.#limits = limits;
  }

  /** Keeps a page and gives the id of its view; ids cannot be guessed. */
  async keep(page: SourcePage, createdBy: string): Promise<string> {
    const id = randomUUID();
    const { bytes, url, charset } = page;
    const known = { ...(url === undefined ? {} : { url }), ...(charset === undefined ? {} : { charset }) };
    await addView(this.#store, { id, bytes, createdBy, ...known }, IN_STORE);
    this.#remember(id, page);
    return id;
  }

  /** The page of a view, while it is kept. */
  async find(id: string): Promise<SourcePage | undefined> {
    const kept = this.#pages.get(id);
    if (kept !== undefined) {
      this.#pages.delete(id);
      this.#pages.set(id, kept);
      return kept.page;
    }
    const page = await readViewBytes(this.#store, id);
    if (page === undefined) return undefined;
    await changeView(this.#store, id, { opened: new Date().toISOString() });
    this.#remember(id, page);
    return page;
  }

  /** Lets go of a view that was removed from the store. */
  forget(id: string): void {
    this.#bytes -= this.#pages.get(id)?.size ?? 0;
    this.#pages.delete(id);
  }

  #remember(id: string, page: SourcePage): void {
    const size = sizeOf(page);
    this.forget(id);
    this.#pages.set(id, { page, size });
    this.#bytes += size;
    for (const oldest of this.#pages.keys()) {
      const fits = this.#pages.size <= this.#limits.views && this.#bytes <= this.#limits.bytes;
      if (fits || oldest === id) break;
      this.forget(oldest);
    }
  }
}

/** Bytes of a page; a browser's tree takes some eighty a node beside its text. */
function sizeOf({ bytes, tree }: SourcePage): number {
  return bytes.length + (tree === undefined ? 0 : tree.source.length * 2 + tree.count * 80);
}
