import { ATTR, type PageTree } from 'webpith/stages';

const words = (list: string) => new Set(list.split(' '));

/** What parts of a page are called that nobody reads for themselves. */
const NOISE = words(
  'nav navbar navigation navi menu submenu megamenu breadcrumb breadcrumbs crumbs footer sidebar rail ' +
    'cookie cookies consent gdpr cmp onetrust related recommended recommendations share sharing sharedaddy social ' +
    'newsletter subscribe signup promo promotion advert adverts advertisement ads sponsored popup popmake modal ' +
    'overlay dialog login signin paywall outbrain taboola pagination pager skip toolbar masthead topbar offcanvas ' +
    'recentcomments trending popular mostread toc authorbox bio copyright legal',
);

/** What comments are called, whole or as part of a word (`commentlist`, `leserkommentare`). */
const COMMENTS =
  /comment(?!ar)|kommentar|commentaire|comentari|komentar|commenti|reacties|disqus|talkback|discussion|responses|replies/i;

/** Names with such a word that are not of comments: counters, forms, other pages' comments, opinion pieces. */
const NOT_COMMENTS =
  /recent|latest|count|form|respond|link|button|btn|icon|toggle|login|notes|policy|closed|meta-|no-comment|has-|with-|submit|count|num/i;

/** What a place to write a comment is called. */
const WRITING =
  /respond|comment-?form|commentform|reply-?title|reply-form|post-comment(?!s)|new-?comment|add-?comment|write/i;

/** What posts of a discussion are called. */
const POSTS = /thread|topic|forum|\bpost(?:s|body|content|_|-)|message|answer|question|bbs|reply/i;

/** Names longer than this are data. */
const LONGEST_NAME = 300;

/** Class and id of a node, apart by a blank. */
export function namesOf(tree: PageTree, node: number): string {
  const className = tree.attribute(node, ATTR.class) ?? '';
  const id = tree.attribute(node, ATTR.id) ?? '';
  return `${className.slice(0, LONGEST_NAME)} ${id.slice(0, LONGEST_NAME)}`.trim();
}

/** Whether a name says that a part is noise. */
export function isNoiseName(names: string): boolean {
  return names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => NOISE.has(word));
}

/** Whether a name is that of comments: one of its classes or its id, by itself. */
export function isCommentName(names: string): boolean {
  return names.split(/\s+/).some(name => COMMENTS.test(name) && !NOT_COMMENTS.test(name));
}

/** Whether a name is that of a place to write. */
export function isWritingName(names: string): boolean {
  return WRITING.test(names);
}

/** Whether a name is that of a post. */
export function isPostName(names: string): boolean {
  return POSTS.test(names);
}
