import type { Corrections, Include, MarkdownOptions, SiteMemoryFile, SiteRules } from 'webpith';
import { decodeBytes, Layout, PageTree, treeFromHtml } from 'webpith/stages';
import type { ExtractRequest } from '../api/extract.js';

export interface SourcePage {
  readonly bytes: Uint8Array;
  readonly url?: string | undefined;
  readonly charset?: string | undefined;
  /** Tree of a rendered page; a plain object after posting to a thread. */
  readonly tree?: PageTree | undefined;
  /** True if the server fetched the page from its URL. */
  readonly isFetched?: boolean | undefined;
}

/** Copies bytes into a buffer of their own, because posting them to a thread copies the whole underlying buffer. */
export function forThread(page: SourcePage): SourcePage {
  const { bytes } = page;
  return bytes.byteLength === bytes.buffer.byteLength ? page : { ...page, bytes: new Uint8Array(bytes) };
}

/** The rendered tree or, if there is none, the tree parsed from the bytes, whose node ids are always the same. */
export function treeOfPage({ bytes, charset, tree }: SourcePage): PageTree {
  if (tree !== undefined) return tree instanceof PageTree ? tree : restoreTree(tree);
  return treeFromHtml(decodeBytes(bytes, { charset }).text);
}

/** Restores the prototypes lost by posting a tree to a thread. */
function restoreTree(copy: PageTree): PageTree {
  const layout = copy.layout === undefined ? undefined : new Layout((copy.layout as Layout).columns);
  const columns = Object.assign(Object.create(PageTree.prototype), copy) as PageTree;
  return layout === undefined ? columns : Object.assign(columns, { layout });
}

export interface ExtractInput {
  readonly page: SourcePage;
  readonly method: string;
  readonly model?: SharedModel | undefined;
  readonly format: NonNullable<ExtractRequest['format']>;
  readonly include: Include;
  readonly markdown?: MarkdownOptions | undefined;
  readonly lean?: number | undefined;
  readonly explain: boolean | 'brief';
  readonly rules?: SiteRules | undefined;
  readonly corrections?: Corrections | undefined;
  /** Rules of the site, already included in `rules`. */
  readonly siteRules?: { readonly site: string; readonly rules: SiteRules } | undefined;
  readonly siteMemory?: { readonly site: string; readonly memory: SiteMemoryFile } | undefined;
  readonly outputs: readonly NonNullable<ExtractRequest['outputs']>[number][];
  readonly view?: string | undefined;
}

export interface SharedModel {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** JSON in shared memory, which threads share; processes receive a copy. */
  readonly data: Uint8Array;
}

export function inSharedMemory(about: Omit<SharedModel, 'data'>, json: unknown): SharedModel {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const data = new Uint8Array(new SharedArrayBuffer(bytes.length));
  data.set(bytes);
  return { ...about, data };
}

/** Copies the bytes first: `TextDecoder` accepts no shared memory. */
export function jsonOf({ data }: SharedModel): unknown {
  return JSON.parse(new TextDecoder().decode(data.slice()));
}
