import { ATTR, IS_HEADING, meaning, type PageTree, TAG } from 'webpith/stages';

export interface Link {
  readonly href: string;
  /** The first 40 characters. */
  readonly text: string;
  /** `rel=next`. */
  readonly isNext: boolean;
  /** True if in or around a heading, as in lists of stories. */
  readonly isHeading: boolean;
}

export interface PageLinks {
  /** From `<base>`. */
  readonly base?: string;
  readonly links: readonly Link[];
  readonly feeds: readonly string[];
  /** From the page's robots meta tags. */
  readonly noIndex: boolean;
  readonly noFollow: boolean;
}

/** Links considered per page. */
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

/** Enough to recognise "next". */
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
