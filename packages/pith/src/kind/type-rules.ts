import { type DiscussionEvidence, declaresThread } from '../discussion/evidence.js';
import type { Page } from '../features/page.js';
import { type EntryKind, entryKind } from '../groups/group.js';
import type { PageType } from '../options.js';
import { type Regions, ROLE } from '../regions/regions.js';

/**
 * Below this probability no type counts as likely: on `wcxb`, the likeliest is right on only three of five such pages.
 */
const LIKELY = 0.35;
/** Minimum probability of a forum without posts: it must be likelier than all other types together. */
const LIKELY_FORUM = 0.5;
/**
 * Minimum probability of listing and collection together for a page to consist of entries. Of 0, 0.7, 0.8 and 0.9, the
 * best out of fold for the listings of `wcxb`.
 */
const LIKELY_LISTING = 0.7;

/**
 * Minimum probability of a forum, listing or collection, estimated without posts, for a search of posts and entries.
 * Reached by 326 of the 327 pages with posts or entries in ten corpora, and by 404 of the 1,224 others that do not
 * consist of a single text.
 */
const MAY_HAVE_ENTRIES = 0.03;
/**
 * Minimum probability of a forum with which posts are searched as evidence. Set by hand: the search is slow and seldom
 * changes the type.
 */
const MAY_BE_FORUM = 0.02;

const CONFUSED_WITH_FORUM: ReadonlySet<PageType> = new Set<PageType>(['article', 'documentation']);

/** Signs by which the posts of a page identify a discussion that the model takes for an article. */
const SIGNS: readonly {
  readonly name: string;
  /**
   * Minimum probability of a forum. Out of fold, discussions of `forums` and `wcxb` that are misclassified as articles
   * have at least 0.3; 0.12 is set by hand, so that no article of the training corpora passes.
   */
  readonly forum: number;
  readonly isFound: (evidence: DiscussionEvidence) => boolean;
}[] = [
  {
    name: 'posts at a URL of discussion software',
    forum: 0,
    isFound: ({ hasAddress, posts, share }) => hasAddress && posts >= 2 && share > 0.5,
  },
  {
    name: 'dated entries, as in mailing list archives and early boards',
    forum: 0.12,
    isFound: ({ posts, share, largest, comments, hasLongLead, dates }) =>
      posts >= 3 && !hasLongLead && share >= 0.85 && largest <= 0.5 && comments === 0 && dates > 0.9,
  },
  { name: 'posts with most of the text', forum: 0.1, isFound: isThread },
];

/**
 * True if the posts alone identify a discussion: they contain the text, and have post ids or are many with authors
 * and dates. Tuned on `wcxb`, `segments`, `newspapers` and `dragnet`: five pages labelled as articles pass, four of
 * which are in fact discussions. Lists of teasers pass too; their type is decided by the model.
 */
function isThread({ posts, share, score, largest, hasLongLead, ...rest }: DiscussionEvidence): boolean {
  if (posts < 3 || share < 0.75 || score < 0.55 || hasLongLead) return false;
  const { comments, authors, dates, numbered, isSpread } = rest;
  // Pages beyond these limits are articles with comments.
  if (largest > 0.7 || comments > 0.5) return false;
  if (numbered > 0.7) return authors > 0.7 || dates > 0.7;
  return !isSpread && posts > 4 && authors > 0.9 && dates > 0.9;
}

/**
 * Minimum words of prose before the first comment of an article with comments. Of 120, 60, 40 and 25, 60 was the best
 * out of fold for the discussions of `wcxb` and `forums` (25 loses 0.0025 and 0.023). Half as many suffice if most
 * posts are named after comments (a share set by hand) and the URL is not one of discussion software.
 */
const ARTICLE_WORDS = 60;
const COMMENTED_ARTICLE_WORDS = 30;
const MOSTLY_COMMENTS = 0.5;

export interface TypeVerdict {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly entries?: EntryKind | undefined;
}

interface WithLead {
  /** Words of prose between the title and the first comment region. Read only if the type depends on them. */
  readonly lead: number;
}

/** The type of a page by the scores of the model, one per type, and by its posts and comments. */
export function typeFromScores(
  names: readonly PageType[],
  scores: Iterable<number>,
  evidence: DiscussionEvidence,
  comments: WithLead,
): TypeVerdict {
  const types = likelihoods(names, scores);
  const [likeliest, probability] = types.reduce((best, next) => (next[1] > best[1] ? next : best));
  const isUnlikely =
    probability < LIKELY || (likeliest === 'forum' && evidence.posts === 0 && probability < LIKELY_FORUM);
  const byName: TypeVerdict['types'] = Object.fromEntries(types);
  const type = decidedType(isUnlikely ? 'article' : likeliest, byName.forum ?? 0, evidence, comments);
  const hasEntries = type === 'forum' || (byName.listing ?? 0) + (byName.collection ?? 0) >= LIKELY_LISTING;
  return { type, types: byName, entries: hasEntries ? entryKind(type) : undefined };
}

