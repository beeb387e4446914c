import { basename } from 'node:path';
import { analyse, declaredType, pageVector, ROLE, regionsFromScores } from 'pith/internals';
import { readCorpus } from '../../corpora/read.js';
import { bagOfWords } from '../../metrics/bag.js';
import type { PrecisionRecall } from '../../metrics/score.js';
import { countSnippets, type SnippetCounts } from '../../metrics/snippets.js';
import type { TrainingSet } from './training-set.js';

/** What came of a page when blocks were decided about by scores that never saw it. */
export interface PageOutcome {
  readonly corpus: string;
  readonly id: string;
  readonly vector: Float32Array;
  /** The type that the page declares, which no model overrules. */
  readonly declared: string | undefined;
  /** Against the gold text; undefined where there is none. */
  readonly bag: PrecisionRecall | undefined;
  /** What the same probabilities give when they lean towards precision or recall, by `LEANS`; empty without gold text. */
  readonly leaning: readonly PrecisionRecall[];
  /** What the blocks would give that the labels call content: the most that keeping whole blocks can reach. */
  readonly reachable: PrecisionRecall | undefined;
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
  folders: readonly string[],
  set: TrainingSet,
  probability: Float32Array,
  onPage: (pages: number) => unknown = () => {},
): Promise<PageOutcome[]> {
  const outcomes: PageOutcome[] = [];
  for (const folder of folders) {
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      const { first, blocks: count } = set.pages[outcomes.length]!;
      const { blocks, features } = analyse(page.html, page.url === undefined ? {} : { url: page.url });
      const scores = probability.slice(first, first + count);
      const decided = (lean: number) => {
        const { role } = regionsFromScores(features.facts, scores, { lean });
        return blocks.texts.filter((_, b) => role[b] === ROLE.content).join('\n\n');
      };
      const labelled = blocks.texts.filter((_, b) => set.share[first + b]! > 0.5).join('\n\n');
      const text = decided(0);
      const gold = page.text?.trim() ? page.text : undefined;
      const against = (words: string) => (gold === undefined ? undefined : bagOfWords(gold, words));
      outcomes.push({
        corpus: basename(folder),
        id: page.id,
        vector: pageVector(features, regionsFromScores(features.facts, scores)),
        declared: declaredType(features),
        bag: against(text),
        leaning: LEANS.flatMap(lean => against(decided(lean)) ?? []),
        reachable: against(labelled),
        snippets: countSnippets(page, text),
      });
      onPage(outcomes.length);
    }
  }
  return outcomes;
}
