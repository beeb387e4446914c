import type { Features } from '../features/from-blocks.js';
import { lazy, once } from '../lazy.js';
import type { PageType } from '../options.js';
import { declaresDiscussion, declaresThread } from '../records/declared.js';
import {
  type DiscussionEvidence,
  discussionEvidence,
  isDatedThread,
  isThread,
} from '../records/discussion.js';
import { type RecordKind, recordKind } from '../records/parts.js';
import type { Regions } from '../regions/regions.js';
import { calibrated, defaultModel, type Model } from '../scores/model.js';
import { scoreRows } from '../scores/trees.js';
import { needsRendering } from './needs-rendering.js';
import { notContent } from './not-content.js';
import { barePageVector, withEvidence } from './page-vector.js';

/** Type of a page and expected quality of its extraction. */
export interface Quality {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly confidence: number;
  readonly notContent?: string;
  readonly needsRendering?: boolean;
  /** Kind of repeated structure that the page consists of. */
  readonly records?: RecordKind | undefined;
}

/**
 * Words of prose before the first comment from which on the page is an article with comments. Of 120, 60, 40 and 25
 * the best out of fold for the discussions of `wcxb` and `forums` (25 loses 0.0025 and 0.023). Half as many suffice
 * if the posts are named after comments and the URL is not of discussion software.
 */
const LONG_LEAD = 60;
const SHORT_LEAD = 30;
/** Share of posts named after comments above which they are comments. Set by hand. */
const NAMED = 0.5;

/**
 * Least forum probability for the posts to make a page a discussion: discussions of `forums` and `wcxb` misclassified
 * as articles have at least 0.3, out of fold.
 */
const LEAST_THREAD = 0.1;
/** The same for posts with dates only. Set by hand: no article of the training corpora passes. */
const FAIR_THREAD = 0.12;
/** Share of the text in posts above which a discussion URL is trusted. Set by hand. */
const MOST_OF_IT = 0.5;
/** Forum probability above which text before the posts is not an article. Set by hand. */
const LIKELY_THREAD = 0.5;

const MISTAKEN: ReadonlySet<PageType> = new Set<PageType>(['article', 'documentation']);

/**
 * Probability of a listing or collection from which on its entries decide. Of 0, 0.7, 0.8 and 0.9 the best out of
 * fold for the listings of `wcxb`.
 */
const LIKELY_LISTING = 0.7;

/**
 * The search for posts or entries is skipped if their probability, estimated without it, is below this. With this
 * threshold, 326 of the 327 pages with posts or entries in ten corpora are searched, as are 404 of the 1,224 other
 * pages that do not consist of a single text.
 */
const MAY_BE_RECORDS = 0.03;
const OF_RECORDS: ReadonlySet<PageType> = new Set<PageType>(['forum', 'listing', 'collection']);

/** Below this no type is likely: five pages of `wcxb`, the likeliest type being right on three. */
const LIKELY = 0.35;

export interface TypeSigns {
  /** Words of prose before possible comments; computed on access. */
  readonly lead: number;
  readonly evidence: DiscussionEvidence;
}

export interface TypeVerdict {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly records?: RecordKind;
}

export function typeFromScores(
  names: readonly PageType[],
  scores: Iterable<number>,
  signs: TypeSigns,
): TypeVerdict {
  const types = likelihoods(names, scores);
  const [likeliest, probability] = types.reduce((best, next) => (next[1] > best[1] ? next : best));
  // Default to `article`: without a post, a forum must be likelier than all other types together.
  const isBare =
    probability < LIKELY || (likeliest === 'forum' && signs.evidence.posts === 0 && probability < 0.5);
  const byName: TypeVerdict['types'] = Object.fromEntries(types);
  const type = settled(isBare ? 'article' : likeliest, byName.forum ?? 0, signs);
  const isMade = type === 'forum' || (byName.listing ?? 0) + (byName.collection ?? 0) >= LIKELY_LISTING;
  const records = isMade ? recordKind(type) : undefined;
  return { type, types: byName, ...(records === undefined ? {} : { records }) };
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

function settled(likeliest: PageType, forum: number, signs: TypeSigns): PageType {
  const { evidence } = signs;
  const isThread = likeliest === 'forum' || (MISTAKEN.has(likeliest) && isLikelyThread(forum, evidence));
  if (!isThread) return likeliest;
  const isComments = evidence.comments > NAMED;
  if (!isComments && isWholeThread(likeliest, forum, evidence)) return 'forum';
  const enough = isComments && !evidence.hasAddress ? SHORT_LEAD : LONG_LEAD;
  if (signs.lead < enough) return 'forum';
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

export function declaredType({ measurements: facts }: Features): PageType | undefined {
  return declaresThread(facts) ? 'forum' : undefined;
}

export function withDeclared(verdict: TypeVerdict, declared: PageType | undefined): TypeVerdict {
  const records = declared === undefined ? undefined : recordKind(declared);
  if (declared === undefined) return verdict;
  return { type: declared, types: verdict.types, ...(records === undefined ? {} : { records }) };
}

/** Classifies the page; `lead` returns the words of prose before its comments. */
export function qualityFromRegions(
  features: Features,
  regions: Regions,
  lead: () => number,
  model: Model = defaultModel(),
): Quality {
  return judgePage(features, regions, lead, model).quality();
}

/** Classification in two steps; the first is cheap. */
export interface Judgement {
  mayBeRecords(): boolean;
  quality(): Quality;
}

/** The same, lazily and with each step computed once. */
export function judgePage(features: Features, regions: Regions, lead: () => number, model: Model): Judgement {
  const names = model.types as readonly PageType[];
  const bare = once(() => barePageVector(features, regions));
  const bareScores = once(() => scoreRows(model.type, bare(), bare().length));
  const mayBeRecords = once(() => {
    if (declaresDiscussion(features.measurements)) return true;
    const types = likelihoods(names, bareScores());
    return types.reduce((sum, [type, p]) => (OF_RECORDS.has(type) ? sum + p : sum), 0) >= MAY_BE_RECORDS;
  });
  const quality = once((): Quality => {
    const { blocks, sums, hints } = features.measurements;
    const why = notContent(features.measurements, regions, hints.title);
    const scripted = needsRendering(blocks, sums, why) ? { needsRendering: true } : {};
    if (why !== undefined)
      return { type: 'other', types: { other: 1 }, confidence: 0.05, notContent: why, ...scripted };
    const evidence = once(() => discussionEvidence(features.measurements));
    const vector = once(() => withEvidence(bare(), evidence()));
    const verdict = once(() => {
      // Without posts the full vector equals the bare one.
      const scores = evidence().posts === 0 ? bareScores() : scoreRows(model.type, vector(), vector().length);
      const signs = lazy({ evidence: evidence() }, { lead });
      return withDeclared(typeFromScores(names, scores, signs), declaredType(features));
    });
    const confidence = () => {
      const score = scoreRows(model.quality, vector(), vector().length)[0]!;
      return calibrated(model.qualityCalibration, score);
    };
    return lazy(
      { ...scripted },
      {
        type: () => verdict().type,
        types: () => verdict().types,
        records: () => verdict().records,
        confidence,
      },
    );
  });
  return { mayBeRecords, quality };
}
