import { LabError } from '@webpith/lab';
import { PAGE_CLASSES } from './decide.js';
import type { Thresholds } from './model.js';
import { type Outcomes, T1_GRID, T2_GRID } from './outcomes.js';

export interface Score {
  /** Mean over the classes of the share of pages classified correctly, as on the paper's balanced corpus. */
  readonly precision: number;
  /** Mean over the classes of their region accuracy. */
  readonly regionAccuracy: number;
}

export function scoreThresholds(pages: readonly Outcomes[], { t1, t2 }: Thresholds): Score {
  const right = PAGE_CLASSES.map(() => 0);
  const count = PAGE_CLASSES.map(() => 0);
  const accuracy = PAGE_CLASSES.map(() => 0);
  const annotated = PAGE_CLASSES.map(() => 0);
  for (const page of pages) {
    const gold = PAGE_CLASSES.indexOf(page.gold.pageClass);
    count[gold]!++;
    if (page.predicted(t1, t2) === gold) right[gold]!++;
    const term = page.accuracy(t1, t2);
    if (Number.isNaN(term)) continue;
    accuracy[gold]! += term;
    annotated[gold]!++;
  }
  return { precision: meanRatio(right, count), regionAccuracy: meanRatio(accuracy, annotated) };
}

function meanRatio(numbers: readonly number[], of: readonly number[]): number {
  const ratios = numbers.flatMap((number, i) => (of[i] === 0 ? [] : [number / of[i]!]));
  return ratios.length === 0 ? 0 : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

/** T2 while searching for T1, and the largest T2 tried afterwards (§5.2). */
export const FIXED_T2 = 20;
const LARGEST_T2 = 100;

/**
 * The thresholds of best precision, searched in the paper's order: T1 with T2 fixed, then T2 up to where the paper
 * finds it harmless. Ties go to the best region accuracy.
 */
export function learnThresholds(pages: readonly Outcomes[]): Thresholds {
  if (pages.length === 0) {
    throw new LabError('bad-input', 'Expected at least one labelled page to learn from, got none.');
  }
  const { t1 } = best(
    pages,
    T1_GRID.map(value => ({ t1: value, t2: FIXED_T2 })),
  );
  return best(
    pages,
    T2_GRID.filter(t2 => t2 <= LARGEST_T2).map(t2 => ({ t1, t2 })),
  );
}

function best(pages: readonly Outcomes[], choices: readonly Thresholds[]): Thresholds {
  let chosen = choices[0]!;
  let chosenScore: Score = { precision: -1, regionAccuracy: -1 };
  for (const thresholds of choices) {
    const score = scoreThresholds(pages, thresholds);
    if (!isBetter(score, chosenScore)) continue;
    chosen = thresholds;
    chosenScore = score;
  }
  return chosen;
}

function isBetter(score: Score, than: Score): boolean {
  if (score.precision !== than.precision) return score.precision > than.precision;
  return score.regionAccuracy > than.regionAccuracy;
}
