import type { NameGroup } from '../features/name-groups.js';
import type { Keyword } from '../features/word-lists.js';

/** The decisions that a name is a plausible reason for: to keep, to drop, either, or none. */
export type Supports = 'keep' | 'drop' | 'either' | 'none';

/** Elements that can be around a block. An element that the subject of the sentence already names is no reason. */
const ELEMENTS: Readonly<Record<string, readonly [words: string, supports: Supports]>> = {
  nav: ['navigation element', 'drop'],
  footer: ['footer', 'drop'],
  header: ['header', 'drop'],
  aside: ['aside', 'drop'],
  article: ['article element', 'keep'],
  main: ['main element', 'keep'],
  form: ['form', 'drop'],
  figure: ['figure', 'either'],
  details: ['part that opens and closes', 'either'],
  control: ['button or form field', 'none'],
  address: ['address element', 'drop'],
  paragraph: ['paragraph', 'keep'],
  dialog: ['dialog', 'drop'],
  quote: ['quotation', 'none'],
};

const GROUPS: Readonly<Record<NameGroup, readonly [words: string, supports: Supports]>> = {
  content: ['the main content', 'keep'],
  body: ['the body of a text', 'keep'],
  article: ['an article', 'keep'],
  main: ['the main part', 'keep'],
  post: ['a post', 'keep'],
  entry: ['an entry', 'keep'],
  blog: ['a blog', 'keep'],
  title: ['a title', 'either'],
  lead: ['an introduction or teaser', 'either'],
  byline: ['an author line', 'drop'],
  date: ['a date', 'drop'],
  meta: ['details about a text', 'drop'],
  bio: ['a profile', 'drop'],
  caption: ['a caption', 'none'],
  image: ['a picture', 'either'],
  gallery: ['a gallery', 'drop'],
  video: ['video or audio', 'drop'],
  quote: ['a quotation', 'none'],
  comment: ['comments', 'drop'],
  discussion: ['a discussion', 'either'],
  review: ['reviews or ratings', 'either'],
  question: ['questions and answers', 'either'],
  share: ['share buttons', 'drop'],
  related: ['related pages', 'drop'],
  popular: ['popular or recent pages', 'drop'],
  promo: ['promotion', 'drop'],
  ad: ['advertising or a banner', 'drop'],
  newsletter: ['a newsletter', 'drop'],
  paywall: ['a paywall', 'drop'],
  notice: ['a notice', 'either'],
  tab: ['tabs', 'either'],
  nav: ['navigation', 'drop'],
  breadcrumb: ['a breadcrumb trail', 'drop'],
  pagination: ['links to further pages', 'drop'],
  header: ['a header', 'drop'],
  footer: ['a footer', 'drop'],
  sidebar: ['a sidebar', 'drop'],
  widget: ['a separate box', 'drop'],
  search: ['a search field', 'drop'],
  login: ['an account or sign-in', 'drop'],
  form: ['a form', 'drop'],
  button: ['a button or icon', 'drop'],
  modal: ['a dialog or pop-up', 'drop'],
  cookie: ['a cookie notice', 'drop'],
  legal: ['a legal notice', 'drop'],
  tags: ['tags', 'drop'],
  category: ['a category', 'drop'],
  toc: ['a table of contents', 'drop'],
  list: ['a list of items', 'either'],
  product: ['a product', 'keep'],
  price: ['a price', 'either'],
  spec: ['a specification', 'keep'],
  description: ['a description', 'keep'],
  hidden: ['hidden text', 'drop'],
  print: ['printing or downloading', 'drop'],
  docs: ['documentation or code', 'keep'],
  service: ['services', 'either'],
  contact: ['contact details', 'drop'],
  language: ['a choice of languages', 'drop'],
  signature: ['a signature or votes', 'drop'],
};

const KEYWORDS: Readonly<Record<Keyword, readonly [words: string, supports: Supports]>> = {
  related: ['lists of related pages', 'drop'],
  comments: ['comment sections', 'drop'],
  share: ['share buttons', 'drop'],
  subscribe: ['newsletters', 'drop'],
  legal: ['legal notices', 'drop'],
  account: ['sign-in forms', 'drop'],
  shop: ['shops', 'drop'],
  navigation: ['menus', 'drop'],
  author: ['author lines', 'drop'],
  date: ['dates and times', 'drop'],
  more: ['links to more text', 'drop'],
  ad: ['advertising', 'drop'],
  tags: ['tags and categories', 'drop'],
  forum: ['forums', 'drop'],
  source: ['picture credits', 'drop'],
  product: ['product details', 'either'],
  faq: ['frequent questions', 'either'],
  help: ['page ratings', 'drop'],
};

type Words = readonly [words: string, supports: Supports];

const wordsFor = (table: Readonly<Record<string, Words>>, name: string): Words =>
  table[name] ?? [name, 'none'];

export function elementInWords(name: string): Words {
  const [words, supports] = wordsFor(ELEMENTS, name);
  return [`in ${withArticle(words)}`, supports];
}

/** The kind of part that the class or id of an element suggests. */
export function nameInWords(name: string): Words {
  return wordsFor(GROUPS, name);
}

export function keywordInWords(name: string): Words {
  const [words, supports] = wordsFor(KEYWORDS, name);
  return [`words typical of ${words}`, supports];
}

export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
