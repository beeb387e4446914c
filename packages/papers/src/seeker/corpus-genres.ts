import type { Gold } from '@webpith/lab';
import { ATTR, hostOfUrl, type PageTree, siteOfHost, TAG } from 'webpith/stages';

/** The genres with a model of their own. */
export const GENRES = ['news', 'blog', 'forum'] as const;
export type Genre = (typeof GENRES)[number];

/** Hosts that serve only blogs. */
const BLOG_PLATFORM =
  /(?:^|\.)(?:blogspot\.[a-z.]{2,6}|wordpress\.com|substack\.com|medium\.com|tumblr\.com|typepad\.com|livejournal\.com|ghost\.io|hatenablog\.com|home\.blog|over-blog\.com|weebly\.com|bearblog\.dev)$/;
const BLOG_HOST = /^(?:www\.)?blogs?\.|\.blog$/;
const BLOG_PATH = /\/(?:[a-z-]{0,20}-)?blogs?(?:-posts?)?(?:\/|$)/;
const BLOG_GENERATOR = /^(?:blogger|ghost|movable type|typepad|hugo|jekyll|hexo|substack)/i;
const BLOG_CLASS = /(?:^|\s)(?:single-post|h-entry|blog-post|blogpost|postid-\d{1,9})(?=\s|$)/;
const BLOG_TYPE = /BlogPosting/;

/** Where a page shows that it is a blog post, if anywhere. */
export function blogSign(
  tree: PageTree,
  url: string | undefined,
): 'url' | 'generator' | 'markup' | undefined {
  if (isBlogUrl(url)) return 'url';
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag === TAG.meta && tree.attribute(node, ATTR.name)?.toLowerCase() === 'generator') {
      if (BLOG_GENERATOR.test(tree.attribute(node, ATTR.content) ?? '')) return 'generator';
    }
    if (
      (tag === TAG.body || tag === TAG.article) &&
      BLOG_CLASS.test(tree.attribute(node, ATTR.class) ?? '')
    ) {
      return 'markup';
    }
    if (BLOG_TYPE.test(tree.attribute(node, ATTR.itemtype) ?? '')) return 'markup';
    if (tag === TAG.script && tree.attribute(node, ATTR.type) === 'application/ld+json') {
      if (BLOG_TYPE.test(tree.textContent(node))) return 'markup';
    }
  }
  return undefined;
}

export function isBlogUrl(url: string | undefined): boolean {
  const host = url === undefined ? undefined : hostOfUrl(url)?.toLowerCase();
  if (host === undefined) return false;
  if (BLOG_PLATFORM.test(siteOfHost(host)) || BLOG_PLATFORM.test(host) || BLOG_HOST.test(host)) return true;
  return BLOG_PATH.test(pathOf(url!).toLowerCase());
}

function pathOf(url: string): string {
  try {
    return new URL(url.includes('://') ? url : `http://${url}`).pathname;
  } catch {
    return '';
  }
}

/**
 * The genre of a corpus page: forum by its type; blog if an article has a blog's address, generator or markup;
 * otherwise news. The newspaper corpus contains only news.
 */
export function genreOfCorpusPage(page: Gold, tree: PageTree, corpus: string): Genre | undefined {
  if (isGenre(page.type)) return page.type;
  if (page.type !== 'article') return undefined;
  return corpus !== 'newspapers' && blogSign(tree, page.url) !== undefined ? 'blog' : 'news';
}

function isGenre(name: string | undefined): name is Genre {
  return (GENRES as readonly (string | undefined)[]).includes(name);
}
