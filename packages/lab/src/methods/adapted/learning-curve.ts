import type { FitControl } from '@webpith/learn';
import { agreement } from './agreement.js';
import { fitAdapted } from './fit.js';
import type { LearnedPage } from './learned-page.js';

export interface LearningPoint {
  readonly pages: number;
  readonly f1: number;
}

const MOST_PAGES = 8;

/** Held-out agreement of models fitted to 0, 1, 2, … pages; each page is held out once. */
export function learningCurve(pages: readonly LearnedPage[], control: FitControl = {}): LearningPoint[] {
  const used = pages.slice(0, MOST_PAGES);
  const curve: LearningPoint[] = [{ pages: 0, f1: agreement(used) }];
  for (let count = 1; count < used.length; count++) {
    control.onProgress?.(count / used.length, `${count} pages`);
    const scores = used.map((page, i) => {
      // The next pages in cyclic order, so each page is used equally often.
      const others = Array.from({ length: count }, (_, k) => used[(i + 1 + k) % used.length]!);
      return agreement([page], fitAdapted(others, {}, control.stopped ? { stopped: control.stopped } : {}));
    });
    curve.push({ pages: count, f1: scores.reduce((sum, score) => sum + score, 0) / scores.length });
  }
  return curve;
}
