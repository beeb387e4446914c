import { type Calibration, calibration } from '../../metrics/calibration.js';
import { type SnippetScores, snippetScores } from '../../metrics/snippets.js';
import type { JudgedPage } from './judge.js';
import { POOR_F1 } from './losses.js';

export interface Measured {
  /** Mean bag-of-words F1 by corpus, and by page type for `wcxb`: `wcxb`, `wcxb/forum`. */
  readonly f1: Readonly<Record<string, number>>;
  readonly pages: Readonly<Record<string, number>>;
  readonly snippets: Readonly<Record<string, SnippetScores>>;
  readonly typeAccuracy: number;
  readonly calibration: Calibration;
  /** Recall of poor pages (F1 under 0.7) in the tenth with the lowest confidence. */
  readonly poorInLowestTenth: number;
}

const TYPED = 'wcxb';

/** Computes the figures; `good` is the F1 from which an extraction counts as good. */
export function measure(pages: readonly JudgedPage[], good: number): Measured {
  const scored = pages.filter(page => page.bag !== undefined);
  const f1 = groupMeans(scored, page => page.bag!.f1);
  const typed = pages.filter(page => page.corpus === TYPED && page.goldType !== undefined);
  const corpora = [...new Set(pages.map(page => page.corpus))];
  return {
    f1: f1.means,
    pages: f1.counts,
    snippets: Object.fromEntries(
      corpora.map(corpus => [
        corpus,
        snippetScores(pages.filter(page => page.corpus === corpus).map(page => page.snippets)),
      ]),
    ),
    typeAccuracy: typed.filter(page => page.type === page.goldType).length / typed.length,
    calibration: calibration(
      scored.map(page => ({ confidence: page.confidence, correct: page.bag!.f1 >= good })),
    ),
    poorInLowestTenth: lowestTenth(scored),
  };
}

function groupMeans(pages: readonly JudgedPage[], value: (page: JudgedPage) => number) {
  const groups = new Map<string, number[]>();
  const add = (name: string, page: JudgedPage) =>
    groups.set(name, [...(groups.get(name) ?? []), value(page)]);
  for (const page of pages) {
    add(page.corpus, page);
    if (page.corpus === TYPED) add(`${TYPED}/${page.goldType}`, page);
  }
  const entries = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    means: Object.fromEntries(
      entries.map(([name, values]) => [name, values.reduce((sum, v) => sum + v, 0) / values.length]),
    ),
    counts: Object.fromEntries(entries.map(([name, values]) => [name, values.length])),
  };
}

function lowestTenth(pages: readonly JudgedPage[]): number {
  const poor = (page: JudgedPage) => page.bag!.f1 < POOR_F1;
  const doubtful = pages
    .toSorted((a, b) => a.confidence - b.confidence)
    .slice(0, Math.ceil(pages.length / 10));
  return doubtful.filter(poor).length / Math.max(1, pages.filter(poor).length);
}
