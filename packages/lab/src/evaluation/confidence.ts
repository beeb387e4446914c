import { type Calibration, calibration, type Stated } from '../metrics/calibration.js';
import { CORRECT_BODY_F1 } from '../metrics/news.js';
import { type PrimaryMetric, primaryScore } from './primary.js';
import type { EvaluationRow } from './scoring.js';

export interface ConfidenceSummary extends Calibration {
  readonly pages: number;
  /** F1 from which a page counts as well extracted. */
  readonly wellExtracted: number;
}

/** Calibration over the pages with a confidence; undefined if there are none. */
export function confidenceSummary(
  rows: readonly EvaluationRow[],
  primary: PrimaryMetric,
): ConfidenceSummary | undefined {
  const stated: Stated[] = [];
  for (const row of rows) {
    const f1 = primaryScore(row, primary)?.f1;
    const { confidence } = row;
    // Methods of others may return values outside [0, 1]: ignore them.
    if (f1 === undefined || confidence === undefined || !(confidence >= 0 && confidence <= 1)) continue;
    stated.push({ confidence, correct: f1 >= CORRECT_BODY_F1 });
  }
  if (stated.length === 0) return undefined;
  return { ...calibration(stated), pages: stated.length, wellExtracted: CORRECT_BODY_F1 };
}