/** False if a page is unlikely to consist of posts or entries, by scores without evidence of posts. */
export function mayHaveEntries(names: readonly PageType[], scores: Iterable<number>): boolean {
  return probabilityOf(['forum', 'listing', 'collection'], names, scores) >= MAY_HAVE_ENTRIES;
}

/** False if posts need not be searched as evidence of a forum. */
export function mayBeForum(names: readonly PageType[], scores: Iterable<number>): boolean {
  return probabilityOf(['forum'], names, scores) >= MAY_BE_FORUM;
}

function probabilityOf(
  types: readonly PageType[],
  names: readonly PageType[],
  scores: Iterable<number>,
): number {
  return likelihoods(names, scores).reduce((sum, [type, p]) => (types.includes(type) ? sum + p : sum), 0);
}

function likelihoods(
  names: readonly PageType[],
  scores: Iterable<number>,
): (readonly [type: PageType, probability: number])[] {
  const own = [...scores];
  const top = Math.max(...own);
  const odds = own.map(score => Math.exp(score - top));
  const sum = odds.reduce((total, odd) => total + odd, 0);
  return names.map((name, i) => [name, odds[i]! / sum] as const);
}

/** Decides between a discussion and an article with comments; `forum` is the probability of a discussion. */
function decidedType(
  likeliest: PageType,
  forum: number,
  evidence: DiscussionEvidence,
  comments: WithLead,
): PageType {
  const isForum = likeliest === 'forum';
  const hasSign = () => SIGNS.some(sign => forum >= sign.forum && sign.isFound(evidence));
  if (!isForum && !(CONFUSED_WITH_FORUM.has(likeliest) && hasSign())) return likeliest;
  const { hasAddress, posts } = evidence;
  const isCommented = evidence.comments > MOSTLY_COMMENTS;
  const isWhole = posts >= 3 && (hasAddress ? isForum : forum >= LIKELY_FORUM && isThread(evidence));
  if (isWhole && !isCommented) return 'forum';
  const articleWords = isCommented && !hasAddress ? COMMENTED_ARTICLE_WORDS : ARTICLE_WORDS;
  if (comments.lead < articleWords) return 'forum';
  return isForum ? 'article' : likeliest;
}

const PRODUCT = /^product(?:[.:]item)?$|:product$/i;

/**
 * The type that a page declares for itself, which overrides the model. Of 32 pages of `wcxb` with the Open Graph type
 * `product`, 29 are products. Product groups and Schema.org types do not override it: entries of lists declare them
 * too.
 */
export function declaredType(page: Page): PageType | undefined {
  if (declaresThread(page)) return 'forum';
  return PRODUCT.test(page.hints.ogType?.trim() ?? '') ? 'product' : undefined;
}

export function withDeclared(verdict: TypeVerdict, declared: PageType | undefined): TypeVerdict {
  if (declared === undefined) return verdict;
  return { type: declared, types: verdict.types, entries: entryKind(declared) };
}

/**
 * A page with at least this share of its kept words in one element is a single text, not posts or entries. Reached by 7
 * of 151 discussions of `forums` and `wcxb`, and by three in four articles of `dragnet`, `newspapers`, `big9` and
 * `chaos`.
 */
const ONE_TEXT = 0.8;
/** The same for pages that declare an article. Such pages that consist of posts or entries reach at most 0.28. */
const DECLARED_TEXT = 0.3;

/**
 * Blocks with this probability count even if the draft drops them, since it may keep only the longest of several posts.
 */
const PROBABLE = 0.5;

/** True if the text is spread over several elements, like posts and entries. Cheaper than classifying the page. */
export function isSpreadOut(page: Page, { role, probability }: Regions): boolean {
  const { tree, node, words } = page.blocks;
  const sums = new Map<number, number>();
  let total = 0;
  let most = 0;
  for (let b = 0; b < role.length; b++) {
    if (role[b] !== ROLE.content && probability[b]! < PROBABLE) continue;
    const around = tree.parent[node[b]!]!;
    const sum = (sums.get(around) ?? 0) + words[b]!;
    sums.set(around, sum);
    total += words[b]!;
    if (sum > most) most = sum;
  }
  return most < total * (declaresArticle(page) ? DECLARED_TEXT : ONE_TEXT);
}

const ARTICLE = /^(?:.{0,40}Article|BlogPosting)$/;

function declaresArticle(page: Page): boolean {
  return page.hints.schemaTypes.some(type => ARTICLE.test(type)) && !declaresThread(page);
}
