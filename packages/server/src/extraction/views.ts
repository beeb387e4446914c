import { randomUUID } from 'node:crypto';
import {
  addView,
  changeView,
  readViewBytes,
  type Store,
  type StoredView,
  sameView,
  type ViewLimits,
} from '@webpith/store';
import { LruCache, type LruLimits } from '../lru-cache.js';
import type { SourcePage } from './page.js';

const IN_MEMORY: LruLimits = { entries: 64, size: 64 * 2 ** 20 };
const IN_STORE: ViewLimits = { views: 500, bytes: 128 * 2 ** 20 };

/** The id of a kept page, and the version before it, if there was one with other content. */
export interface Kept {
  readonly id: string;
  readonly before?: StoredView | undefined;
}

/** Pages kept for readers. They are in the store, so that links to them work after a restart. */
export class Views {
  readonly #pages: LruCache<SourcePage>;

  constructor(
    private readonly store: Store,
    limits: LruLimits = IN_MEMORY,
  ) {
    this.#pages = new LruCache(limits, sizeOf);
  }

  /** Keeps a page as the latest version of its address. Rendered pages are kept as HTML, whose node ids are stable. */
  async keep({ bytes, url, charset }: SourcePage, createdBy: string): Promise<Kept> {
    const before = await sameView(this.store, { createdBy, url, bytes });
    if (before?.isEqual) {
      await changeView(this.store, before.view.id, { opened: new Date().toISOString() });
      return { id: before.view.id };
    }
    const id = randomUUID();
    await addView(this.store, { id, bytes, createdBy, url, charset }, IN_STORE);
    this.#pages.set(id, { bytes, url, charset });
    return { id, before: before?.view };
  }

  async find(id: string): Promise<SourcePage | undefined> {
    const page = this.#pages.get(id) ?? (await readViewBytes(this.store, id));
    if (page === undefined) return undefined;
    await changeView(this.store, id, { opened: new Date().toISOString() });
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
