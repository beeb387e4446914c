import { ATTR, type PageTree } from 'webpith/stages';

const words = (list: string) => new Set(list.split(' '));

const NOISE = words(
  'nav navbar navigation navi menu submenu megamenu breadcrumb breadcrumbs crumbs footer sidebar rail ' +
    'cookie cookies consent gdpr cmp onetrust related recommended recommendations share sharing sharedaddy social ' +
    'newsletter subscribe signup promo promotion advert adverts advertisement ads sponsored popup popmake modal ' +
    'overlay dialog login signin paywall outbrain taboola pagination pager skip toolbar masthead topbar offcanvas ' +
    'recentcomments trending popular mostread toc authorbox bio copyright legal',
);

/** Matches also inside words: `commentlist`, `leserkommentare`. */
const COMMENTS =
  /comment(?!ar)|kommentar|commentaire|comentari|komentar|commenti|reacties|disqus|talkback|discussion|responses|replies/i;

/** Counters, forms, and comments of other pages. */
const NOT_COMMENTS =
  /recent|latest|count|form|respond|link|button|btn|icon|toggle|login|notes|policy|closed|meta-|no-comment|has-|with-|submit|count|num/i;

const COMMENT_FORM =
  /respond|comment-?form|commentform|reply-?title|reply-form|post-comment(?!s)|new-?comment|add-?comment|write/i;

const POSTS = /thread|topic|forum|\bpost(?:s|body|content|_|-)|message|answer|question|bbs|reply/i;

/** Longer values are data, not names. */
const MAX_NAME_LENGTH = 300;

export function namesOf(tree: PageTree, node: number): string {
  const className = tree.attribute(node, ATTR.class) ?? '';
  const id = tree.attribute(node, ATTR.id) ?? '';
  return `${className.slice(0, MAX_NAME_LENGTH)} ${id.slice(0, MAX_NAME_LENGTH)}`.trim();
}

export function isNoiseName(names: string): boolean {
  return names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => NOISE.has(word));
}

export function isCommentName(names: string): boolean {
  return names.split(/\s+/).some(name => COMMENTS.test(name) && !NOT_COMMENTS.test(name));
}

export function isCommentFormName(names: string): boolean {
  return COMMENT_FORM.test(names);
}

export function isPostName(names: string): boolean {
  return POSTS.test(names);
}
