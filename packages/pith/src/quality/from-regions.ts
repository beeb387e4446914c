import type { Features } from '../features/from-blocks.js';
import type { PageType } from '../options.js';
import { type DiscussionEvidence, discussionEvidence, isThread } from '../records/discussion.js';
import type { Regions } from '../regions/regions.js';
import { calibrated, defaultModel, type Model } from '../scores/model.js';
import { scoreRows } from '../scores/trees.js';
import { needsRendering } from './needs-rendering.js';
import { notContent } from './not-content.js';
import { pageVector } from './page-vector.js';

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
}

/** Names of its fields. */
export const QUALITY_FIELDS = [
  'type',
  'types',
  'confidence',
  'notContent',
  'needsRendering',
] as const satisfies readonly (keyof Quality)[];

/** Types of schema.org that no other kind of page declares: all 81 pages of the training corpora that do are threads. */
const THREADS: readonly string[] = ['QAPage', 'DiscussionForumPosting'];

/**
 * From so many words of running text before the first comment on, the page is an article with comments, however many
 * these are. Of 120, 60, 40 and 25 the best out of fold for the discussions of `wcxb` and `forums` (25 loses 0.0025 and
 * 0.023).
 */
const LONG_LEAD = 60;

/** Types that a page may be taken for though it is a thread. */
const MISTAKEN: ReadonlySet<PageType> = new Set<PageType>(['article', 'documentation']);

/** Below this no type is likely: five pages of `wcxb`, of three of which the likeliest type is right all the same. */
const LIKELY = 0.35;

/** What decides about the type besides the scores of its model. */
export interface TypeSigns {
  /** Words of running text before what may be comments. */
  readonly lead: number;
  readonly evidence: DiscussionEvidence;
}

/** Probability of each type from the scores of the model, and the type that these and the signs make it. */
export function typeFromScores(
  names: readonly PageType[],
  scores: Iterable<number>,
  { lead, evidence }: TypeSigns,
): { readonly type: PageType; readonly types: Readonly<Partial<Record<PageType, number>>> } {
  const own = [...scores];
  const top = Math.max(...own);
  const odds = own.map(score => Math.exp(score - top));
  const sum = odds.reduce((total, odd) => total + odd, 0);
  const types = names.map((name, i) => [name, odds[i]! / sum] as const);
  const [likeliest, probability] = types.reduce((best, next) => (next[1] > best[1] ? next : best));
  // A page with few signs is an article: without a post, a discussion must be likelier than everything else together.
  const isBare = probability < LIKELY || (likeliest === 'forum' && evidence.posts === 0 && probability < 0.5);
  return { type: settled(isBare ? 'article' : likeliest, lead, evidence), types: Object.fromEntries(types) };
}

function settled(likeliest: PageType, lead: number, evidence: DiscussionEvidence): PageType {
  if (lead >= LONG_LEAD) return likeliest === 'forum' ? 'article' : likeliest;
  return MISTAKEN.has(likeliest) && isThread(evidence) ? 'forum' : likeliest;
}

/** The type that a page declares beyond doubt, whatever it looks like. */
export function declaredType({ facts: { hints } }: Features): PageType | undefined {
  return hints.schemaTypes.some(type => THREADS.includes(type)) ? 'forum' : undefined;
}

/** Judges the page as a whole; `lead` is the running text before its comments, in words. */
export function qualityFromRegions(
  features: Features,
  regions: Regions,
  lead: () => number,
  model: Model = defaultModel(),
): Quality {
  const why = notContent(features.facts, regions, features.facts.hints.title);
  const scripted = needsRendering(features.facts.blocks, features.facts.sums, why)
    ? { needsRendering: true }
    : {};
  if (why !== undefined) {
    return { type: 'other', types: { other: 1 }, confidence: 0.05, notContent: why, ...scripted };
  }
  const evidence = discussionEvidence(features.facts);
  const vector = pageVector(features, regions, evidence);
  const scores = scoreRows(model.type, vector, vector.length);
  const { type, types } = typeFromScores(model.types as readonly PageType[], scores, {
    lead: lead(),
    evidence,
  });
  return {
    type: declaredType(features) ?? type,
    types,
    confidence: calibrated(model.qualityCalibration, scoreRows(model.quality, vector, vector.length)[0]!),
    ...scripted,
  };
}
