import type { Features } from '../features/from-blocks.js';
import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import type { PageType } from '../options.js';
import { scoreRows } from '../packed-trees.js';
import { CommentSearch } from '../records/comments.js';
import { declaresDiscussion, declaresThread } from '../records/declared.js';
import {
  type DiscussionEvidence,
  discussionEvidence,
  isDatedThread,
  isThread,
  NO_DISCUSSION,
} from '../records/discussion.js';
import { type RecordKind, recordKind, recordParts } from '../records/parts.js';
import { embeddedPosts } from '../records/posts.js';
import { type Regions, ROLE } from '../regions/regions.js';
import { calibrated, defaultModel, type Model } from '../scores/model.js';
import { needsRendering } from './needs-rendering.js';
import { notContent } from './not-content.js';
import { barePageVector, PAGE_VECTOR_NAMES, withEvidence } from './page-vector.js';
import { isSpreadOut } from './spread.js';

/** Type of a page and expected quality of its extraction. */
export interface Quality {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly confidence: number;
  readonly notContent?: string | undefined;
  readonly needsRendering?: boolean | undefined;
}

/** The posts or entries that a page consists of, with the role of each block in them (see `recordParts`). */
export interface RecordsOfPage {
  readonly kind: RecordKind;
  readonly parts: Uint8Array;
}

/**
 * Minimum words of prose before the first comment of an article with comments. Of 120, 60, 40 and 25 the best out of
 * fold for the discussions of `wcxb` and `forums` (25 loses 0.0025 and 0.023). Half as many suffice if the posts are
 * named after comments and the URL is not one of discussion software.
 */
const ARTICLE_WORDS = 60;
const COMMENTED_ARTICLE_WORDS = 30;
/** Share of posts with class names of comments above which all are comments. Set by hand. */
const NAMED = 0.5;

/**
 * Minimum forum probability with which posts make a page a discussion. Out of fold, discussions of `forums` and `wcxb`
 * that are misclassified as articles have at least 0.3.
 */
const LEAST_THREAD = 0.1;
/** The same if dates are the only evidence. Set by hand, so that no article of the training corpora passes. */
const FAIR_THREAD = 0.12;
/** Share of the text in posts above which a URL of discussion software decides. Set by hand. */
const MOST_OF_IT = 0.5;
/** Minimum forum probability with which text before the posts is not taken for an article. Set by hand. */
const LIKELY_THREAD = 0.5;

const CONFUSED_WITH_FORUM: ReadonlySet<PageType> = new Set<PageType>(['article', 'documentation']);

/**
 * Minimum probability of a listing or collection with which its entries decide. Of 0, 0.7, 0.8 and 0.9 the best out of
 * fold for the listings of `wcxb`.
 */
const LIKELY_LISTING = 0.7;

/**
 * Minimum probability of a forum, listing or collection, estimated without posts, with which posts and entries are
 * searched: on 326 of the 327 pages with posts or entries in ten corpora, and on 404 of the 1,224 others that do not
 * consist of a single text.
 */
const MAY_BE_RECORDS = 0.03;
const FORUM: ReadonlySet<PageType> = new Set<PageType>(['forum']);
const OF_RECORDS: ReadonlySet<PageType> = new Set<PageType>(['forum', 'listing', 'collection']);

/**
 * Minimum probability of a forum, estimated without posts, with which posts are searched as evidence of one. Set by hand:
 * the search is the slowest part of the decision, and posts seldom change the type of less likely pages.
 */
const MAY_BE_FORUM = 0.02;

/**
 * Below this probability, no type is considered likely. Of the five such pages of `wcxb`, the likeliest type is right
 * on three.
 */
const LIKELY = 0.35;

interface WithLead {
  /** Words of prose between the title and the first comment region. Read only if the type depends on them. */
  readonly lead: number;
}

export interface TypeVerdict {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly records?: RecordKind | undefined;
}

