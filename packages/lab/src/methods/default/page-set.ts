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
  /** Against the snippets. */
  readonly snippets: SnippetCounts;
}

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
      const regions = regionsFromScores(features.facts, probability.slice(first, first + count));
      const text = blocks.texts.filter((_, b) => regions.role[b] === ROLE.content).join('\n\n');
      outcomes.push({
        corpus: basename(folder),
        id: page.id,
        vector: pageVector(features, regions),
        declared: declaredType(features),
        bag: page.text?.trim() ? bagOfWords(page.text, text) : undefined,
        snippets: countSnippets(page, text),
      });
      onPage(outcomes.length);
    }
  }
  return outcomes;
}
