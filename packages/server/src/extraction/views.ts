import { randomUUID } from 'node:crypto';
import type { SourcePage } from './page.js';

/** How much is kept. */
export interface ViewLimits {
  readonly views: number;
  readonly bytes: number;
}

const LIMITS: ViewLimits = { views: 64, bytes: 64 * 2 ** 20 };

/** Pages kept in memory for a while, so that they can be looked at; the one not looked at for longest goes first. */
export class Views {
  readonly #pages = new Map<string, { readonly page: SourcePage; readonly size: number }>();
  readonly #limits: ViewLimits;
  #bytes = 0;

  constructor(limits: ViewLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Keeps a page and gives the id of its view; ids cannot be guessed. */
  keep(page: SourcePage): string {
    const id = randomUUID();
    const size = sizeOf(page);
    this.#pages.set(id, { page, size });
    this.#bytes += size;
    for (const [oldest, { size: freed }] of this.#pages) {
      const fits = this.#pages.size <= this.#limits.views && this.#bytes <= this.#limits.bytes;
      if (fits || oldest === id) break;
      this.#pages.delete(oldest);
      this.#bytes -= freed;
    }
    return id;
  }

  /** The page of a view, while it is kept. */
  find(id: string): SourcePage | undefined {
    const kept = this.#pages.get(id);
    if (kept === undefined) return undefined;
    this.#pages.delete(id);
    this.#pages.set(id, kept);
    return kept.page;
  }
}

/** Bytes of a page; a browser's tree takes some eighty a node beside its text. */
function sizeOf({ bytes, tree }: SourcePage): number {
  return bytes.length + (tree === undefined ? 0 : tree.source.length * 2 + tree.count * 80);
}
