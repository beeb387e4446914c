import type { Item, PageType } from 'webpith';
import { ATTR, IS_HEADING, meaning, type PageTree, TAG } from 'webpith/stages';
import { type Address, addressOf } from './address.js';

export interface Link {
  readonly href: string;
  readonly text: string;
  readonly isNext: boolean;
  readonly isHeading: boolean;
}

export interface PageLinks {
  readonly base: string | undefined;
  readonly links: readonly Link[];
  readonly feeds: readonly string[];
  readonly noIndex: boolean;
  readonly noFollow: boolean;
}

const MOST_LINKS = 5000;
const FEED = /^application\/(?:rss|atom)\+xml$/i;

export function linksOf(tree: PageTree): PageLinks {
  const links: Link[] = [];
  const feeds: string[] = [];
  let base: string | undefined;
  let robots = '';
  for (let node = 0; node < tree.count && links.length < MOST_LINKS; node++) {
    const tag = tree.tag[node];
    if (tag === TAG.base) base ??= tree.attribute(node, ATTR.href);
    else if (tag === TAG.meta) robots += robotsIn(tree, node);
    else if (tag === TAG.a || tag === TAG.link) {
      const link = linkAt(tree, node);
      if (link === 'feed') feeds.push(tree.attribute(node, ATTR.href)!);
      else if (link !== undefined) links.push(link);
    }
  }
  return {
    base,
    links,
    feeds,
    noIndex: /\b(?:noindex|none)\b/.test(robots),
    noFollow: /\b(?:nofollow|none)\b/.test(robots),
  };
}

function linkAt(tree: PageTree, node: number): Link | 'feed' | undefined {
  const href = tree.attribute(node, ATTR.href)?.trim();
  if (href === undefined || href === '' || href.startsWith('#')) return undefined;
  const relations = (tree.attribute(node, ATTR.rel) ?? '').toLowerCase().split(/\s+/, 20);
  const isNext = relations.includes('next');
  if (tree.tag[node] === TAG.link) {
    if (isNext) return { href, text: '', isNext, isHeading: false };
    const isFeed = relations.includes('alternate') && FEED.test(tree.attribute(node, ATTR.type) ?? '');
    return isFeed ? 'feed' : undefined;
  }
  if (relations.includes('nofollow')) return undefined;
  return { href, text: shortText(tree, node), isNext, isHeading: isHeading(tree, node) };
}

function isHeading(tree: PageTree, node: number): boolean {
  const stop = Math.min(tree.end[node]!, node + 4);
  for (let inside = node + 1; inside < stop; inside++)
    if (meaning(tree.tag[inside]!) & IS_HEADING) return true;
  let above = tree.parent[node]!;
  for (let steps = 0; above > 0 && steps < 3; steps++, above = tree.parent[above]!) {
    if (meaning(tree.tag[above]!) & IS_HEADING) return true;
  }
  return false;
}

function shortText(tree: PageTree, node: number): string {
  let text = '';
  for (let n = node; n < tree.end[node]! && text.length < 40; n++) {
    if (tree.tag[n] === TAG['#text']) text += tree.text(n).slice(0, 200);
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, 40);
}

function robotsIn(tree: PageTree, node: number): string {
  const name = tree.attribute(node, ATTR.name)?.toLowerCase();
  if (name !== 'robots' && name !== 'pith') return '';
  return ` ${(tree.attribute(node, ATTR.content) ?? '').slice(0, 200).toLowerCase()}`;
}

export type RequestKind = 'seed' | 'source' | 'entry' | 'next' | 'link';

export interface Follow extends Address {
  readonly kind: RequestKind;
}

export interface PageToFollow {
  readonly url: string;
  readonly kind: RequestKind;
  readonly type: PageType;
  readonly certainty: number;
  readonly items: readonly Pick<Item, 'url'>[];
  readonly links: PageLinks;
}

export type FollowRule = 'content' | 'all';

/** Page types whose entries are followed. Links to next pages are followed on pages of every type. */
const HAS_ENTRIES: ReadonlySet<PageType> = new Set(['forum', 'listing', 'collection', 'service', 'other']);

/** Page types that are content themselves. All links of a seed of any other type are followed. */
const CONTENT_TYPES: ReadonlySet<PageType> = new Set(['article', 'product', 'documentation']);

