import { ATTR, memoised, type PageTree, TAG } from 'webpith/stages';
import { isBlogUrl } from './corpus-genres.js';
import type { SegmentedPage } from './features.js';

/** Terms in classes and ids that are typical of a genre. */
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

/** Types of schema.org, in JSON-LD or microdata. */
const TYPES = {
  typeForum: /DiscussionForumPosting|QAPage/,
  typeBlog: /BlogPosting/,
  typeNews: /NewsArticle|ReportageNewsArticle/,
} as const;

const TYPE_KEYS = Object.keys(TYPES) as (keyof typeof TYPES)[];

const FORUM_URL =
  /forum|thread|topic|community|discuss|viewtopic|showthread|\/t\/|\/questions?\/|\/r\/|answers/i;
const DATED_URL = /\/20\d\d\/\d\d?(?:\/|-)/;

/** Features for genre classification. */
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

/** Feature row of a page; names are counted as a share of elements. */
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

/** Maximum characters searched. */
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
