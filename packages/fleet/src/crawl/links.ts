import { ATTR, IS_HEADING, meaning, type PageTree, TAG } from 'webpith/stages';

/** A link of a page. */
export interface Link {
  readonly href: string;
  /** What it says, at most a few words. */
  readonly text: string;
  /** Whether the page says that it leads to what comes next. */
  readonly isNext: boolean;
  /** Whether it is a heading: what lists of stories are made of. */
  readonly isHeading: boolean;
}

/** What a page says about where to go on. */
export interface PageLinks {
  /** The address that links are relative to, where the page gives one. */
  readonly base?: string;
  readonly links: readonly Link[];
  /** Feeds that the page names. */
  readonly feeds: readonly string[];
  /** Whether the page asks robots not to keep it, and not to follow its links. */
  readonly noIndex: boolean;
  readonly noFollow: boolean;
}

/** Most links that are looked at: pages with more are no use to anyone. */
const MOST_LINKS = 5000;
const FEED = /^application\/(?:rss|atom)\+xml$/i;

/** Where a page says one may go on. */
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
    ...(base === undefined ? {} : { base }),
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

/** Whether a link lies in a heading, or a heading in it. */
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

/** The first characters of what a link says: enough to know `next` by. */
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
