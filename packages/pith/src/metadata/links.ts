import { ATTR, TAG } from '../tree/names.js';
import { webAddress } from './addresses.js';
import { tidy } from './claims.js';
import { languageTag } from './language.js';
import type { PageReading } from './page-reading.js';

export interface Feed {
  readonly url: string;
  readonly title?: string | undefined;
}

/** The same text in another language. */
export interface Alternate {
  readonly url: string;
  /** BCP 47. */
  readonly language: string;
}

/** Feeds, other versions of the page, and its neighbours in a series. */
export interface PageLinks {
  readonly ampUrl?: string | undefined;
  readonly feeds: readonly Feed[];
  readonly alternates: readonly Alternate[];
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

const MOST = 100;
const FEED = /^application\/(?:rss|atom|feed)\+(?:xml|json)/i;

export function pageLinks({ blocks: { tree }, identity }: PageReading): PageLinks {
  const feeds: Feed[] = [];
  const alternates: Alternate[] = [];
  let [ampUrl, previous, next]: (string | undefined)[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag !== TAG.link && tag !== TAG.a) continue;
    const relation = (tree.attribute(node, ATTR.rel) ?? '').toLowerCase();
    if (relation === '' || relation.length > 100) continue;
    const url = webAddress(tree.attribute(node, ATTR.href) ?? '', identity.base);
    if (url === undefined) continue;
    const kinds = relation.split(/\s+/);
    if (kinds.includes('amphtml')) ampUrl ??= url;
    if (kinds.includes('prev') || kinds.includes('previous')) previous ??= url;
    if (kinds.includes('next')) next ??= url;
    if (tag !== TAG.link || !kinds.includes('alternate')) continue;
    const title = tidy((tree.attribute(node, ATTR.title) ?? '').slice(0, 200));
    if (FEED.test(tree.attribute(node, ATTR.type) ?? '')) {
      if (feeds.length < MOST) feeds.push({ url, title: title || undefined });
      continue;
    }
    const language = languageTag(tree.attributes(node).find(([name]) => name === 'hreflang')?.[1] ?? '');
    if (language !== undefined && alternates.length < MOST) alternates.push({ url, language });
  }
  return { ampUrl, feeds, alternates, previous, next };
}
