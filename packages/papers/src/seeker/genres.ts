import { ATTR, hostOfUrl, memoised, type PageTree, siteOfHost, TAG } from 'webpith/stages';
import type { SegmentedPage } from './features.js';

export const GENRES = ['news', 'blog', 'forum'] as const;
export type Genre = (typeof GENRES)[number];

const BLOG_PLATFORM =
  /(?:^|\.)(?:blogspot\.[a-z.]{2,6}|wordpress\.com|substack\.com|medium\.com|tumblr\.com|typepad\.com|livejournal\.com|ghost\.io|hatenablog\.com|home\.blog|over-blog\.com|weebly\.com|bearblog\.dev)$/;
const BLOG_HOST = /^(?:www\.)?blogs?\.|\.blog$/;
const BLOG_PATH = /\/(?:[a-z-]{0,20}-)?blogs?(?:-posts?)?(?:\/|$)/;
const BLOG_GENERATOR = /^(?:blogger|ghost|movable type|typepad|hugo|jekyll|hexo|substack)/i;
const BLOG_CLASS = /(?:^|\s)(?:single-post|h-entry|blog-post|blogpost|postid-\d{1,9})(?=\s|$)/;
const BLOG_TYPE = /BlogPosting/;

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
 * The genre is the type of the page, if that is a genre. An article with a blog's address, generator or markup is a
 * blog post, otherwise news; the newspaper corpus contains only news.
 */
export function genreOfCorpusPage(
  type: string | undefined,
  url: string | undefined,
  tree: PageTree,
  corpus: string,
): Genre | undefined {
  if (type !== 'article') return GENRES.find(genre => genre === type);
  return corpus !== 'newspapers' && blogSign(tree, url) !== undefined ? 'blog' : 'news';
}

const NAMES = {
  post: /(?:^|[-_\s])posts?(?![a-z])/i,
  comment: /comment/i,
  reply: /repl(?:y|ies)/i,
  thread: /thread|topic/i,
  message: /message|msg/i,
  forum: /forum|discussion|community/i,
  user: /user|author|member|avatar/i,
  vote: /vote|upvote|score|karma|answer/i,
  blog: /blog|entry/i,
  article: /article|story|news/i,
  widget: /widget|sidebar/i,
} as const;

const NAME_KEYS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const TYPES = {
  typeForum: /DiscussionForumPosting|QAPage/,
  typeBlog: /BlogPosting/,
  typeNews: /NewsArticle|ReportageNewsArticle/,
} as const;

const TYPE_KEYS = Object.keys(TYPES) as (keyof typeof TYPES)[];

const FORUM_URL =
  /forum|thread|topic|community|discuss|viewtopic|showthread|\/t\/|\/questions?\/|\/r\/|answers/i;
const DATED_URL = /\/20\d\d\/\d\d?(?:\/|-)/;

export const GENRE_FEATURES: readonly string[] = [
  'textLength',
  'paragraphs',
  'links',
  'linkToTextRatio',
  'longest',
  'tables',
  'controls',
  'images',
  'height',
  ...NAME_KEYS.map(name => `named ${name}`),
  ...TYPE_KEYS,
  'url of a forum',
  'url of a blog',
  'url with a date',
];

export function genreRow({ tree, sums }: SegmentedPage, url: string | undefined): number[] {
  const text = Math.max(1, sums.textLength[0]!);
  const perText = (count: number) => (1000 * count) / text;
  const { names, types } = markupSigns(tree);
  return [
    Math.log(text),
    perText(sums.counts.paraNum[0]!),
    perText(sums.counts.linkNum[0]!),
    sums.anchorLength[0]! / text,
    sums.longest[0]! / text,
    perText(sums.counts.tableNum[0]!),
    perText(sums.counts.interactionNum[0]!),
    perText(sums.counts.imgNum[0]!),
    sums.height[0]!,
    ...names,
    ...types,
    url !== undefined && FORUM_URL.test(url) ? 1 : 0,
    isBlogUrl(url) ? 1 : 0,
    url !== undefined && DATED_URL.test(url) ? 1 : 0,
  ];
}

const LONGEST_NAME = 200;
const LONGEST_SCRIPT = 20_000;

function markupSigns(tree: PageTree): { names: number[]; types: number[] } {
  const names = NAME_KEYS.map(() => 0);
  const types = TYPE_KEYS.map(() => 0);
  const signsOf = memoised((name: string) => {
    const short = name.slice(0, LONGEST_NAME);
    return NAME_KEYS.map(key => NAMES[key].test(short));
  });
  let elements = 0;
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag <= TAG['#comment']) continue;
    elements++;
    const type = schemaText(tree, node, tag);
    if (type !== '') markTypes(type, types);
    const name = `${tree.attribute(node, ATTR.class) ?? ''} ${tree.attribute(node, ATTR.id) ?? ''}`;
    if (name.length < 2) continue;
    const signs = signsOf(name);
    for (let i = 0; i < signs.length; i++) if (signs[i]) names[i]!++;
  }
  return { names: names.map(count => count / Math.max(1, elements)), types };
}

function markTypes(text: string, types: number[]): void {
  TYPE_KEYS.forEach((key, i) => {
    if (TYPES[key].test(text)) types[i] = 1;
  });
}

function schemaText(tree: PageTree, node: number, tag: number): string {
  if (tag === TAG.script) {
    if (tree.attribute(node, ATTR.type) !== 'application/ld+json') return '';
    return tree.textContent(node).slice(0, LONGEST_SCRIPT);
  }
  return tree.attribute(node, ATTR.itemtype)?.slice(0, LONGEST_NAME) ?? '';
}
