import { f1Of, type PrecisionRecall } from '../metrics/score.js';
import { snippetScores } from '../metrics/snippets.js';
import type { EvaluationRow } from './scoring.js';

/** The measure by which methods are ranked: words where the corpus has gold texts, snippets where it has only those. */
export type PrimaryMetric = 'bag' | 'snippets';

/** Names of the primary measures for people. */
export const PRIMARY_TITLES: Readonly<Record<PrimaryMetric, string>> = {
  bag: 'bag of words',
  snippets: 'snippets',
};

/** The measure that fits the rows of a corpus. */
export function primaryMetric(rows: readonly EvaluationRow[]): PrimaryMetric {
  return rows.some(row => row.scores.bag) || !rows.some(row => row.scores.snippets) ? 'bag' : 'snippets';
}

/** Precision, recall and F1 of one page; undefined where it has no gold for the measure. */
export function primaryScore(row: EvaluationRow, primary: PrimaryMetric): PrecisionRecall | undefined {
  return primary === 'bag' ? ofWords(row) : ofSnippets(row);
}

function ofWords({ scores }: EvaluationRow): PrecisionRecall | undefined {
  const { precision = 0, recall = 0, f1 = 0 } = scores.bag ?? {};
  return scores.bag && { precision, recall, f1 };
}

/**
 * A page without snippets that must be there has no recall, and is left out. Where nothing was found and nothing wrong
 * either, precision is 0 as everywhere.
 */
function ofSnippets({ scores }: EvaluationRow): PrecisionRecall | undefined {
  const { found = 0, missed = 0, wrong = 0, avoided = 0 } = scores.snippets ?? {};
  if (found + missed === 0) return undefined;
  const { precision, recall } = snippetScores([{ found, missed, wrong, avoided }]);
  return { precision, recall, f1: f1Of(precision, recall) };
}
