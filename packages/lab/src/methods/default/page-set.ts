import type { PageType } from 'webpith';
import {
  commentsFromRecords,
  type DiscussionEvidence,
  declaredType,
  discussionEvidence,
  type Features,
  isSpreadOut,
  movedByRecords,
  pageVector,
  type RecordKind,
  type Regions,
  ROLE,
  recordParts,
  regionsFromScores,
} from 'webpith/stages';
import { analysePage } from '../../corpora/page-tree.js';
import { bagOfWords } from '../../metrics/bag.js';
import type { PrecisionRecall } from '../../metrics/score.js';
import { countSnippets, type SnippetCounts } from '../../metrics/snippets.js';
import type { RecordModel } from './record-weights.js';
import { annotatedPages, type TrainingPage, type TrainingSet, type TrainingSources } from './training-set.js';

/** What came of a page when blocks were decided about by scores that never saw it. */
export interface PageOutcome {
  readonly corpus: string;
  readonly id: string;
  readonly vector: Float32Array;
  /** The type that the page declares, which no model overrules. */
  readonly declared: PageType | undefined;
  /** Words of running text before what may be comments. */
  readonly lead: number;
  /** What its records say about it being a discussion. */
  readonly evidence: DiscussionEvidence;
  /** What comes out of it as one text, as posts of a discussion, and as entries of a listing. */
  readonly as: Readonly<Record<PageKind, Extracted>>;
  /** What the blocks would give that the labels call content: the most that keeping whole blocks can reach. */
  readonly reachable: PrecisionRecall | undefined;
}

/** What a page is made of: one text, or records. */
export type PageKind = 'text' | RecordKind;

/** A text that was extracted, measured. */
export interface Extracted {
  /** Against the gold text, or what readers labelled content; undefined where there is neither. */
  readonly bag: PrecisionRecall | undefined;
  /** What the same probabilities give when they lean towards precision or recall, by `LEANS`; empty without gold text. */
  readonly leaning: readonly PrecisionRecall[];
  /** Against the snippets. */
  readonly snippets: SnippetCounts;
}

/** From precision to recall: the values of the option `lean` that are measured. */
export const LEANS = [-1, -0.5, 0, 0.5, 1] as const;

/**
 * Decides about every page of the training set by the given probabilities of its blocks. Pages are read and analysed
 * anew: what the decision looks at would not fit in memory for all of them at once.
 */
export async function pageOutcomes(
  sources: TrainingSources,
  set: TrainingSet,
  probability: Float32Array,
  records: (page: TrainingPage) => RecordModel,
  onPage: (pages: number) => void = () => {},
): Promise<PageOutcome[]> {
  const outcomes: PageOutcome[] = [];
  for await (const { corpus, page, readers } of annotatedPages(sources)) {
    const trained = set.pages[outcomes.length]!;
    const { first, blocks: count } = trained;
    const { features } = analysePage(page);
    const { texts } = features.measurements.blocks;
    const share = set.share.subarray(first, first + count);
    const labelled = texts.filter((_, b) => share[b]! > 0.5).join('\n\n');
    const text = page.text?.trim() ? page.text : undefined;
    const gold = text ?? (readers === undefined ? undefined : labelled);
    // What readers called title or byline is counted neither for nor against an extraction that is held against their labels.
    const isCounted = (b: number) => text !== undefined || gold === undefined || share[b]! >= 0;
    const against = (words: string) => (gold?.trim() ? bagOfWords(gold, words) : undefined);
    const decided = decidePage(features, probability.slice(first, first + count), records(trained));
    const measured = (regions: (lean: number) => Regions): Extracted => {
      const kept = (lean: number, isAsked: (b: number) => boolean) => {
        const { role } = regions(lean);
        return texts.filter((_, b) => role[b] === ROLE.content && isAsked(b)).join('\n\n');
      };
      return {
        bag: against(kept(0, isCounted)),
        leaning: LEANS.flatMap(lean => against(kept(lean, isCounted)) ?? []),
        snippets: countSnippets(
          page,
          kept(0, () => true),
        ),
      };
    };
    const whole = measured(decided.draft);
    const asText = decided.hasComments ? measured(decided.text) : whole;
    outcomes.push({
      corpus,
      id: page.id,
      vector: decided.vector,
      declared: declaredType(features),
      lead: decided.lead,
      evidence: decided.evidence,
      as: {
        text: asText,
        posts: decided.posts === undefined ? whole : measured(decided.posts),
        items: decided.items === undefined ? asText : measured(decided.items),
      },
      reachable: against(labelled),
    });
    onPage(outcomes.length);
  }
  return outcomes;
}

/** What the library decides about a page, for every kind of page that it may turn out to be. */
function decidePage(features: Features, scores: Float32Array, weights: RecordModel) {
  const { measurements: facts } = features;
  const comments = commentsFromRecords(facts, { isDiscussion: () => false });
  const draft = regionsFromScores(facts, scores);
  const evidence = discussionEvidence(facts);
  const byRecords = (kind: RecordKind, apart?: Uint8Array) => {
    const parts = isSpreadOut(facts, draft) ? recordParts(facts, kind) : undefined;
    if (parts === undefined) return undefined;
    const moved = movedByRecords(scores, parts, weights[kind]);
    return (lean: number) => regionsFromScores(facts, moved, { lean }, apart);
  };
  return {
    hasComments: comments.mayHold(b => draft.role[b] === ROLE.content),
    lead: comments.lead,
    evidence,
    vector: pageVector(features, draft, evidence),
    draft: (lean: number) => regionsFromScores(facts, scores, { lean }),
    text: (lean: number) => regionsFromScores(facts, scores, { lean }, comments.blocks),
    posts: byRecords('posts'),
    items: byRecords('items', comments.blocks),
  };
}
