import type { PageType } from 'webpith';
import {
  adjustedByEntries,
  Comments,
  Discussion,
  type DiscussionEvidence,
  declaredType,
  type EntryKind,
  entryParts,
  Groups,
  isSpreadOut,
  type Page,
  pageVector,
  type Regions,
  ROLE,
  regionsFromScores,
} from 'webpith/stages';
import { analysePage } from '../../corpora/corpus.js';
import {
  bagOfWords,
  countSnippets,
  type PrecisionRecall,
  type SnippetCounts,
} from '../../metrics/overlap.js';
import type { EntryModel } from './entry-weights.js';
import { annotatedPages, type TrainingPage, type TrainingSet, type TrainingSources } from './training-set.js';

export interface PageOutcome {
  readonly corpus: string;
  readonly id: string;
  readonly vector: Float32Array;
  readonly declared: PageType | undefined;
  /** Words of prose before the first comment. */
  readonly lead: number;
  readonly evidence: DiscussionEvidence;
  readonly as: Readonly<Record<PageKind, Extracted>>;
  /** Upper bound for selecting whole blocks: the score of the blocks labelled as content. */
  readonly reachable: PrecisionRecall | undefined;
}

type PageKind = 'text' | EntryKind;

export interface Extracted {
  /** Against the gold text or the annotators' content; undefined without either. */
  readonly bag: PrecisionRecall | undefined;
  readonly leaning: readonly PrecisionRecall[];
  readonly snippets: SnippetCounts;
}

/** Values of the option `lean` that are measured, from precision to recall. */
export const LEANS = [-1, -0.5, 0, 0.5, 1] as const;

/** Extracts every page with the given block probabilities. Pages are read again to save memory. */
export async function pageOutcomes(
  sources: TrainingSources,
  set: TrainingSet,
  probability: Float32Array,
  records: (page: TrainingPage) => EntryModel,
  onPage: (pages: number) => void = () => {},
): Promise<PageOutcome[]> {
  const outcomes: PageOutcome[] = [];
  for await (const { corpus, page, readers } of annotatedPages(sources)) {
    const trained = set.pages[outcomes.length]!;
    const { first, blocks: count } = trained;
    const analysed = analysePage(page);
    const { texts } = analysed.blocks;
    const share = set.share.subarray(first, first + count);
    const labelled = texts.filter((_, b) => share[b]! > 0.5).join('\n\n');
    const text = page.text?.trim() ? page.text : undefined;
    const gold = text ?? (readers === undefined ? undefined : labelled);
    // If annotations are the gold, unlabelled blocks and those labelled as title, byline, date or caption do not count.
    const isCounted = (b: number) => text !== undefined || gold === undefined || share[b]! >= 0;
    const against = (words: string) => (gold?.trim() ? bagOfWords(gold, words) : undefined);
    const decided = decidePage(analysed, probability.slice(first, first + count), records(trained));
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
      declared: declaredType(analysed),
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

function decidePage(page: Page, scores: Float32Array, weights: EntryModel) {
  const groups = new Groups(page);
  const comments = new Comments(groups);
  const inComments = comments.roles;
  const draft = regionsFromScores(page, scores);
  const discussion = new Discussion(groups);
  const { evidence } = discussion;
  const byEntries = (kind: EntryKind, apart?: Uint8Array) => {
    const parts = isSpreadOut(page, draft) ? entryParts(groups, kind, discussion) : undefined;
    if (parts === undefined) return undefined;
    const moved = adjustedByEntries(scores, parts, weights[kind]);
    return (lean: number) =>
      regionsFromScores(page, moved, { lean }, { comments: apart, hasPosts: kind === 'posts' });
  };
  return {
    hasComments: comments.mayContain(b => draft.role[b] === ROLE.content),
    lead: comments.lead,
    evidence,
    vector: pageVector(page, draft, evidence),
    draft: (lean: number) => regionsFromScores(page, scores, { lean }),
    text: (lean: number) => regionsFromScores(page, scores, { lean }, { comments: inComments }),
    posts: byEntries('posts'),
    items: byEntries('items', inComments),
  };
}
