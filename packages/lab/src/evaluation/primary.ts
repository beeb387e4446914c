import { f1Of, type PrecisionRecall } from '../metrics/score.js';
import { snippetScores } from '../metrics/snippets.js';
import type { EvaluationRow } from './scoring.js';

/** The metric that ranks methods: `bag` if the corpus has gold texts, `snippets` if it has only snippets. */
export type PrimaryMetric = 'bag' | 'snippets';

export const PRIMARY_TITLES: Readonly<Record<PrimaryMetric, string>> = {
  bag: 'bag of words',
  snippets: 'snippets',
};

export function primaryMetric(rows: readonly EvaluationRow[]): PrimaryMetric {
  return rows.some(row => row.scores.bag) || !rows.some(row => row.scores.snippets) ? 'bag' : 'snippets';
}

/** Precision, recall and F1 of one page; undefined without gold for the metric. */
export function primaryScore(row: EvaluationRow, primary: PrimaryMetric): PrecisionRecall | undefined {
  return primary === 'bag' ? ofWords(row) : ofSnippets(row);
}

function ofWords({ scores }: EvaluationRow): PrecisionRecall | undefined {
  const { precision = 0, recall = 0, f1 = 0 } = scores.bag ?? {};
  return scores.bag && { precision, recall, f1 };
}

/**
 * A page without required snippets has no recall and is left out. Precision is 0 if nothing was found and
 * nothing was wrong.
 */
function ofSnippets({ scores }: EvaluationRow): PrecisionRecall | undefined {
  const { found = 0, missed = 0, wrong = 0, avoided = 0 } = scores.snippets ?? {};
  if (found + missed === 0) return undefined;
  const { precision, recall } = snippetScores([{ found, missed, wrong, avoided }]);
  return { precision, recall, f1: f1Of(precision, recall) };
}