const isFront = (url: string) => /^\/(?:index\.\w{3,5})?$/.test(new URL(url).pathname);

export function linksToFollow(page: PageToFollow, rule: FollowRule): Follow[] {
  if (page.links.noFollow) return [];
  const base = addressOf(page.links.base ?? page.url, page.url)?.url ?? page.url;
  const hasEntries = HAS_ENTRIES.has(page.type);
  const found: Follow[] = [];
  const add = (href: string | undefined, kind: RequestKind) => {
    const address = href === undefined ? undefined : addressOf(href, base);
    if (address !== undefined) found.push({ ...address, kind });
  };
  for (const link of nextLinks(page, base)) add(link.href, 'next');
  if (hasEntries) for (const { url } of page.items) add(url, 'entry');
  if (looksLikeList(page))
    for (const { href, isHeading } of page.links.links) if (isHeading) add(href, 'entry');
  const isEntryPoint = page.kind === 'seed' && (isFront(page.url) || !CONTENT_TYPES.has(page.type));
  const isBareList = hasEntries && page.items.length === 0 && page.type !== 'other';
  if (rule === 'all' || isEntryPoint || isBareList)
    for (const { href } of page.links.links) add(href, 'link');
  if (page.kind === 'seed') for (const feed of page.links.feeds) add(feed, 'source');
  const own = addressOf(page.url)?.key;
  const once = new Map<string, Follow>();
  for (const each of found) if (each.key !== own && !once.has(each.key)) once.set(each.key, each);
  return [...once.values()];
}

/** Minimum number of linked headings for a page of uncertain type to count as a list. Set by hand. */
const HEADINGS_OF_LIST = 5;
const CERTAIN = 0.8;

function looksLikeList({ kind, type, certainty, links }: PageToFollow): boolean {
  if (CONTENT_TYPES.has(type) && certainty >= CERTAIN) return false;
  // Next pages usually continue a list, and the last one may be short.
  return links.links.filter(link => link.isHeading).length >= (kind === 'next' ? 1 : HEADINGS_OF_LIST);
}

const NEXT_WORDS =
  /^(?:next|older|more|weiter|nächste|ältere|suivant|siguiente|próxim[ao]|successiv|volgende|następn|далее|下一页|下一頁|次へ|»|›|→|>{1,2})/i;

/**
 * Links to the next page: the same address with the next number, and on lists also links labelled "next". On an article
 * such a link leads to another article.
 */
function nextLinks(page: PageToFollow, base: string): Link[] {
  const { url, type, links } = page;
  const here = numbered(url);
  const isList = looksLikeList(page);
  return links.links.filter(link => {
    if ((!CONTENT_TYPES.has(type) || isList) && (link.isNext || NEXT_WORDS.test(link.text))) return true;
    const address = addressOf(link.href, base);
    if (address === undefined) return false;
    return numbered(address.url).some(there =>
      here.some(({ rest, page }) => rest === there.rest && there.page === page + 1),
    );
  });
}

const PAGE_PARAMETER = /^(?:page|p|pg|paged|pagenum|seite|pagina)$/i;

interface Numbered {
  readonly rest: string;
  readonly page: number;
}

/** Possible readings of an address as a numbered page: `/long/4` may be page 4 of `/long` or page 1 of itself. */
function numbered(address: string): Numbered[] {
  const url = new URL(address);
  for (const [name, value] of url.searchParams) {
    if (!PAGE_PARAMETER.test(name) || !/^\d{1,5}$/.test(value)) continue;
    url.searchParams.delete(name);
    return [{ rest: withoutEnd(url.href), page: Number(value) }];
  }
  const whole = { rest: withoutEnd(url.href), page: 1 };
  const match = /^(.{0,1000}?)(?:\/(?:page|seite|p))?[/-](\d{1,4})(\.html?|\/)?$/.exec(url.pathname);
  if (match === null) return [whole];
  url.pathname = `${match[1]}${match[3] === '/' ? '' : (match[3] ?? '')}`;
  return [whole, { rest: withoutEnd(url.href), page: Number(match[2]) }];
}

const withoutEnd = (href: string) => href.replace(/\/$/, '');
