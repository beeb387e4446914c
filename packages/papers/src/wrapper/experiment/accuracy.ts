import type { Verdict } from '../correctness.js';
import type { Judged } from './cases.js';

/** Shares of pages with correct title, body, and both (§5.1). */
export type Accuracy = Verdict;

export interface Accuracies {
  readonly pages: number;
  readonly byLabel: Accuracy;
  readonly byGold: Accuracy;
}

export function accuracy(verdicts: readonly Verdict[]): Accuracy {
  const mean = (part: keyof Verdict) =>
    verdicts.reduce((sum, verdict) => sum + verdict[part], 0) / Math.max(1, verdicts.length);
  return { title: mean('title'), body: mean('body'), news: mean('news') };
}

export function accuracies(judged: readonly Judged[]): Accuracies {
  return {
    pages: judged.length,
    byLabel: accuracy(judged.map(page => page.byLabel)),
    byGold: accuracy(judged.map(page => page.byGold)),
  };
}

export function meanAccuracies(all: readonly Accuracies[]): Accuracies {
  return {
    pages: all[0]?.pages ?? 0,
    byLabel: accuracy(all.map(each => each.byLabel)),
    byGold: accuracy(all.map(each => each.byGold)),
  };
}