export function typeFromScores(
  names: readonly PageType[],
  scores: Iterable<number>,
  evidence: DiscussionEvidence,
  comments: WithLead,
): TypeVerdict {
  const types = likelihoods(names, scores);
  const [likeliest, probability] = types.reduce((best, next) => (next[1] > best[1] ? next : best));
  // `article` is the default. Without a post, a forum must be likelier than all other types together.
  const isUnlikely =
    probability < LIKELY || (likeliest === 'forum' && evidence.posts === 0 && probability < 0.5);
  const byName: TypeVerdict['types'] = Object.fromEntries(types);
  const type = decidedType(isUnlikely ? 'article' : likeliest, byName.forum ?? 0, evidence, comments);
  const hasRecords = type === 'forum' || (byName.listing ?? 0) + (byName.collection ?? 0) >= LIKELY_LISTING;
  return { type, types: byName, records: hasRecords ? recordKind(type) : undefined };
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

/** `forum` is the probability of that type. */
function decidedType(
  likeliest: PageType,
  forum: number,
  evidence: DiscussionEvidence,
  comments: WithLead,
): PageType {
  const mayBeForum =
    likeliest === 'forum' || (CONFUSED_WITH_FORUM.has(likeliest) && isLikelyThread(forum, evidence));
  if (!mayBeForum) return likeliest;
  const isComments = evidence.comments > NAMED;
  if (!isComments && isWholeThread(likeliest, forum, evidence)) return 'forum';
  const articleWords = isComments && !evidence.hasAddress ? COMMENTED_ARTICLE_WORDS : ARTICLE_WORDS;
  if (comments.lead < articleWords) return 'forum';
  return likeliest === 'forum' ? 'article' : likeliest;
}

function isLikelyThread(forum: number, evidence: DiscussionEvidence): boolean {
  if (evidence.hasAddress && evidence.posts >= 2 && evidence.share > MOST_OF_IT) return true;
  if (forum >= FAIR_THREAD && isDatedThread(evidence)) return true;
  return forum >= LEAST_THREAD && isThread(evidence);
}

function isWholeThread(likeliest: PageType, forum: number, evidence: DiscussionEvidence): boolean {
  if (evidence.posts < 3) return false;
  return evidence.hasAddress ? likeliest === 'forum' : forum >= LIKELY_THREAD && isThread(evidence);
}

export function declaredType({ measurements: page }: Features): PageType | undefined {
  return declaresThread(page) ? 'forum' : undefined;
}

export function withDeclared(verdict: TypeVerdict, declared: PageType | undefined): TypeVerdict {
  if (declared === undefined) return verdict;
  return { type: declared, types: verdict.types, records: recordKind(declared) };
}

/**
 * The kind of a page, decided once from the draft of its regions: its type, whether its text is a discussion, a list of
 * entries or one text, and where its comments are. Later stages read it. Each part is computed on first access, since
 * most pages need only some.
 */
export class PageKind implements Quality {
  readonly comments: CommentSearch;
  readonly #features: Features;
  readonly #draft: Regions;
  readonly #model: Model;
  #bare: Float32Array | undefined;
  #bareScores: Float32Array | undefined;
  #vector: Float32Array | undefined;
  #verdict: TypeVerdict | undefined;
  #records: { readonly value: RecordsOfPage | undefined } | undefined;
  #notContent: { readonly value: string | undefined } | undefined;
  #mayBeRecords: boolean | undefined;
  #isDiscussion: boolean | undefined;
  #needsRendering: boolean | undefined;
  #confidence: number | undefined;

  constructor(features: Features, draft: Regions, model: Model = defaultModel()) {
    this.#features = features;
    this.#draft = draft;
    this.#model = model;
    this.comments = new CommentSearch(features.measurements);
  }

  get type() {
    return this.#typed.type;
  }

  get types() {
    return this.#typed.types;
  }

  get notContent() {
    this.#notContent ??= { value: notContent(this.#page, this.#draft, this.#page.hints.title) };
    return this.#notContent.value;
  }

  get needsRendering() {
    this.#needsRendering ??= needsRendering(this.#page.blocks, this.#page.sums, this.notContent);
    return this.#needsRendering ? true : undefined;
  }

  get confidence() {
    this.#confidence ??= this.#readConfidence();
    return this.#confidence;
  }

  /** True if the readers' texts are the posts of the page, and not comments below its text. */
  get isDiscussion(): boolean {
    this.#isDiscussion ??=
      this.type === 'forum' ||
      // Pages rendered by script may carry their discussion as JSON.
      (this.notContent !== undefined && embeddedPosts(this.#page).length > 1);
    return this.#isDiscussion;
  }

  /** Undefined for a page with one text. */
  get records(): RecordsOfPage | undefined {
    this.#records ??= { value: this.#readRecords() };
    return this.#records.value;
  }

  /** Role of each block in and around reader comments; undefined if the page has none to exclude. */
  get commentRoles(): Uint8Array | undefined {
    const mayMatter =
      this.records !== undefined || this.comments.mayContain(b => this.#draft.role[b] === ROLE.content);
    const roles = mayMatter ? this.comments.blocks : undefined;
    // Checked last: classifying the page costs more than searching for comments.
    return roles !== undefined && this.#mayConsistOfRecords && this.type === 'forum' ? undefined : roles;
  }

  get #page(): PageMeasurements {
    return this.#features.measurements;
  }

  get #evidence(): DiscussionEvidence {
    const mayBeForum = declaresDiscussion(this.#page) || this.#probabilityWithoutPosts(FORUM) >= MAY_BE_FORUM;
    return mayBeForum ? discussionEvidence(this.#page) : NO_DISCUSSION;
  }

  #readRecords(): RecordsOfPage | undefined {
    if (!isSpreadOut(this.#page, this.#draft) || !this.#mayConsistOfRecords) return undefined;
    const kind = this.#typed.records;
    const parts = kind && recordParts(this.#page, kind);
    return parts && { kind, parts };
  }

  /** False if the page is unlikely to consist of posts or entries. Cheaper than `type`. */
  get #mayConsistOfRecords(): boolean {
    this.#mayBeRecords ??=
      declaresDiscussion(this.#page) || this.#probabilityWithoutPosts(OF_RECORDS) >= MAY_BE_RECORDS;
    return this.#mayBeRecords;
  }

  #probabilityWithoutPosts(of: ReadonlySet<PageType>): number {
    const types = likelihoods(this.#model.types as readonly PageType[], this.#scoresWithoutPosts());
    return types.reduce((sum, [type, p]) => (of.has(type) ? sum + p : sum), 0);
  }

  get #typed(): TypeVerdict {
    this.#verdict ??= this.#readVerdict();
    return this.#verdict;
  }

  #readVerdict(): TypeVerdict {
    if (this.notContent !== undefined) return { type: 'other', types: { other: 1 } };
    const evidence = this.#evidence;
    // Without posts the full vector equals the bare one.
    const scores =
      evidence.posts === 0
        ? this.#scoresWithoutPosts()
        : scoreRows(this.#model.type, this.#fullVector(), PAGE_VECTOR_NAMES.length);
    const names = this.#model.types as readonly PageType[];
    return withDeclared(typeFromScores(names, scores, evidence, this.comments), declaredType(this.#features));
  }

  #scoresWithoutPosts(): Float32Array {
    this.#bareScores ??= scoreRows(this.#model.type, this.#bareVector(), PAGE_VECTOR_NAMES.length);
    return this.#bareScores;
  }

  #bareVector(): Float32Array {
    this.#bare ??= barePageVector(this.#features, this.#draft);
    return this.#bare;
  }

  #fullVector(): Float32Array {
    this.#vector ??= withEvidence(this.#bareVector(), this.#evidence);
    return this.#vector;
  }

  #readConfidence(): number {
    if (this.notContent !== undefined) return 0.05;
    const score = scoreRows(this.#model.quality, this.#fullVector(), PAGE_VECTOR_NAMES.length)[0]!;
    return calibrated(this.#model.qualityCalibration, score);
  }
}
