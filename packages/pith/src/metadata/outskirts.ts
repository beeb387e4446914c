import { ATTR, TAG } from '../tree/names.js';
import { HIDDEN, type PageTree, UNSEEN } from '../tree/tree.js';

const OUTER_TAGS = new Set([TAG.nav, TAG.aside, TAG.footer, TAG.form, TAG.dialog, TAG.select, TAG.button]);

const named = (...words: string[]) => new RegExp(`(?:^|[\\s_-])(?:${words.join('|')})(?:$|[\\s_-])`);

const ELSEWHERE = [
  'related|similar|recommend(?:ed|ations?|er)?|recirc(?:ulation)?|trending|popular|most-?(?:read|viewed)|latest|recent',
  'comment-?list|replies|reply|respond|disqus|testimonials?|outbrain|taboola|newsletter|subscribe|cookie|consent|advert|ads',
  'nav|navbar|navigation|menu|megamenu|breadcrumbs?|pagination|pager|footer|topbar',
  'more-?(?:news|stories|articles|posts|from)|read-?(?:next|more|also)|see-?also|next-?(?:post|article)|prev(?:ious)?',
  'weiterlesen|mehr-?zum-?thema|verwandt(?:e)?|archives?|calendar|events?-?list',
];
/** Names of further regions. Near the heading they do not count, since some sites put bylines in cards and sidebars. */
const ASIDE = [
  'sidebar|side-?bar|rail|widgets?|teasers?|cards?|carousel|slider|swiper|ticker|promo|upsell|masthead|foot',
  'comments?|discussion|reviews?|quote|signup|share|sharing|social|modal|popup|overlay|sponsored|kommentare?',
];
const OUTER_NAMES = named(...ELSEWHERE, ...ASIDE);
const ELSEWHERE_NAMES = named(...ELSEWHERE);
const HIDDEN_NAMES = named(
  'hidden|hide|invisible|sr-only|visually-?hidden|screen-?reader(?:-text)?|d-none|rich-snippet-hidden',
);

const MAX_NAMES = 300;

/**
 * Regions around the text: navigation, related stories, comments, widgets. Elements that contain the page's heading are
 * never part of them, since many bodies have a class such as `has-sidebar`.
 */
export class Outskirts {
  private readonly known = new Map<number, boolean>();

  constructor(
    private readonly tree: PageTree,
    /** Node of the page's heading, or -1. */
    private readonly heading: number,
    /** If true, only regions that surely concern other pages count. */
    private readonly isLenient = false,
  ) {}

  has(node: number): boolean {
    const { tree } = this;
    if ((tree.flags[node]! & UNSEEN) !== 0) return true;
    const path: number[] = [];
    let outer = false;
    for (let n = node; n > 0; n = tree.parent[n]!) {
      if (this.heading >= 0 && tree.contains(n, this.heading)) break;
      const known = this.known.get(n);
      if (known !== undefined) {
        outer = known;
        break;
      }
      path.push(n);
    }
    for (const n of path.reverse()) {
      outer ||= this.isOuter(n);
      this.known.set(n, outer);
    }
    return outer;
  }

  private isOuter(node: number): boolean {
    const { tree } = this;
    const tag = tree.tag[node]!;
    if (tag <= TAG['#comment'] || tag === TAG.body || tag === TAG.main || tag === TAG.html) return false;
    if ((tree.flags[node]! & HIDDEN) !== 0) return true;
    if (tag === TAG.footer) return !this.sharesArticle(node);
    if (this.isLenient) return tag === TAG.nav || ELSEWHERE_NAMES.test(namesOf(tree, node));
    return OUTER_TAGS.has(tag) || OUTER_NAMES.test(namesOf(tree, node));
  }

  /** A footer inside the heading's article often contains its author and date. */
  private sharesArticle(node: number): boolean {
    if (this.heading < 0) return false;
    for (let n = this.tree.parent[node]!; n > 0; n = this.tree.parent[n]!) {
      const tag = this.tree.tag[n]!;
      if (tag === TAG.article || tag === TAG.main) return this.tree.contains(n, this.heading);
    }
    return false;
  }
}

/** Class names and id of an element in lower case, with camel case split (`postBody` → `post-body`). */
export function namesOf(tree: PageTree, node: number): string {
  const classes = tree.attribute(node, ATTR.class) ?? '';
  const id = tree.attribute(node, ATTR.id) ?? '';
  if (classes === '' && id === '') return '';
  const names = `${classes.slice(0, MAX_NAMES)} ${id.slice(0, MAX_NAMES)}`;
  return /[A-Z]/.test(names) ? names.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase() : names;
}

export function isHiddenByName(tree: PageTree, node: number): boolean {
  return HIDDEN_NAMES.test(namesOf(tree, node));
}
