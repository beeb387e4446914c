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

/** What kind of page it is, and how well it is likely extracted. */
export interface Quality {
  readonly type: PageType;
  /** Probability of each type. */
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly confidence: number;
  /** Why the page is no content page at all, where it is none. */
  readonly notContent?: string;
  /** Whether its text is made by scripts: only a browser has it. */
  readonly needsRendering?: boolean;
  /** The kind of records that the page is made of. */
  readonly records?: RecordKind | undefined;
}

/**
 * From so many words of running text before the first comment on, the page is an article with comments, however many
 * these are. Of 120, 60, 40 and 25 the best out of fold for the discussions of `wcxb` and `forums` (25 loses 0.0025 and
 * 0.023). Half as many do where the posts are named after comments and the address is of no discussion.
 */
const LONG_LEAD = 60;
const SHORT_LEAD = 30;
/** Share of posts named after comments from which on they are comments. Set by hand. */
const NAMED = 0.5;

/**
 * Probability of a discussion below which its records do not make a page one: threads of `forums` and `wcxb` that pass for
 * articles have 0.3 at least, out of fold.
 */
const LEAST_THREAD = 0.1;
/** The same where the records have no more than their dates to show. Set by hand: no article of the training corpora passes. */
const FAIR_THREAD = 0.12;
/** Share of the text in posts from which on an address of discussion software is believed. Set by hand. */
const MOST_OF_IT = 0.5;
/** Probability from which on a thread has no article before it, whatever stands there. Set by hand. */
const LIKELY_THREAD = 0.5;

/** Types that a page may be taken for though it is a thread. */
const MISTAKEN: ReadonlySet<PageType> = new Set<PageType>(['article', 'documentation']);

/**
 * Probability of a listing or collection from which on its entries decide. Of 0, 0.7, 0.8 and 0.9 the best out of fold for
 * the listings of `wcxb`.
 */
const LIKELY_LISTING = 0.7;

/**
 * Probability of a page of records, told without looking for them, below which they are not looked for. Of the 327 pages
 * of ten corpora that are made of records it passes all but one, and 404 of 1,224 others that are no single text.
 */
const MAY_BE_RECORDS = 0.03;
/** The types of pages that are made of records. */
const OF_RECORDS: ReadonlySet<PageType> = new Set<PageType>(['forum', 'listing', 'collection']);

/** Below this no type is likely: five pages of `wcxb`, of three of which the likeliest type is right all the same. */
const LIKELY = 0.35;

/** What decides about the type besides the scores of its model. */
export interface TypeSigns {
  /** Words of running text before what may be comments; read only where they decide. */
  readonly lead: number;
  readonly evidence: DiscussionEvidence;
}

/** The type of a page, and how likely each is. */
export interface TypeVerdict {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  /** The kind of records that the page is made of, where it is likely enough made of some. */
  readonly records?: RecordKind;
}

/** Probability of each type from the scores of the model, and the type that these and the signs make it. */
export function typeFromScores(
  names: readonly PageType[],
  scores: Iterable<number>,
  signs: TypeSigns,
): TypeVerdict {
  const types = likelihoods(names, scores);
  const [likeliest, probability] = types.reduce((best, next) => (next[1] > best[1] ? next : best));
  // A page with few signs is an article: without a post, a discussion must be likelier than everything else together.
  const isBare =
    probability < LIKELY || (likeliest === 'forum' && signs.evidence.posts === 0 && probability < 0.5);
  const byName: TypeVerdict['types'] = Object.fromEntries(types);
  const type = settled(isBare ? 'article' : likeliest, byName.forum ?? 0, signs);
  const isMade = type === 'forum' || (byName.listing ?? 0) + (byName.collection ?? 0) >= LIKELY_LISTING;
  const records = isMade ? recordKind(type) : undefined;
  return { type, types: byName, ...(records === undefined ? {} : { records }) };
}

/** Probability of each type from the scores of the model. */
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

/** Whether the records of a page make it a discussion: all their signs together, or that its address is of one. */
function isLikelyThread(forum: number, evidence: DiscussionEvidence): boolean {
  if (evidence.hasAddress && evidence.posts >= 2 && evidence.share > MOST_OF_IT) return true;
  if (forum >= FAIR_THREAD && isDatedThread(evidence)) return true;
  return forum >= LEAST_THREAD && isThread(evidence);
}

/** Whether what stands before the posts is one of them. */
function isWholeThread(likeliest: PageType, forum: number, evidence: DiscussionEvidence): boolean {
  if (evidence.posts < 3) return false;
  return evidence.hasAddress ? likeliest === 'forum' : forum >= LIKELY_THREAD && isThread(evidence);
}

/** The type that a page declares beyond doubt, whatever it looks like. */
export function declaredType({ measurements: facts }: Features): PageType | undefined {
  return declaresThread(facts) ? 'forum' : undefined;
}

/** What a page declares beyond doubt decides. */
export function withDeclared(verdict: TypeVerdict, declared: PageType | undefined): TypeVerdict {
  const records = declared === undefined ? undefined : recordKind(declared);
  if (declared === undefined) return verdict;
  return { type: declared, types: verdict.types, ...(records === undefined ? {} : { records }) };
}

/** Judges the page as a whole; `lead` is the running text before its comments, in words. */
export function qualityFromRegions(
  features: Features,
  regions: Regions,
  lead: () => number,
  model: Model = defaultModel(),
): Quality {
  return judgePage(features, regions, lead, model).quality();
}

/** The judgement of a page, in two steps: the first costs little. */
export interface Judgement {
  /** Whether the page may be made of records, told without looking for them. */
  mayBeRecords(): boolean;
  quality(): Quality;
}

/** The same, nothing of it made before it is asked for, and nothing twice. */
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
      // Without posts the vector is the bare one.
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
