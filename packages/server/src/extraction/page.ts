import type { Corrections, Include, SiteRules } from 'webpith';
import { decodeBytes, Layout, PageTree, treeFromHtml } from 'webpith/stages';
import type { ExtractRequest } from '../api/extract.js';
import type { SharedModel } from '../models/model-cache.js';

/** A page on its way to an extraction. */
export interface SourcePage {
  readonly bytes: Uint8Array;
  /** Where it is from. */
  readonly url?: string | undefined;
  /** The encoding that the transport named. */
  readonly charset?: string | undefined;
  /** Its tree where a browser made it; what crossed to a thread is a plain copy. */
  readonly tree?: PageTree | undefined;
}

/** The tree of a page: the browser's, or its bytes parsed. The same page gives the same node ids every time. */
export function treeOfPage({ bytes, charset, tree }: SourcePage): PageTree {
  if (tree !== undefined) return tree instanceof PageTree ? tree : restoreTree(tree);
  return treeFromHtml(decodeBytes(bytes, charset === undefined ? {} : { charset }).text);
}

/** A tree whose methods were lost on its way to a thread. */
function restoreTree(copy: PageTree): PageTree {
  const layout = copy.layout === undefined ? undefined : new Layout((copy.layout as Layout).columns);
  const columns = Object.assign(Object.create(PageTree.prototype), copy) as PageTree;
  return layout === undefined ? columns : Object.assign(columns, { layout });
}

/** All that a thread needs to extract a page. */
export interface ExtractInput {
  readonly page: SourcePage;
  readonly method: string;
  readonly model?: SharedModel | undefined;
  readonly format: NonNullable<ExtractRequest['format']>;
  readonly include: Include;
  readonly lean?: number | undefined;
  readonly explain: boolean | 'brief';
  readonly rules?: SiteRules | undefined;
  readonly corrections?: Corrections | undefined;
  /** Rules of the site, put into `rules` already. */
  readonly siteRules?: { readonly site: string; readonly rules: SiteRules } | undefined;
  readonly outputs: readonly NonNullable<ExtractRequest['outputs']>[number][];
  /** Under which id the page is kept. */
  readonly view?: string | undefined;
}
